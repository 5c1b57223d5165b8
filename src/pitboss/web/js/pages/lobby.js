// The lobby: every open table, a seat in two clicks, and the tour of a first visit.

import { get, known, me } from "../lib/api.js";
import { h, render } from "../lib/dom.js";
import * as keys from "../lib/keys.js";
import { exact } from "../lib/money.js";
import { apply, change, settings } from "../lib/settings.js";
import { Line } from "../protocol.js";
import { keysDialog, settingsDialog } from "../table/dialogs.js";
import { rows, shape } from "../table/places.js";
import * as t from "../texts/en.js";
import { BOOKS, READERS } from "../texts/en/books.js";
import { tour } from "./tour.js";

const LOOK_EVERY = 5000;

class LobbyPage extends HTMLElement {
  tables = new Map();
  ui = { dialog: null, all: false, step: settings().toured ? -1 : -1, name: "", why: "" };

  async connectedCallback() {
    apply();
    keys.listen();
    this.me = await known();
    this.ui.name = this.me?.name ?? `Guest ${1000 + Math.floor(Math.random() * 9000)}`;
    await this.load();
    this.draw();
    if (this.me) this.line = new Line("/ws", (message) => this.hear(message));
    else setInterval(() => this.load().then(() => this.draw(), () => {}), LOOK_EVERY); // a socket is for those with a name
  }

  async load() {
    const [{ tables }, edges] = await Promise.all([get("/api/tables"), get("/api/edges")]);
    this.edges = edges;
    this.tables = new Map(tables.map((table) => [table.id, table]));
  }

  hear(message) {
    if (message.type === "lobby") {
      if (message.whole) this.tables.clear();
      for (const table of message.tables) this.tables.set(table.id, table);
      for (const id of message.gone ?? []) this.tables.delete(id);
    }
    if (message.type === "page") this.ui.page = message;
    this.draw();
  }

  act = {
    quick: async (event) => {
      event?.preventDefault();
      try {
        await this.known();
        const seat = await get("/api/seat");
        location.assign(`/table/${seat.table}?sit=${seat.seat}`);
      } catch (error) {
        this.set({ why: error.message });
      }
    },
    sit: async (event, table) => {
      event.preventDefault();
      try {
        await this.known();
        location.assign(`/table/${table.id}${table.taken < table.seats ? "?sit" : ""}`);
      } catch (error) {
        this.set({ why: error.message });
      }
    },
    settings: (changes) => {
      change(changes);
      this.draw();
    },
  };

  async known() {
    const name = this.querySelector("#name")?.value.trim();
    this.me = this.me ?? (await me(name));
  }

  set(changes) {
    Object.assign(this.ui, changes);
    this.draw();
  }

  open(dialog) {
    const opener = document.activeElement;
    this.set({ dialog });
    const box = this.querySelector("dialog");
    if (dialog && box && !box.open) {
      this.opener = opener;
      box.showModal();
    }
    if (!dialog) this.opener?.focus?.();
  }

  draw() {
    const listed = [...this.tables.values()];
    const house = listed.filter((table) => table.kind === "house");
    const poker = listed.filter((table) => table.kind !== "house");
    render(
      this,
      h("a", { class: "skip", href: "#main" }, t.SKIP),
      this.bar(),
      h(
        "main",
        { class: "page", id: "main" },
        this.door(),
        h("div", { class: "sec" }, h("h2", null, t.AGAINST_HOUSE), h("span", { class: "dim" }, t.tablesOpen(house.length))),
        h("div", { class: "games" }, house.map((table) => this.houseTable(table))),
        h("div", { class: "sec" }, h("h2", null, t.BETWEEN_PLAYERS), h("span", { class: "dim" }, t.NEVER_A_SIDE), h("a", { class: "push btn small", href: "/open" }, t.OPEN_TABLE)),
        this.pokerTables(poker),
      ),
      this.ui.dialog ? (this.ui.dialog.kind === "keys" ? keysDialog(this) : settingsDialog(this)) : null,
      tour(this),
    );
    keys.rebind(this.ui.dialog ? { Escape: () => this.open(null) } : { q: () => this.act.quick(), "?": () => this.open({ kind: "keys" }), Escape: () => this.set({ step: -1 }) });
  }

  bar() {
    return h(
      "header",
      { class: "bar" },
      h("a", { class: "mark suit-s", href: "/" }, t.PITBOSS),
      h("nav", { "aria-label": t.PAGES }, h("a", { href: "/", "aria-current": "page" }, t.LOBBY), h("a", { href: "/rules" }, t.RULES_TITLE), this.me?.roles?.some((role) => READERS.includes(role)) ? h("a", { href: "/books" }, BOOKS) : null),
      this.me ? h("div", { class: "money push" }, h("span", { class: "wide" }, this.me.name), h("b", null, exact(this.me.cents ?? 0))) : h("span", { class: "push" }),
      h("button", { class: "btn plain icon", "aria-label": t.SETTINGS, onclick: () => this.open({ kind: "settings" }) }, h("i", { class: "ico i-gear" })),
      h("button", { class: "btn plain icon", "aria-label": t.HELP, onclick: () => this.open({ kind: "keys" }) }, h("i", { class: "ico i-help" })),
    );
  }

  door() {
    const fan = ["Ts", "Js", "Qs", "Ks", "As"];
    return h(
      "section",
      { class: "door" },
      h(
        "div",
        null,
        h("h1", null, t.GREETING),
        h("p", null, t.PROMISE),
        h(
          "form",
          { onsubmit: this.act.quick },
          this.me ? null : [h("label", { class: "quiet", for: "name" }, t.NAME_LABEL), h("input", { class: "field", id: "name", maxlength: "24", autocomplete: "nickname", value: this.ui.name, oninput: (event) => (this.ui.name = event.target.value) })],
          h("button", { class: "btn main" }, t.QUICK_SEAT, " ", h("kbd", null, "Q")),
          h("button", { type: "button", class: "btn ghost", onclick: () => this.set({ step: 0 }) }, t.SHOW_ROUND),
        ),
        this.ui.why ? h("p", { role: "alert", class: "lost" }, this.ui.why) : null,
      ),
      h("div", { class: "fan", "aria-hidden": "true" }, fan.map((card, index) => h("i", { class: "card", "data-c": card, style: { "--a": `${(index - 2) * 11}deg` } }))),
    );
  }

  houseTable(table) {
    const layout = { wagers: [], ...table.felt };
    const drawn = rows(layout);
    const wide = Math.max(1, ...drawn.map((row) => row.length));
    const free = table.seats - table.taken;
    return h(
      "a",
      { key: table.id, class: "game", href: `/table/${table.id}`, onclick: (event) => this.act.sit(event, table) },
      h(
        "div",
        { class: "cloth", "aria-hidden": "true" },
        h("div", { class: "places", style: { "--cols": wide } }, drawn.flatMap((row) => row.map((wager) => h("i", { class: `place ${shape(wager, layout)}`.trim(), style: row.length === 1 && wide > 1 ? { "grid-column": "1 / -1", "justify-self": "center" } : null })))),
        h("div", { class: "cards" }, Array.from({ length: layout.player ?? 5 }, () => h("i", { class: "card" }))),
      ),
      h(
        "div",
        { class: "txt" },
        h("h3", null, table.title ?? table.name),
        h("p", { class: "sub" }, `${table.name} · ${table.limit}`),
        h("p", { class: "dim" }, this.edges[table.id] ? t.edge(this.edges[table.id]) : t.PROVING),
        h("div", { class: "foot" }, dots(table), h("span", { class: "dim" }, t.seatsFree(free)), h("span", { class: "btn small" }, free ? t.SIT : t.WAIT)),
      ),
    );
  }

  pokerTables(listed) {
    const row = (table) => {
      const free = table.seats - table.taken;
      return h(
        "tr",
        { key: table.id },
        h("td", null, h("b", null, table.title ?? table.name), " ", h("span", { class: "sub" }, table.limit)),
        h("td", { class: "sub hide-s" }, table.house),
        h("td", { class: "sub hide-s" }, table.fee),
        h("td", null, h("span", { class: "who" }, h("span", { class: "hide-s" }, dots(table)), t.seatsOf(table.taken, table.seats), table.waiting ? h("span", { class: "tag" }, t.waiting(table.waiting)) : null)),
        h("td", { class: "num" }, h("a", { class: "btn small", href: `/table/${table.id}`, "aria-label": `${free ? t.SIT : t.WAIT}: ${table.title ?? table.name}, ${table.name}`, onclick: (event) => this.act.sit(event, table) }, free ? t.SIT : t.WAIT)),
      );
    };
    return h(
      "section",
      { class: "panel" },
      h("div", { class: "in scroll" }, h("table", { class: "grid" }, h("thead", null, h("tr", null, h("th", null, t.HEADS.game), h("th", { class: "hide-s" }, t.HEADS.house), h("th", { class: "hide-s" }, t.HEADS.fee), h("th", null, t.HEADS.seats), h("th", null, h("span", { class: "quiet" }, t.SIT)))), h("tbody", null, listed.map(row)))),
    );
  }
}

const dots = (table) => h("span", { class: "dots", "aria-hidden": "true" }, Array.from({ length: table.seats }, (_, index) => h("i", { key: index, class: index < table.taken ? "on" : null })));

customElements.define("pitboss-lobby", LobbyPage);
