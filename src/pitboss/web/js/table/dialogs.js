// Dialogs over a table: buying in, the keys, the settings. Each is modal, and Escape closes it.

import { h } from "../lib/dom.js";
import { centsOf, dollars, inField } from "../lib/money.js";
import { settings } from "../lib/settings.js";
import * as t from "../texts/en.js";
import { tools } from "./bar.js";

/** @param {TablePage} page */
export function buyInDialog(page) {
  const { kind, seat: wish, cents } = page.ui.dialog;
  const { free } = page.moment;
  const seat = kind === "buy" || free.includes(wish) ? wish : free[0]; // others sit down while I think
  const other = wish && wish !== seat ? t.takenMeanwhile(wish) : "";
  const late = seat ? other : t.TABLE_FULL;
  const { least, most, chip = 1 } = page.layout.buyIn;
  const short = page.me.cents < least;
  const confirm = (event) => {
    event.preventDefault();
    if (!seat) return;
    const { cents: field, keep } = event.target.elements;
    page.act.confirm(wish && seat, centsOf(field.value), keep.checked);
  };
  return dialog(
    page,
    kind === "buy" ? t.BUY : t.BUY_IN,
    h("p", { class: "sub" }, t.inWallet(page.me.cents), " ", t.buyInRange(least, most)),
    h("p", { class: "sub", role: "status" }, late),
    h(
      "form",
      { onsubmit: confirm },
      h("label", { for: "cents" }, t.AMOUNT_LABEL),
      h("input", {
        ...dollarField(page, cents),
        min: inField(least),
        max: inField(most ? Math.min(most, page.me.cents) : page.me.cents),
        step: inField(chip),
      }),
      h(
        "label",
        { class: "check" },
        h("input", { type: "checkbox", name: "keep", checked: Boolean(page.ui.topup) }),
        " ",
        t.TOP_UP,
      ),
      h(
        "div",
        { class: "tools" },
        h("button", { type: "button", class: "btn plain", onclick: () => page.open(null) }, t.CANCEL),
        short ? h("button", { type: "button", class: "btn", onclick: page.act.refill }, t.REFILL) : null,
        kind === "buy"
          ? h("button", { type: "button", class: "btn", onclick: () => page.act.toke(cents) }, t.TOKE)
          : null,
        seat
          ? h(
            "button",
            { class: "btn main push" },
            kind === "buy" ? `${t.BUY} ${dollars(cents)}` : t.takeSeat(seat, cents),
          )
          : null,
      ),
    ),
  );
}

/** Everything a player may do besides playing; on the phone it replaces the bar of a wide screen.
 * @param {TablePage} page */
export function moreDialog(page) {
  const close = (action) => async () => {
    await page.open(null);
    action();
  };
  const opens = (kind) => () => page.open({ kind });
  const listed = [
    ...tools(page),
    { key: "settings", words: t.SETTINGS, do: opens("settings") },
    { key: "keys", words: t.HELP, do: opens("keys") },
  ];
  return dialog(
    page,
    t.MORE,
    h(
      "div",
      { class: "more-list" },
      listed.map((tool) =>
        h(
          "button",
          {
            key: tool.key,
            class: "btn",
            "aria-pressed": tool.pressed === undefined ? null : String(tool.pressed),
            onclick: close(tool.do),
          },
          tool.words,
        )
      ),
    ),
    h(
      "div",
      { class: "tools" },
      h("button", { class: "btn main push", autofocus: true, onclick: () => page.open(null) }, t.CLOSE),
    ),
  );
}

/** @param {DialogPage} page */
export function keysDialog(page) {
  return dialog(
    page,
    t.KEYS_TITLE,
    h(
      "table",
      { class: "grid" },
      h(
        "tbody",
        null,
        (page.keyList ?? t.KEYS).map(([key, what]) =>
          h("tr", { key }, h("th", { scope: "row" }, h("kbd", null, key)), h("td", null, what))
        ),
      ),
    ),
    h("p", null, h("a", { href: "/rules", target: "rules" }, t.ALL_RULES)),
    h(
      "div",
      { class: "tools" },
      h("button", { class: "btn main push", autofocus: true, onclick: () => page.open(null) }, t.CLOSE),
    ),
  );
}

/** The value of a setting that is not on. */
const off = (on) => (typeof on === "boolean" ? false : "");

/** @param {DialogPage} page */
export function settingsDialog(page) {
  const chosen = settings();
  const toggle = (name, on, label) =>
    h(
      "label",
      { key: name, class: "check" },
      h("input", {
        type: "checkbox",
        checked: chosen[name] === on,
        onchange: (event) => page.act.settings({ [name]: event.target.checked ? on : off(on) }),
      }),
      " ",
      label,
    );
  return dialog(
    page,
    t.SETTINGS,
    h(
      "fieldset",
      { class: "plain" },
      h("legend", null, t.THEME),
      Object.entries(t.THEMES).map(([value, name]) =>
        h(
          "label",
          { key: value, class: "check" },
          h("input", {
            type: "radio",
            name: "theme",
            checked: chosen.theme === value,
            onchange: () => page.act.settings({ theme: value }),
          }),
          " ",
          name,
        )
      ),
    ),
    toggle("contrast", "more", t.CONTRAST),
    toggle("deck", "four", t.four),
    toggle("motion", "less", t.MOTION),
    toggle("sound", true, t.SOUNDS),
    toggle("notify", true, t.NOTIFY),
    h(
      "div",
      { class: "tools" },
      h("button", { class: "btn main push", autofocus: true, onclick: () => page.open(null) }, t.CLOSE),
    ),
  );
}

// Parts of them ------------------------------------------------------------------------------------------------------

/** A field for dollars that keeps whole cents in the dialog.
 * @param {TablePage} page */
export const dollarField = (page, cents) => ({
  id: "cents",
  class: "field",
  type: "number",
  inputmode: "decimal",
  value: inField(cents),
  autofocus: true,
  oninput: (event) => page.act.dialog({ cents: centsOf(event.target.value) }),
});

/** @param {DialogPage} page @param {string} title @param {Child[]} inside */
export function dialog(page, title, ...inside) {
  return h(
    "dialog",
    {
      key: "dialog",
      class: "dialog",
      "aria-label": title,
      oncancel: (event) => (event.preventDefault(), page.open(null)),
    },
    h("h2", null, title),
    inside,
  );
}
