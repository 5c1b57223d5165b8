// The floor's panel: possible rulings with their facts and steps, the others with the reason; and the table's tools.

import { h } from "../lib/dom.js";
import * as t from "../texts/en-floor.js";
import { card, inline, kbd, rule, say, words } from "../felt/parts.js";
import { missing, picked, RANKS, stated, steps, SUITS } from "./rulings.js";

export * from "../table/floor-dialogs.js";

/** @param {TablePage} page */
export function floorPanel(page) {
  const { floor } = page.ui;
  const on = (each) => each.name === floor.chosen;
  const chosenFirst = (a, b) => Number(on(b)) - Number(on(a));
  const open = floor.rulings.filter((each) => !each.why).sort(chosenFirst);
  const shut = floor.rulings.filter((each) => each.why);
  const { called } = page.state.status;
  return [
    h(
      "section",
      { key: "floor", "aria-label": t.FLOOR },
      h(
        "header",
        null,
        h("h2", null, t.FLOOR),
        called ? h("span", { class: "dim" }, t.calledByName(called)) : null,
        tools(page),
        h("button", { class: "btn plain small", onclick: () => page.act.floor(false) }, t.CLOSE),
      ),
      floor.why ? h("p", { class: "dim" }, floor.why) : null,
      open.length ? h("p", { class: "label" }, t.possibleNow(open.length)) : null,
      open.length ? h("ul", { class: "rulings", role: "list" }, open.map((each) => ruling(page, each))) : null,
    ),
    shut.length
      ? h(
        "section",
        { key: "not", class: "shut-rulings", "aria-label": t.NOT_NOW },
        h("p", { class: "label" }, t.NOT_NOW),
        h(
          "ul",
          { class: "not" },
          shut.map((each) =>
            h("li", { key: each.name }, h("b", null, t.capital(each.name)), h("span", null, each.why), rule(each.rule))
          ),
        ),
      )
      : null,
  ];
}

/** The bar while the floor is called: the chosen ruling, or playing on without one.
 * @param {Moment} ui @param {Act} act */
export function floorBar(ui, act) {
  const chosen = ui.floor.rulings.find((each) => each.name === ui.floor.chosen);
  return [
    say(
      chosen
        ? t.rulingAt(t.capital(chosen.name), ui.floor.facts.seat)
        : h("span", { role: "status" }, ui.floor.done ? t.rulingDone(t.capital(ui.floor.done)) : t.FLOOR),
      chosen ? chosen.about : ui.floor.why || t.CHOOSE_RULING,
    ),
    h(
      "div",
      { class: "doing" },
      h(
        "button",
        { key: "on", class: "btn", onclick: () => act.floor(false) },
        t.PLAY_ON,
        h("small", null, t.NO_RULING, " ", kbd("Esc")),
      ),
      chosen
        ? h(
          "button",
          { key: "rule", class: "btn main", type: "submit", form: "ruling" },
          t.ruleThat(chosen.name),
          h("small", null, chosen.rule, " ", kbd("Enter")),
        )
        : null,
    ),
  ];
}

/** Pausing and closing, and at a table with a rack its fills and credits; each asks before it is done.
 * @param {TablePage} page */
function tools(page) {
  const { paused, closing } = page.state.status;
  const wanted = [
    paused ? "resume" : "pause",
    ...page.kind.floorTools,
    ...(closing ? [] : ["close"]),
  ];
  return h(
    "span",
    { class: "push floor-tools", role: "group", "aria-label": t.TABLE_TOOLS },
    wanted.map((each) =>
      h("button", {
        key: each,
        class: "btn plain small",
        onclick: () => (each === "resume" ? page.act.ruling("resume", {}) : page.open({ kind: each, cents: 100000 })),
      }, t.FLOOR_TOOLS[each])
    ),
  );
}

/** @param {TablePage} page */
function ruling(page, each) {
  const on = page.ui.floor.chosen === each.name;
  return h(
    "li",
    { key: each.name, class: on ? "on" : null },
    h(
      "button",
      { class: "plain", "aria-expanded": String(on), onclick: () => choose(page, on ? null : each) },
      h("b", null, t.capital(each.name)),
      h("p", null, each.about),
    ),
    rule(each.rule),
    on ? h("div", { class: "more" }, form(page, each), walk(page, each)) : null,
  );
}

/** After a step: that it is met, or that the facts leave it out.
 * @param {{met?: string, idle: boolean}} step */
function beside({ met, idle }) {
  const said = met || (idle && t.DOES_NOT_APPLY);
  return said ? [" ", h("em", null, said)] : null;
}

/** The procedure step by step: steps already met say so, steps the facts leave out are dimmed.
 * @param {TablePage} page */
function walk(page, each) {
  const name = (seat) => page.state.view.seats[seat]?.player ?? t.seatName(seat);
  return h(
    "ol",
    { class: "steps" },
    steps(each, page.ui.floor.facts, name).map((step, index) =>
      h(
        "li",
        { key: index, class: step.met || step.idle ? "met" : null },
        h(
          "span",
          null,
          words(step.does),
          beside(step),
        ),
        rule(step.rule),
      )
    ),
  );
}

/** @param {TablePage} page */
function form(page, each) {
  const give = (event) => {
    event.preventDefault();
    ruleNow(page);
  };
  return h("form", { class: "ask", id: "ruling", onsubmit: give }, (each.facts ?? []).map((fact) => field(page, fact)));
}

const PICKED = new Set(["card", "cards"]);

/** @param {TablePage} page */
function field(page, fact) {
  const { facts } = page.ui.floor;
  const set = (value) => state(page, fact.name, value);
  const label = t.capital(fact.says);
  if (PICKED.has(fact.kind)) return picker(page, fact, facts[fact.name] ?? {}, label);
  if (fact.kind === "flag") {
    return h(
      "label",
      { key: fact.name, class: "check" },
      h("input", {
        type: "checkbox",
        name: fact.name,
        checked: facts[fact.name] ?? Boolean(fact.default),
        onchange: (event) => set(event.target.checked),
      }),
      " ",
      label,
    );
  }
  const choices = fact.of?.map((value) => [value, value]) ??
    (fact.kind === "seat" || fact.kind === "spot" ? seats(page) : null);
  const none = fact.required ? [] : [["", "–"]];
  return h(
    "label",
    { key: fact.name },
    label,
    choices
      ? h(
        "select",
        { class: "field", name: fact.name, onchange: (event) => set(event.target.value) },
        [...none, ...choices].map(([value, words]) =>
          h("option", { key: value, value, selected: String(facts[fact.name] ?? "") === String(value) }, words)
        ),
      )
      : h("input", {
        class: "field",
        name: fact.name,
        inputmode: fact.kind === "text" ? null : "numeric",
        value: facts[fact.name] ?? "",
        oninput: (event) => set(event.target.value),
      }),
  );
}

/** @param {TablePage} page */
const seats = (page) =>
  Object.entries(page.state.view.seats).map(([seat, taken]) => [seat, t.seatAndName(seat, taken.player)]);

/** Cards by rank and suit: two presses each, by mouse, touch or keys.
 * @param {TablePage} page */
function picker(page, fact, value, label) {
  const many = fact.kind === "cards";
  const press = (pressed) => state(page, fact.name, picked(value, pressed, many));
  const chosen = value.cards ?? [];
  const done = !many && chosen.length && !value.half;
  if (done) {
    return h(
      "label",
      { key: fact.name },
      label,
      h(
        "button",
        {
          type: "button",
          class: "field",
          "aria-label": t.takeOff(t.spoken(chosen[0])),
          onclick: () => state(page, fact.name, { cards: [] }),
        },
        inline(chosen[0]),
        h("i", { class: "ico i-more", "aria-hidden": "true" }),
      ),
    );
  }
  return h(
    "fieldset",
    { key: fact.name, class: "picker" },
    h("legend", null, label),
    h(
      "div",
      { class: "chosen" },
      chosen.length
        ? chosen.map((each) =>
          h("button", {
            key: each,
            type: "button",
            class: "off",
            "aria-label": t.takeOff(t.spoken(each)),
            onclick: () => state(page, fact.name, { cards: chosen.filter((other) => other !== each) }),
          }, card(each, { label: false }))
        )
        : h("span", { class: "dim" }, value.half ? `${value.half === "T" ? "10" : value.half} …` : t.NOTHING_PICKED),
    ),
    h(
      "div",
      { class: "ranks", role: "group", "aria-label": t.RANK_OF_CARD },
      RANKS.map((each) =>
        h("button", {
          key: each,
          type: "button",
          class: "btn small",
          "aria-pressed": String(value.half === each),
          onclick: () => press(each),
        }, each === "T" ? "10" : each)
      ),
    ),
    h(
      "div",
      { class: "suits", role: "group", "aria-label": t.SUIT_OF_CARD },
      SUITS.map((each) =>
        h("button", {
          key: each,
          type: "button",
          class: "btn small",
          "aria-disabled": value.half ? null : "true",
          "aria-label": t.suitName(each),
          onclick: () => press(each),
        }, h("i", { class: `suit suit-${each}`, "aria-hidden": "true" }))
      ),
    ),
  );
}

/** @param {TablePage} page */
const state = (page, name, value) =>
  page.set({ floor: { ...page.ui.floor, facts: { ...page.ui.floor.facts, [name]: value } } });

/** Open a ruling; a seat that it asks for is the first until another is chosen.
 * @param {TablePage} page */
function choose(page, ruling) {
  const [seat] = Object.keys(page.state.view.seats);
  const wanted = (ruling?.facts ?? []).filter((fact) => fact.required && ["seat", "spot"].includes(fact.kind));
  page.set({
    floor: {
      ...page.ui.floor,
      chosen: ruling?.name ?? "",
      facts: Object.fromEntries(wanted.map((fact) => [fact.name, seat])),
    },
  });
}

/** Give the chosen ruling, or say which facts have to be stated first.
 * @param {TablePage} page */
export function ruleNow(page) {
  const { floor } = page.ui;
  const ruling = floor.rulings.find((each) => each.name === floor.chosen && !each.why);
  if (!ruling) return;
  const [first] = missing(ruling, floor.facts);
  if (first) page.act.refused({ why: t.stillToSay(first.says), rule: ruling.rule });
  else page.act.ruling(ruling.name, stated(ruling, floor.facts));
}
