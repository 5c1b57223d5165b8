// The lobby: every table, a seat in two clicks, waiting lists, and the tour of a first visit.

import { opened } from "../desk/account.js";
import { bar } from "../desk/bar.js";
import { show } from "../desk/dialog.js";
import { houseCard, houseGame, pokerTable } from "../desk/tables.js";
import { heldSeat, waitDialog } from "../desk/waiting.js";
import { get, known, me } from "../lib/api.js";
import { h, render } from "../lib/dom.js";
import * as keys from "../lib/keys.js";
import { apply, change, settings } from "../lib/settings.js";
import { Line } from "../protocol.js";
import * as t from "../texts/en.js";
import { go, tour, tourKeys } from "./tour.js";

const LOOK_EVERY = 5000;
const PROOFS_EVERY = 2000;

class LobbyPage extends HTMLElement {
  tables = new Map();
  edges = {};
  proofs = {};
  ui = { dialog: null, all: false, step: -1, name: "", why: "", held: null };
  dialogs = { wait: waitDialog };

  async connectedCallback() {
    apply();
    keys.listen();
    this.me = await known();
    this.ui.name = this.me?.name ?? `Guest ${1000 + Math.floor(Math.random() * 9000)}`;
    await this.load();
    this.draw();
    if (!settings().toured && !this.me) go(this, 0);
    if (this.me) this.connect();
    else this.looking = setInterval(() => this.load().then(() => this.draw(), () => {}), LOOK_EVERY); // a socket is for those with a name
    this.followProofs();
  }

  connect() {
    clearInterval(this.looking);
    this.line = new Line("/ws", (message) => this.hear(message));
  }

  async load() {
    const [{ tables }, edges] = await Promise.all([get("/api/tables"), get("/api/edges")]);
    this.edges = edges;
    this.tables = new Map(tables.map((table) => [table.id, table]));
  }

  /** Ask how far the proofs of games that did not ship are, until all are over. */
  async followProofs() {
    clearTimeout(this.asking);
    const unknown = () => [...this.tables.values()].filter((table) => table.kind === "house" && this.edges[table.id] == null && this.proofs[table.id]?.state !== "not proved");
    if (!unknown().length) return;
    try {
      this.proofs = (await get("/api/proofs")).proofs;
      this.edges = await get("/api/edges");
    } catch {
      // asked again below
    }
    this.draw();
    if (unknown().length) this.asking = setTimeout(() => this.followProofs(), PROOFS_EVERY);
  }

  hear(message) {
    if (message.type === "lobby") {
      const before = this.tables.size;
      if (message.whole) this.tables.clear();
      for (const table of message.tables) this.tables.set(table.id, table);
      for (const id of message.gone ?? []) this.tables.delete(id);
      const held = message.tables.find((table) => table.yours?.seat);
      if (held) this.hold(held.id, held.yours.seat, held.yours.left);
      else if (this.ui.held && message.tables.some((table) => table.id === this.ui.held.table && !table.yours?.seat)) this.ui.held = null;
      if (this.tables.size !== before) this.followProofs();
    }
    if (message.type === "page") this.hold(message.table, message.seat, message.left);
    if (message.type === "ack" && !message.ok) this.ui.why = t.capitalised(message.why);
    if (message.type === "note") this.ui.why = t.capitalised(message.text);
    this.draw();
  }

  /** A seat is held for me; the page counts the seconds, and the title of the tab says it too. */
  hold(table, seat, left) {
    this.ui.held = { table, seat, until: Date.now() + left * 1000 };
    clearInterval(this.counting);
    this.counting = setInterval(() => {
      if (this.ui.held && this.ui.held.until <= Date.now()) this.ui.held = null;
      if (!this.ui.held) clearInterval(this.counting);
      this.draw();
    }, 1000);
  }

  wait(table, how) {
    if (how === "off") this.ui.held = null;
    this.line?.command("list", { table, [how]: true });
    this.draw();
  }

  act = {
    quick: async (event) => {
      event?.preventDefault();
      await this.attempt(async () => {
        await this.known();
        const seat = await get("/api/seat");
        location.assign(`/table/${seat.table}?sit=${seat.seat}`);
      });
    },
    sit: async (event, table) => {
      event.preventDefault();
      await this.attempt(async () => {
        await this.known();
        if (table.taken < table.seats) location.assign(`/table/${table.id}?sit`);
        else this.open({ kind: "wait", table: table.id });
      });
    },
    settings: (changes) => {
      change(changes);
      this.draw();
    },
  };

  async attempt(work) {
    try {
      await work();
    } catch (error) {
      this.set({ why: t.capitalised(error.message) });
    }
  }

  /** Come in as a guest under the name in the field, if nobody has come in yet. */
  async known() {
    if (this.me) return;
    this.me = await me(this.querySelector("#name")?.value.trim());
    this.connect();
    this.draw();
  }

  set(changes) {
    Object.assign(this.ui, changes);
    this.draw();
  }

  open(dialog) {
    show(this, dialog);
  }

  async choose(all) {
    this.set({ all });
    if (!all || this.games) return;
    const [{ games }, { houses }] = await Promise.all([get("/api/games"), get("/api/houses")]);
    Object.assign(this, { games, houses });
    this.draw();
  }

  draw() {
    const { ui } = this;
    const listed = [...this.tables.values()];
    const house = listed.filter((table) => table.kind === "house");
    const poker = listed.filter((table) => table.kind !== "house");
    const alone = listed.length > 0 && listed.every((table) => table.taken === (table.bots ?? 0));
    const unopened = ui.all ? (this.games ?? []).filter((game) => game.kind === "house" && !house.some((table) => table.game === game.id)) : [];
    document.title = ui.held ? `${t.seatTitle} · ${t.PITBOSS}` : t.PITBOSS;
    render(
      this,
      h("a", { class: "skip", href: "#main" }, t.SKIP),
      bar(this, "/"),
      h(
        "main",
        { class: "page", id: "main" },
        this.door(alone),
        h("div", { class: "sec" }, h("h2", null, t.AGAINST_HOUSE), h("span", { class: "dim" }, t.tablesOpen(house.length)), this.switch(), this.opening("house")),
        h("div", { class: "games" }, house.map((table) => houseCard(this, table)), unopened.map((game) => houseGame(game))),
        h("div", { class: "sec" }, h("h2", null, t.BETWEEN_PLAYERS), h("span", { class: "dim" }, t.NEVER_A_SIDE), this.opening("poker")),
        this.pokerTables(poker),
      ),
      heldSeat(this),
      opened(this),
      tour(this),
    );
    keys.rebind(ui.dialog ? { Escape: () => this.open(null) } : { q: () => this.act.quick(), "?": () => this.open({ kind: "keys" }), ...tourKeys(this) });
  }

  switch() {
    const choice = (all, words) => h("button", { key: words, "aria-pressed": String(this.ui.all === all), onclick: () => this.choose(all) }, words);
    return h("span", { class: "push seg", role: "group", "aria-label": t.WHICH_TABLES }, choice(false, t.OPEN_NOW), choice(true, t.ALL_GAMES));
  }

  opening(kind) {
    return h("a", { class: kind === "house" ? "btn small" : "push btn small", href: `/open?kind=${kind}`, "aria-label": `${t.OPEN_TABLE}: ${kind === "house" ? t.AGAINST_HOUSE : t.BETWEEN_PLAYERS}` }, t.OPEN_TABLE);
  }

  door(alone) {
    const fan = ["Ts", "Js", "Qs", "Ks", "As"];
    return h(
      "section",
      { class: "door" },
      h(
        "div",
        null,
        h("h1", null, t.GREETING),
        h("p", null, alone ? `${t.FIRST_TONIGHT}: ${t.START_AT_ONCE}.` : t.PROMISE),
        h(
          "form",
          { onsubmit: this.act.quick },
          this.me ? null : [h("label", { class: "quiet", for: "name" }, t.NAME_LABEL), h("input", { class: "field", id: "name", maxlength: "24", autocomplete: "nickname", value: this.ui.name, oninput: (event) => (this.ui.name = event.target.value) })],
          h("button", { class: "btn main" }, t.QUICK_SEAT, " ", h("kbd", null, "Q")),
          h("button", { type: "button", class: "btn ghost", onclick: () => go(this, 0) }, t.SHOW_ROUND),
        ),
        this.ui.why && !this.ui.dialog ? h("p", { role: "alert", class: "lost" }, this.ui.why) : null,
      ),
      h("div", { class: "fan", "aria-hidden": "true" }, fan.map((card, index) => h("i", { class: "card", "data-c": card, style: { "--a": `${(index - 2) * 11}deg` } }))),
    );
  }

  pokerTables(listed) {
    const heads = h("tr", null, h("th", null, t.HEADS.game), h("th", { class: "hide-s" }, t.HEADS.house), h("th", { class: "hide-s" }, t.FORCED_BET), h("th", { class: "hide-s" }, t.HEADS.fee), h("th", null, t.HEADS.seats), h("th", null, h("span", { class: "quiet" }, t.SIT)));
    return h("section", { class: "panel" }, h("div", { class: "in scroll" }, h("table", { class: "grid" }, h("thead", null, heads), h("tbody", null, listed.map((table) => pokerTable(this, table)), this.ui.all ? this.unopened(listed) : null))));
  }

  /** The games of every house book that no table deals now. */
  unopened(listed) {
    const rows = new Map();
    for (const house of this.houses ?? []) {
      for (const row of house.games) {
        const key = `${house.id} ${row.game}`;
        if (listed.some((table) => table.house === house.name && table.game.split(" ").includes(row.game))) continue;
        rows.set(key, { house, row, limits: [...(rows.get(key)?.limits ?? []), row.limit] });
      }
    }
    return [...rows].map(([key, { house, row, limits }]) =>
      h("tr", { key }, h("td", null, h("b", null, row.name), " ", h("span", { class: "sub" }, limits.join(", ").replace(/(\d)-(\d)/g, "$1–$2"))), h("td", { class: "sub hide-s" }, house.name), h("td", { class: "sub hide-s" }), h("td", { class: "sub hide-s" }), h("td", { class: "dim" }, t.NOT_OPEN), h("td", { class: "num" }, h("a", { class: "btn small", href: `/open?kind=poker&house=${house.id}&game=${row.game}`, "aria-label": t.openOne(`${row.name}, ${house.name}`) }, t.OPEN_ONE))),
    );
  }
}

customElements.define("pitboss-lobby", LobbyPage);
