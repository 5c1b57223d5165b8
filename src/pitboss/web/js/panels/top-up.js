// Beside a table: that my chips are filled up before every deal.

import { h } from "../lib/dom.js";
import * as t from "../texts/en.js";

export function topUp(ui, act) {
  if (!ui.topup || !ui.seat) return null;
  const stop = h("button", { class: "link", onclick: () => act.topUp(0) }, t.STOP_TOP_UP);
  return h("section", { key: "topup" }, h("p", null, t.toppedUp(ui.topup), stop));
}

/** The panels beside a table against the house. */
export const housePanels = (state, layout, ui, act) => [topUp(ui, act)];
