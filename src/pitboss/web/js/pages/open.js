// Opening a table: the form, and a preview of the table with its legal findings.

import { openingForm } from "../desk/opening-form.js";
import { findings, invitation, preview } from "../desk/opening-sheet.js";
import { DeskPage } from "../desk/page.js";
import { body, choose, seatRange } from "../desk/wanted.js";
import { get, me, post } from "../lib/api.js";
import { copy } from "../lib/clipboard.js";
import { h } from "../lib/dom.js";
import * as t from "../texts/en-desk.js";

const PAUSE = 500; // milliseconds without a change, then a text is checked

class OpenPage extends DeskPage {
  wanted = {
    kind: "",
    game: "",
    house: "",
    limit: "",
    limits: {},
    payouts: {},
    options: {},
    seats: 0,
    bots: 2,
    private: true,
    spectators: true,
    coach: true,
    chat: true,
    bank: true,
    dealt: false,
    act: 20,
    delay: 0,
    law: "washington",
    name: "",
    definition: "",
    file: "",
    checked: null,
  };
  path = "/open";
  games = null;
  houses = null;
  leastPayouts = {}; // by wager, as last known: a limit that is too low is corrected in its field

  async connectedCallback() {
    try {
      await this.begin();
      [this.me, { games: this.games }, { houses: this.houses }] = await Promise.all([
        me(),
        get("/api/games"),
        get("/api/houses"),
      ]);
      this.connect();
    } catch (error) {
      this.why = t.capital(error.message);
      return this.draw();
    }
    this.floor = this.me.roles?.some((role) => role === "floor" || role === "owner");
    this.wanted.private = !this.floor;
    const asked = new URLSearchParams(location.search);
    this.choose({
      kind: asked.get("kind") in t.KINDS ? asked.get("kind") : "house",
      game: asked.get("game") ?? "",
      house: asked.get("house") ?? "",
    });
  }

  house = () => this.houses.find((each) => each.id === this.wanted.house);
  game = () => (this.wanted.file ? this.wanted.checked?.game : this.games.find((each) => each.id === this.wanted.game));

  seatRange() {
    return seatRange(this.wanted, this.game(), this.house());
  }

  choose(changes) {
    this.wanted = choose(this.wanted, changes, this);
    this.opened = null;
    this.draw();
    this.look();
  }

  /** Ask for a preview of the table before it is opened. */
  async look() {
    const asked = (this.asked = Symbol("asked"));
    if (this.wanted.file && !this.wanted.checked?.game?.name) {
      this.sheet = null;
      return this.draw();
    }
    try {
      const sheet = await post("/api/tables/look", body(this.wanted));
      if (asked === this.asked) Object.assign(this, { sheet, leastPayouts: sheet.least_payout_limits ?? {}, why: "" });
    } catch (error) {
      if (asked !== this.asked) return;
      this.sheet = null;
      return this.refused(error);
    }
    this.draw();
  }

  refused(error) {
    this.why = error.status === 401 ? "" : t.capital(error.message); // shown in the form
    super.refused(error);
  }

  /** Take the text of a game as it is pasted or typed; it is checked when the typing pauses. */
  write(definition) {
    Object.assign(this.wanted, { definition, checked: null });
    this.sheet = null;
    clearTimeout(this.checking);
    if (definition.trim()) this.checking = setTimeout(() => this.check(), PAUSE);
    this.draw();
  }

  async read(file) {
    if (!file) return;
    Object.assign(this.wanted, { file: file.name, definition: await file.text() });
    await this.check();
  }

  async check() {
    clearTimeout(this.checking);
    const { definition: text } = this.wanted;
    try {
      const checked = await post("/api/games/check", { file: this.wanted.file, definition: text });
      if (text !== this.wanted.definition) return; // changed meanwhile, and checked again
      this.why = "";
      const kind = checked.kind || this.wanted.kind;
      if (kind !== this.wanted.kind) {
        const { file, definition } = this.wanted;
        this.wanted = { ...choose(this.wanted, { kind }, this), file, definition };
      }
      this.choose({ checked, limits: {}, payouts: {}, options: {} });
    } catch (error) {
      this.refused(error);
    }
  }

  async openIt() {
    if (!this.sheet) return;
    try {
      const table = await post("/api/tables", body(this.wanted));
      const path = `/table/${table.id}${table.invite ? `?invite=${encodeURIComponent(table.invite)}` : ""}`;
      if (!table.invite) return location.assign(path);
      this.opened = { path, link: `${location.origin}${path}`, copied: false };
      this.why = "";
    } catch (error) {
      return this.refused(error);
    }
    this.draw();
    this.link()?.focus();
  }

  async copy() {
    this.opened.copied = await copy(this.opened.link);
    this.draw();
    this.link().select();
  }

  /** @returns {HTMLInputElement} */
  link() {
    return this.querySelector("#invite");
  }

  /** Why a table of a game file cannot be opened yet. */
  unchecked() {
    const { file, definition, checked } = this.wanted;
    if (!file || this.sheet) return "";
    if (checked?.mistakes?.length) return t.FILE_HAS_MISTAKES;
    return definition.trim() ? t.FILE_CHECKING : t.FILE_FIRST;
  }

  /** A line on why no table can be opened; null if one can. */
  said() {
    if (this.why) return h("p", { class: "lost", role: "alert" }, this.why);
    const words = this.unchecked();
    return words ? h("p", { class: "sub", role: "status" }, words) : null;
  }

  draw() {
    const count = this.sheet?.findings?.length ?? 0;
    this.frame(
      t.OPEN_TABLE,
      h(
        "main",
        { class: "page opening", id: "main" },
        h(
          "div",
          { class: "head" },
          h(
            "div",
            null,
            h("p", { class: "label" }, t.KINDS[this.wanted.kind]),
            h("h1", { class: "title" }, t.OPEN_TABLE),
          ),
          h(
            "div",
            { class: "tools" },
            h("a", { class: "btn", href: "/" }, t.CANCEL),
            this.opened ? null : h("button", {
              class: "btn main",
              "aria-disabled": this.sheet ? null : "true",
              onclick: () => this.openIt(),
            }, count ? t.openWith(count) : t.OPEN_TABLE),
          ),
        ),
        this.said(),
        this.opened ? invitation(this) : null,
        this.houses
          ? h(
            "div",
            { class: "cols open-table" },
            openingForm(this),
            h("div", { class: "stack" }, preview(this), findings(this)),
          )
          : null,
      ),
    );
  }
}

customElements.define("pitboss-open", OpenPage);
