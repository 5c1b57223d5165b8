// Motion explains where a thing went, then stops: cards come from the dealer, chips travel, nothing bounces.
// With reduced motion nothing travels; what is new is outlined for a moment.

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "less";
const LATE = 2000; // further behind than this, jump to the state

export const animate = {
  /** What is on the felt before it is drawn anew. */
  before(root) {
    return { cards: new Set(root.querySelectorAll(".table .card")), wagers: new Set(root.querySelectorAll(".table .chips")) };
  },

  /** Move what is new to where it lies. */
  after(root, seen, events) {
    if (!events.length || document.hidden || performance.now() - (animate.last ?? 0) < 0) return;
    const felt = root.querySelector(".table");
    if (!felt) return;
    const box = felt.getBoundingClientRect();
    const fresh = [...felt.querySelectorAll(".card")].filter((card) => !seen.cards.has(card));
    if (still()) {
      for (const card of fresh) outline(card);
      return;
    }
    if (fresh.length * 90 > LATE * 2) return;
    fresh.forEach((card, index) => fly(card, box.left + box.width / 2, box.top + 24, 280, index * 90));
    for (const chips of felt.querySelectorAll(".chips")) if (!seen.wagers.has(chips)) fly(chips, null, box.bottom, 320, 0);
  },
};

function fly(element, x, y, duration, delay) {
  const to = element.getBoundingClientRect();
  if (!to.width) return;
  const dx = x === null ? 0 : x - (to.left + to.width / 2);
  const dy = (y - (to.top + to.height / 2)) * (x === null ? 0.25 : 1);
  element.animate([{ transform: `translate(${dx}px, ${dy}px)`, opacity: 0 }, { opacity: 1, offset: 0.2 }, { transform: "none", opacity: 1 }], { duration, delay, easing: "cubic-bezier(.2, .7, .2, 1)", fill: "backwards" });
}

function outline(element) {
  element.animate([{ outline: "3px solid var(--lit)" }, { outline: "3px solid transparent" }], { duration: 1200 });
}
