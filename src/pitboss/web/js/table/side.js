// The side column: the coach, what happened, chat, the rules of this table, and the seal of the deck.

import { h } from "../lib/dom.js";
import { signed } from "../lib/money.js";
import * as t from "../texts/en.js";
import { kbd, rule, told, words } from "./parts.js";
import { entries } from "./feed.js";
import { deciding, mine } from "./store.js";

export function side(state, layout, ui, act, floor) {
  return h(
    "aside",
    { class: ui.sheet ? "side open" : "side" },
    floor,
    floor ? null : layout.coach ? coach(state, ui, act) : null,
    h(
      "section",
      { key: "feed", class: "feed", "aria-label": t.HAPPENED },
      h("header", null, h("h2", null, TABS[ui.tab]), h("span", { class: "push seg", role: "group", "aria-label": t.PANELS }, Object.entries(TABS).map(([key, name]) => h("button", { key, "aria-pressed": String(ui.tab === key), onclick: () => act.tab(key) }, name)))),
      ui.tab === "feed" ? feed(state, layout) : ui.tab === "chat" ? chat(state, layout, ui, act) : rules(layout),
    ),
    state.seals.length
      ? h("section", { key: "seal", "aria-label": t.SHUFFLE }, h("p", null, h("i", { class: "ico i-lock", "aria-hidden": "true" }), " ", t.SEALED, " ", h("a", { href: "/rules#shuffle", target: "rules" }, t.commitment(state.seals[state.seals.length - 1]))))
      : null,
  );
}

const TABS = { feed: t.FEED_TITLE, chat: t.CHAT_TITLE, rules: t.RULES_TITLE };

// The feed -------------------------------------------------------------------------------------------------------------

function feed(state, layout) {
  const own = new Set(mine(state));
  const name = (seat) => state.view.seats[seat]?.player ?? t.seatName(seat);
  const finished = state.feed.filter((event) => event.verb === "finish").length;
  const first = Math.max(1, state.hand - finished);
  const rows = entries(state.feed, first).map((entry) => {
    if (entry.deal) return h("li", { key: entry.key, class: "street" }, h("span", null, layout.kind === "house" ? t.roundTitle(entry.deal) : t.handTitle(entry.deal)));
    const parts = entry.parts ?? t.sentence(entry.event, name, (seat) => own.has(seat), entry.wagers);
    return parts && h("li", { key: entry.key, class: entry.event?.verb === "board" ? "street" : null }, h("span", null, told(parts)), (entry.event && money(entry.event)) ?? rule(entry.event?.rule));
  });
  if (deciding(state)) rows.push(h("li", { key: "now", class: "now" }, h("span", null, h("b", null, t.YOUR_TURN))));
  return h("div", { key: "feed list", class: "lines", role: "log", "aria-live": "polite", tabindex: "0", "aria-label": t.HAPPENED }, h("ol", null, rows.slice(-80)));
}

function money(event) {
  if (event.verb !== "settle" || !event.cents) return null;
  if (/lose/.test(event.words)) return h("b", { class: "bad" }, signed(-event.cents));
  if (/push|returned/.test(event.words)) return null;
  return h("b", { class: "good" }, signed(event.cents));
}

// The coach ------------------------------------------------------------------------------------------------------------

function coach(state, ui, act) {
  const advice = ui.advice;
  return h(
    "section",
    { key: "coach", "aria-label": t.COACH },
    h("header", null, h("h2", null, t.COACH), h("span", { class: "tag" }, t.EXACT), h("button", { class: "btn plain small push", "aria-pressed": String(ui.coach), onclick: act.coach }, ui.coach ? t.HIDE : t.SHOW, " ", kbd("K"))),
    !ui.coach ? null : advice ? values(advice) : h("p", { class: "dim" }, ui.coachWords || t.COACH_WAITS),
  );
}

function values(advice) {
  const evs = advice.options.map((each) => each.cents);
  const low = Math.min(0, ...evs);
  const high = Math.max(0, ...evs);
  const span = high - low || 1;
  const zero = (-low / span) * 100;
  return [
    h(
      "ul",
      { class: "ev", style: { "--zero": `${zero}%` } },
      advice.options.slice(0, 6).map((each, index) => {
        const from = (Math.min(each.cents, 0) - low) / span;
        const by = Math.abs(each.cents) / span;
        return h("li", { key: each.action, class: index ? null : "best" }, h("b", null, words(t.capitalised(each.action))), h("span", { class: index ? "num" : "num brass" }, signed(Math.round(each.cents))), h("div", { class: "track" }, h("i", { style: { "--from": `${from * 100}%`, "--by": `${by * 100}%` } })));
      }),
    ),
    advice.why ? h("p", { class: "dim" }, advice.why) : null,
  ];
}

// Chat and rules -------------------------------------------------------------------------------------------------------

function chat(state, layout, ui, act) {
  return h(
    "div",
    { key: "chat" },
    h("ol", { class: "lines", role: "log", "aria-live": "polite", tabindex: "0", "aria-label": t.CHAT_TITLE }, state.chat.map((line, index) => h("li", { key: index }, h("span", null, line.player ? h("b", null, line.player) : null, " ", line.text)))),
    h("form", { class: "say-it", onsubmit: act.say }, h("label", { class: "quiet", for: "say" }, t.SAY_LABEL), h("input", { id: "say", class: "field", maxlength: "500", autocomplete: "off", placeholder: t.SAY_LABEL }), h("button", { class: "btn small" }, t.SAY)),
  );
}

function rules(layout) {
  return h(
    "div",
    { key: "rules", class: "lines", tabindex: "0", role: "region", "aria-label": t.RULES_TITLE },
    (layout.rules ?? []).map((each) => h("p", { key: each.id, class: "law" }, each.text, " ", rule(each.id))),
    layout.wagers
      ?.filter((wager) => wager.lines?.length)
      .map((wager) => [h("h3", null, wager.title || t.title(wager.key)), h("table", { class: "grid" }, h("tbody", null, wager.lines.map((line) => h("tr", { key: line.words }, h("td", null, t.capitalised(line.words)), h("td", { class: "num" }, line.pays)))))]),
  );
}
