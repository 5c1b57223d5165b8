// A page without a table: its bar, its dialog, its keys, and the seat that is held for me.

import { known } from "../lib/api.js";
import { h, render } from "../lib/dom.js";
import * as keys from "../lib/keys.js";
import { apply, change } from "../lib/settings.js";
import { Line } from "../protocol.js";
import * as t from "../texts/en-desk.js";
import { opened } from "./account.js";
import { bar } from "./bar.js";
import { show } from "./dialog.js";
import { heldKeys, heldSeat } from "./held.js";

/** The state that every page has. */
export const BLANK = { dialog: null, why: "", said: "", held: null, lost: false };

export class DeskPage extends HTMLElement {
  ui = { ...BLANK };
  tables = new Map();
  line = null;
  path = "";
  keyList = t.PAGE_KEYS;
  act = {
    settings: (changes) => {
      change(changes);
      this.draw();
    },
  };

  /** Apply the theme, and find out who I am. */
  async begin() {
    apply();
    keys.listen();
    this.me = await known();
  }

  /** True if I hold a role; an owner holds every one. */
  may(role) {
    return this.me?.roles?.some((each) => each === role || each === "owner") ?? false;
  }

  // The line: a seat that is held for me is shown on every page ------------------------------------------------------

  connect() {
    if (this.me) this.line ??= new Line("/ws", (message) => this.hear(message));
  }

  disconnectedCallback() {
    clearInterval(this.counting);
    this.line?.close();
  }

  hear(message) {
    if (message.type === "line") this.ui.lost = message.state === "lost";
    if (message.type === "lobby") this.listed(message);
    if (message.type === "page") this.hold(message.table, message.seat, message.left);
    if (message.type === "ack" && !message.ok) this.ui.why = t.capital(message.why);
    if (message.type === "note") this.ui.why = t.capital(message.text);
    this.draw();
  }

  listed(message) {
    if (message.whole) this.tables.clear();
    for (const table of message.tables) this.tables.set(table.id, table);
    for (const id of message.gone ?? []) this.tables.delete(id);
    const held = message.tables.find((table) => table.yours?.seat);
    if (held) this.hold(held.id, held.yours.seat, held.yours.left);
    else if (this.ui.held && message.tables.some((table) => table.id === this.ui.held.table && !table.yours?.seat)) {
      this.ui.held = null;
    }
  }

  /** Show a seat that is held for me, with the seconds left; the title of the tab says it too. */
  hold(table, seat, left) {
    const of = this.ui.held?.table === table ? this.ui.held.of : left;
    this.ui.held = { table, seat, until: Date.now() + left * 1000, of };
    clearInterval(this.counting);
    this.counting = setInterval(() => {
      if (this.ui.held && this.ui.held.until <= Date.now()) this.ui.held = null;
      if (!this.ui.held) clearInterval(this.counting);
      this.draw();
    }, 1000);
  }

  /** Join a waiting list on my way or interested (`how`), or leave it. */
  wait(table, how) {
    if (how === "off") this.ui.held = null;
    this.line?.command("list", { table, [how]: true });
    this.draw();
  }

  // Drawing ----------------------------------------------------------------------------------------------------------

  /** Draw the page; each page overrides this. */
  draw() {}

  set(changes) {
    Object.assign(this.ui, changes);
    this.draw();
  }

  open(dialog) {
    show(this, dialog);
  }

  /** Do something; a refusal is shown. */
  async attempt(work) {
    try {
      await work();
    } catch (error) {
      this.refused(error);
    }
  }

  /** Show a refusal; if my session has ended, as after a new role, ask who I am. */
  refused(error) {
    if (error.status !== 401) return this.set({ why: t.capital(error.message), said: "" });
    this.line?.close();
    Object.assign(this, { me: null, line: null });
    this.ui.held = null;
    this.open({ kind: "sign in" });
    this.set({ why: t.SIGNED_OUT });
  }

  /** The whole page: the bar, the content and the open dialog; `bound` are the keys of this page. */
  frame(title, inside, bound = {}) {
    const { ui } = this;
    document.title = [ui.held ? t.seatTitle : title, t.PITBOSS].filter(Boolean).join(" · ");
    render(
      this,
      h("a", { class: "skip", href: "#main" }, t.SKIP),
      bar(this, this.path),
      ui.lost
        ? h(
          "p",
          { key: "lost", class: "lost strip", role: "status" },
          h("i", { class: "ico i-alert", "aria-hidden": "true" }),
          t.LINE_LOST,
        )
        : null,
      inside,
      heldSeat(this),
      opened(this),
    );
    const here = { "?": () => this.open({ kind: "keys" }), ...bound, ...heldKeys(this) };
    keys.rebind(ui.dialog ? { Escape: () => this.open(null) } : here);
  }
}
