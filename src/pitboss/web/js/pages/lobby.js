// The lobby: every table, a seat in two clicks, waiting lists, and the tour of a first visit.

import { BLANK, DeskPage } from "../desk/page.js";
import { firstCards, houseCard, houseGame, pokerTable } from "../desk/tables.js";
import { waitDialog } from "../desk/waiting.js";
import { ofKind } from "../desk/wanted.js";
import { get, me } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { settings, today } from "../lib/settings.js";
import * as t from "../texts/en-desk.js";
import { go, tour, tourKeys } from "./tour.js";

const LOOK_EVERY = 5000;
const PROOFS_EVERY = 2000;

/** True if anything was dealt tonight: to others at a table of poker, or to me. */
const played = (listed) => listed.some((table) => table.pot) || settings().played === today();

class LobbyPage extends DeskPage {
  edges = {};
  proofs = {};
  games = null;
  houses = null;
  path = "/";
  keyList = t.LOBBY_KEYS;
  ui = { ...BLANK, all: false, step: -1, name: "" };
  dialogs = { wait: waitDialog };

  async connectedCallback() {
    this.act = { ...this.act, quick: (event) => this.quick(event), sit: (event, table) => this.sit(event, table) };
    await this.attempt(() => Promise.all([this.begin(), this.load()]));
    this.ui.name = this.me?.name ?? t.guestName(1000 + Math.floor(Math.random() * 9000));
    this.draw();
    this.connect();
    if (!settings().toured && !this.me) go(this, 0);
    // Only visitors with a name have a socket.
    if (!this.me) this.looking = setInterval(() => this.load().then(() => this.draw(), () => {}), LOOK_EVERY);
    this.followProofs();
  }

  connect() {
    clearInterval(this.looking);
    super.connect();
  }

  async load() {
    const [{ tables }, edges] = await Promise.all([get("/api/tables"), get("/api/edges")]);
    this.edges = edges;
    this.tables = new Map(tables.map((table) => [table.id, table]));
  }

  /** Follow the proofs of games that did not ship, until all are over. */
  async followProofs() {
    clearTimeout(this.asking);
    const unknown = () =>
      ofKind([...this.tables.values()], "house").filter((table) =>
        this.edges[table.id] == null && this.proofs[table.id]?.state !== "not proved"
      );
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

  listed(message) {
    const before = this.tables.size;
    super.listed(message);
    if (this.tables.size !== before) this.followProofs();
  }

  quick(event) {
    event?.preventDefault();
    return this.attempt(async () => {
      await this.known();
      const seat = await get("/api/seat");
      location.assign(`/table/${seat.table}?sit=${seat.seat}`);
    });
  }

  sit(event, table) {
    event.preventDefault();
    return this.attempt(async () => {
      await this.known();
      if (table.taken < table.seats) location.assign(`/table/${table.id}?sit`);
      else this.open({ kind: "wait", table: table.id });
    });
  }

  /** Enter as a guest under the name in the field, unless already signed in. */
  async known() {
    if (this.me) return;
    /** @type {HTMLInputElement} */
    const field = this.querySelector("#name");
    this.me = await me(field?.value.trim());
    this.connect();
    this.draw();
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
    const house = ofKind(listed, "house");
    const poker = ofKind(listed, "poker");
    const alone = listed.length > 0 && listed.every((table) => table.taken === (table.bots ?? 0));
    const unopened = ui.all
      ? ofKind(this.games ?? [], "house").filter((game) => !house.some((table) => table.game === game.id))
      : [];
    const bound = { q: () => this.act.quick(), ...tourKeys(this) };
    this.frame(
      "",
      [
        h(
          "main",
          { class: "page", id: "main" },
          this.door(),
          alone ? this.first(listed, house, poker) : null,
          h(
            "div",
            { class: "sec" },
            h("h2", null, t.KINDS.house),
            h("span", { class: "dim" }, t.tablesOpen(house.length)),
            this.switch(),
          ),
          h(
            "div",
            { class: "games" },
            house.map((table) => houseCard(this, table)),
            unopened.map((game) => houseGame(game)),
          ),
          h(
            "div",
            { class: "sec" },
            h("h2", null, t.KINDS.poker),
            h("span", { class: "dim" }, t.NEVER_A_SIDE),
            h("a", { class: "push btn small", href: "/open" }, t.OPEN_TABLE),
          ),
          this.pokerTables(poker),
        ),
        tour(this),
      ],
      bound,
    );
  }

  /** For an empty room: the tables that start the moment somebody sits down. */
  first(listed, house, poker) {
    return h(
      "section",
      { key: "first", class: "panel first" },
      h(
        "div",
        { class: "in" },
        h(
          "div",
          { class: "sec" },
          h("h2", null, played(listed) ? t.ALONE_HERE : t.FIRST_TONIGHT),
          h("span", { class: "dim" }, t.START_AT_ONCE),
        ),
        h("div", { class: "games" }, firstCards(this, house, poker)),
      ),
    );
  }

  switch() {
    const choice = (all, words) =>
      h("button", { key: words, "aria-pressed": String(this.ui.all === all), onclick: () => this.choose(all) }, words);
    return h(
      "span",
      { class: "push seg", role: "group", "aria-label": t.WHICH_TABLES },
      choice(false, t.OPEN_NOW),
      choice(true, t.ALL_GAMES),
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
        h("h1", null, t.greeting(new Date().getHours())),
        h("p", null, t.PROMISE),
        h(
          "form",
          { onsubmit: this.act.quick },
          this.me ? null : [
            h("label", { class: "quiet", for: "name" }, t.NAME_LABEL),
            h("input", {
              class: "field",
              id: "name",
              maxlength: "24",
              autocomplete: "nickname",
              value: this.ui.name,
              oninput: (event) => (this.ui.name = event.target.value),
            }),
          ],
          h("button", { class: "btn main" }, t.QUICK_SEAT, " ", h("kbd", null, "Q")),
          h("button", { type: "button", class: "btn ghost", onclick: () => go(this, 0) }, t.SHOW_ROUND),
        ),
        this.ui.why && !this.ui.dialog ? h("p", { role: "alert", class: "lost" }, this.ui.why) : null,
      ),
      h(
        "div",
        { class: "fan", "aria-hidden": "true" },
        fan.map((card, index) => h("i", { class: "card", "data-c": card, style: { "--a": `${(index - 2) * 11}deg` } })),
      ),
    );
  }

  pokerTables(listed) {
    const heads = h(
      "tr",
      null,
      h("th", null, t.HEADS.game),
      h("th", { class: "hide-s" }, t.HEADS.house),
      h("th", { class: "hide-s" }, t.FORCED_BET),
      h("th", { class: "hide-s" }, t.HEADS.fee),
      h("th", { class: "num hide-s" }, t.AVERAGE_POT),
      h("th", null, t.HEADS.seats),
      h("th", null, h("span", { class: "quiet" }, t.SIT)),
    );
    return h(
      "section",
      { class: "panel" },
      h(
        "div",
        { class: "in scroll" },
        h(
          "table",
          { class: "grid" },
          h("thead", null, heads),
          h("tbody", null, listed.map((table) => pokerTable(this, table)), this.ui.all ? this.unopened(listed) : null),
        ),
      ),
    );
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
      h(
        "tr",
        { key },
        h(
          "td",
          null,
          h("b", null, row.name),
          " ",
          h("span", { class: "sub" }, limits.join(", ").replace(/(\d)-(\d)/g, "$1–$2")),
        ),
        h("td", { class: "sub hide-s" }, house.name),
        h("td", { class: "hide-s" }),
        h("td", { class: "hide-s" }),
        h("td", { class: "hide-s" }),
        h("td", { class: "dim" }, t.NOT_OPEN),
        h(
          "td",
          { class: "num" },
          h("a", {
            class: "btn small",
            href: `/open?kind=poker&house=${house.id}&game=${row.game}`,
            "aria-label": t.openOne(`${row.name}, ${house.name}`),
          }, t.OPEN_ONE),
        ),
      )
    );
  }
}

customElements.define("pitboss-lobby", LobbyPage);
