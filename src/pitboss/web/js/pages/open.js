// Opening a table: what is not possible stays, dashed, with its rule; the findings of the law stand beside it.

import { get, me, post } from "../lib/api.js";
import { h, render } from "../lib/dom.js";
import * as keys from "../lib/keys.js";
import { dollars } from "../lib/money.js";
import { apply } from "../lib/settings.js";
import * as t from "../texts/en.js";

class OpenPage extends HTMLElement {
  wanted = { kind: "house", game: "", house: "", limit: "", seats: 0, bots: 2, private: true, spectators: true, name: "" };

  async connectedCallback() {
    apply();
    keys.listen();
    try {
      [this.me, { games: this.games }, { houses: this.houses }] = await Promise.all([me(), get("/api/games"), get("/api/houses")]);
    } catch (error) {
      render(this, h("main", { class: "page", id: "main" }, h("p", { role: "alert" }, error.message)));
      return;
    }
    this.floor = this.me.roles?.some((role) => role === "floor" || role === "owner");
    this.wanted.private = !this.floor;
    this.choose({ game: this.games.find((game) => game.kind === "house").id });
  }

  choose(changes) {
    const wanted = { ...this.wanted, ...changes };
    if (changes.kind === "house") Object.assign(wanted, { game: this.games.find((game) => game.kind === "house").id, house: "", limit: "" });
    if (changes.kind === "poker") Object.assign(wanted, { house: this.houses[0].id, game: this.houses[0].games[0].game });
    if (wanted.kind === "poker") {
      const house = this.houses.find((each) => each.id === wanted.house);
      if (changes.house) wanted.game = house.games[0].game;
      const limits = house.games.filter((each) => each.game === wanted.game);
      if (!limits.some((each) => each.limit === wanted.limit)) wanted.limit = (limits[0] ?? house.games[0]).limit;
    }
    this.wanted = wanted;
    this.draw();
    this.look();
  }

  body() {
    const { kind, ...wanted } = this.wanted;
    return wanted;
  }

  /** Ask what the table would be, before it is opened. */
  async look() {
    const asked = (this.asked = Symbol("asked"));
    try {
      const sheet = await post("/api/tables/look", this.body());
      if (asked === this.asked) Object.assign(this, { sheet, why: "" });
    } catch (error) {
      if (asked === this.asked) Object.assign(this, { sheet: null, why: error.message });
    }
    this.draw();
  }

  async open() {
    try {
      const table = await post("/api/tables", this.body());
      location.assign(`/table/${table.id}${table.invite ? `?invite=${encodeURIComponent(table.invite)}` : ""}`);
    } catch (error) {
      this.why = error.message;
      this.draw();
    }
  }

  draw() {
    const count = this.sheet?.findings?.length ?? 0;
    render(
      this,
      h("a", { class: "skip", href: "#main" }, t.SKIP),
      h("header", { class: "bar" }, h("a", { class: "mark suit-s", href: "/" }, t.PITBOSS), h("nav", { "aria-label": t.PAGES }, h("a", { href: "/" }, t.LOBBY), h("a", { href: "/rules" }, t.RULES_TITLE))),
      h(
        "main",
        { class: "page", id: "main" },
        h(
          "div",
          { class: "head" },
          h("div", null, h("p", { class: "label" }, this.wanted.kind === "house" ? t.AGAINST_HOUSE : t.BETWEEN_PLAYERS), h("h1", { class: "title" }, t.OPEN_TABLE)),
          h("div", { class: "tools" }, h("a", { class: "btn", href: "/" }, t.CANCEL), h("button", { class: "btn main", "aria-disabled": this.sheet ? null : "true", onclick: () => this.sheet && this.open() }, count ? t.openWith(count) : t.OPEN_TABLE)),
        ),
        this.why ? h("p", { class: "lost", role: "alert" }, this.why) : null,
        h("div", { class: "cols open-table" }, this.form(), h("div", { class: "stack" }, this.preview(), this.findings())),
      ),
    );
  }

  form() {
    const { wanted } = this;
    const house = this.houses.find((each) => each.id === wanted.house);
    const games = wanted.kind === "house" ? this.games.filter((game) => game.kind === "house").map((game) => [game.id, game.name]) : [...new Map(house.games.map((each) => [each.game, each.name])).entries()];
    const limits = wanted.kind === "poker" ? [...new Set(house.games.filter((each) => !wanted.game || each.game === wanted.game).map((each) => each.limit))] : [];
    return h(
      "section",
      { class: "panel" },
      h(
        "div",
        { class: "in" },
        h(
          "div",
          { class: "rows-form" },
          this.row(t.KIND, [["house", t.AGAINST_HOUSE], ["poker", t.BETWEEN_PLAYERS]], wanted.kind, (kind) => this.choose({ kind })),
          wanted.kind === "poker" ? this.row(t.HEADS.house, this.houses.map((each) => [each.id, each.name]), wanted.house, (id) => this.choose({ house: id })) : null,
          this.row(t.GAME, [...games, ...(house?.dealers_choice ? [["", t.DEALERS_CHOICE]] : [])], wanted.game, (game) => this.choose({ game })),
          limits.length ? this.row(t.LIMIT, limits.map((limit) => [limit, limit.replace("-", "–")]), wanted.limit, (limit) => this.choose({ limit })) : null,
          h("div", { key: "bots" }, h("b", null, t.BOTS), this.count("bots", 0, 9)),
          h(
            "div",
            { key: "options" },
            h("b", null, t.OPTIONS),
            h("div", null, this.toggle("private", t.PRIVATE, !this.floor), this.toggle("spectators", t.SPECTATORS)),
          ),
        ),
      ),
    );
  }

  row(name, choices, chosen, on) {
    return h("div", { key: name }, h("b", null, name), h("div", { class: "picks", role: "radiogroup", "aria-label": name }, choices.map(([value, words]) => h("button", { key: value, class: "btn", role: "radio", "aria-checked": String(value === chosen), onclick: () => on(value) }, words))));
  }

  count(name, least, most) {
    const now = this.wanted[name];
    const step = (by) => () => this.choose({ [name]: Math.max(least, Math.min(most, now + by)) });
    return h("span", { class: "count" }, h("button", { "aria-label": t.FEWER_BOTS, onclick: step(-1) }, "−"), h("b", { "aria-live": "polite" }, now), h("button", { "aria-label": t.MORE_BOTS, onclick: step(1) }, "+"));
  }

  toggle(name, words, fixed = false) {
    const on = this.wanted[name];
    return h("button", { key: name, class: "switch", role: "switch", "aria-checked": String(on), "aria-disabled": fixed ? "true" : null, onclick: () => !fixed && this.choose({ [name]: !on }) }, h("i", null), h("div", null, words[0], " ", h("span", null, fixed ? t.ONLY_FLOOR : words[1])));
  }

  preview() {
    const { sheet } = this;
    if (!sheet) return null;
    const facts = [
      [t.GAME, sheet.name],
      [t.LIMIT, sheet.limits],
      [t.HEADS.seats, sheet.seats],
      [t.LEAST_BUY_IN, dollars(sheet.least_buy_in)],
      ...(sheet.fee ? [[t.HEADS.fee, sheet.fee]] : []),
    ];
    return h("section", { class: "panel" }, h("header", null, h("h2", null, t.AS_IN_LOBBY)), h("div", { class: "in" }, h("dl", { class: "facts" }, facts.map(([name, value]) => h("div", { key: name }, h("dt", null, name), h("dd", null, value))))));
  }

  findings() {
    const listed = this.sheet?.findings ?? [];
    if (!this.sheet) return null;
    return h(
      "section",
      { class: "panel" },
      h("header", null, h("h2", null, this.sheet.jurisdiction ? t.capitalised(this.sheet.jurisdiction) : t.FINDINGS), h("span", { class: listed.length ? "tag warn push" : "tag good push" }, t.findingCount(listed.length))),
      h("div", { class: "in" }, h("ul", { class: "find" }, listed.map((each) => h("li", { key: each }, h("span", { class: "vs" }, each))))),
    );
  }
}

customElements.define("pitboss-open", OpenPage);
