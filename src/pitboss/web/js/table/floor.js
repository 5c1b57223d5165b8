// The floor's panel: rulings possible now with their facts and steps, the others with the reason; and the table's own.

import { h } from "../lib/dom.js";
import * as t from "../texts/en.js";
import { rule } from "./parts.js";

export function floorPanel(page) {
  const { floor } = page.ui;
  const open = floor.rulings.filter((each) => !each.why);
  const shut = floor.rulings.filter((each) => each.why);
  return [
    h(
      "section",
      { key: "floor", "aria-label": t.FLOOR },
      h("header", null, h("h2", null, t.FLOOR), h("button", { class: "btn plain small push", onclick: () => page.act.floor(false) }, t.CLOSE)),
      h("div", { class: "tools floor-tools", role: "group", "aria-label": t.TABLE_TOOLS }, t.FLOOR_TOOLS.map(([ruling, words]) => h("button", { key: ruling, class: "btn small", onclick: () => page.act.ruling(ruling, {}) }, words))),
      floor.why ? h("p", { class: "dim" }, floor.why) : null,
      open.length ? h("p", { class: "label" }, t.possibleNow(open.length)) : null,
      open.length ? h("ul", { class: "rulings", role: "list" }, open.map((each) => ruling(page, each))) : null,
    ),
    shut.length
      ? h("section", { key: "not", class: "feed" }, h("p", { class: "label" }, t.NOT_NOW), h("ul", { class: "not" }, shut.map((each) => h("li", { key: each.name }, h("b", null, t.capitalised(each.name)), h("span", null, each.why), rule(each.rule)))))
      : null,
  ];
}

function ruling(page, each) {
  const on = page.ui.floor.chosen === each.name;
  return h(
    "li",
    { key: each.name, class: on ? "on" : null },
    h("button", { class: "plain", "aria-expanded": String(on), onclick: () => page.act.chooseRuling(on ? "" : each.name) }, h("b", null, t.capitalised(each.name)), h("p", null, each.about)),
    rule(each.rule),
    on ? h("div", { class: "more" }, facts(page, each), h("ol", { class: "steps" }, (each.steps ?? []).map((step) => h("li", { key: step.does }, h("span", null, step.does), rule(step.rule))))) : null,
  );
}

function facts(page, each) {
  const give = (event) => {
    event.preventDefault();
    const stated = {};
    for (const fact of each.facts ?? []) {
      const field = event.target.elements[fact.name];
      const value = field.type === "checkbox" ? field.checked : field.value.trim();
      if (value === "" || (value === false && !fact.required)) continue;
      stated[fact.name] = read(fact.kind, value);
    }
    page.act.ruling(each.name, stated);
  };
  return h(
    "form",
    { class: "ask", id: "ruling", onsubmit: give },
    (each.facts ?? []).map((fact) => h("label", { key: fact.name }, t.capitalised(fact.says), field(page, fact))),
  );
}

const YES_NO = new Set(["flag"]);

function field(page, fact) {
  if (YES_NO.has(fact.kind)) return h("input", { type: "checkbox", name: fact.name, checked: Boolean(fact.default) });
  if (fact.of) return h("select", { class: "field", name: fact.name }, fact.of.map((value) => h("option", { key: value, value }, value)));
  if (fact.kind === "seat" || fact.kind === "spot") return h("select", { class: "field", name: fact.name }, Object.entries(page.state.view.seats).map(([seat, taken]) => h("option", { key: seat, value: seat }, `${t.seatName(seat)}, ${taken.player}`)));
  return h("input", { class: "field", name: fact.name, required: fact.required || null, placeholder: fact.kind });
}

function read(kind, value) {
  if (["seat", "spot", "count", "cents"].includes(kind)) return Number(value);
  if (kind === "amounts") return value.split(/[ ,]+/).map(Number);
  return value;
}
