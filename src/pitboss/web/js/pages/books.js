// The books: the win of every table against its expected win; slips, counts, fees, hands and the ledger.

import { drop, fees, findings, games, hands, ledger, slips, summary } from "../books/tabs.js";
import { BLANK, DeskPage } from "../desk/page.js";
import { get, post } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { centsOf } from "../lib/money.js";
import * as t from "../texts/en-desk.js";
import * as b from "../texts/en/books.js";

const TABS = { games, drop, slips, fees, hands, ledger, findings };

const FOLLOW_EVERY = 700;
const SIZES = [100000, 50000, 10000, 2500, 500, 100, 50, 25, 5, 1];

/** An amount in the fewest chips: how many of each denomination in cents. */
export function asChips(cents) {
  const chips = {};
  let left = cents;
  for (const size of SIZES) {
    if (left >= size) chips[size] = Math.floor(left / size);
    left %= size;
  }
  return chips;
}

class BooksPage extends DeskPage {
  path = "/books";
  report = null;
  keyList = t.BOOKS_KEYS;
  ui = {
    ...BLANK,
    tab: "games",
    first: "",
    last: "",
    table: "",
    amount: "",
    box: "drop box",
    account: "",
    player: "",
    handTable: "",
  };

  /** The role in which I read the books. */
  staff() {
    return b.READERS.find((role) => this.me.roles.includes(role)) ?? "player";
  }

  async connectedCallback() {
    await this.begin();
    this.connect();
    const wanted = new URLSearchParams(location.search);
    Object.assign(this.ui, {
      tab: TABS[wanted.get("tab")] ? wanted.get("tab") : "games",
      first: wanted.get("first") ?? "",
      last: wanted.get("last") ?? "",
    });
    await this.load();
  }

  period() {
    const days = new URLSearchParams();
    if (this.ui.first) days.set("first", this.ui.first);
    if (this.ui.last) days.set("last", this.ui.last);
    return String(days);
  }

  async load() {
    if (!b.READERS.some((role) => this.may(role))) return this.set({ why: b.ROLES_NEEDED });
    try {
      const [{ report, fees: taken }, balances, listed, audit] = await Promise.all([
        get(`/api/books?${this.period()}`),
        get("/api/ledger"),
        get("/api/slips?count=500"),
        get("/api/audit"),
      ]);
      Object.assign(this, { report, fees: taken, balances, audit, slips: listed.slips });
      this.followAudit();
      Object.assign(this.ui, {
        first: report.first,
        last: report.last,
        table: this.ui.table || report.house[0]?.table || report.poker[0]?.table || "",
        why: "",
      });
      const worst = report.house
        .flatMap((row) => row.wagers)
        .sort((one, other) => Math.abs(other.band?.off ?? 0) - Math.abs(one.band?.off ?? 0))[0];
      if (worst) await this.look(worst.table, worst.wager);
      if (this.ui.tab === "hands") await this.search();
    } catch (error) {
      return this.refused(error);
    }
    this.draw();
  }

  async look(table, wager) {
    const { timeline } = await get(
      `/api/books/timeline?${this.period()}&table=${encodeURIComponent(table)}&wager=${encodeURIComponent(wager)}`,
    );
    this.daily = timeline;
    this.draw();
  }

  /** Start an audit and follow it to its end. */
  beginAudit() {
    return this.attempt(async () => {
      this.audit = await post("/api/audit");
      this.followAudit();
      this.draw();
    });
  }

  followAudit() {
    clearTimeout(this.following);
    if (this.audit.state !== "running") return;
    this.following = setTimeout(async () => {
      this.audit = await get("/api/audit").catch(() => this.audit);
      this.followAudit();
      this.draw();
    }, FOLLOW_EVERY);
  }

  tell(work) {
    return this.attempt(() => work().then(() => this.load()));
  }

  sign(slip) {
    return this.tell(() => post(`/api/tables/${slip.table}/slips/${slip.id}/confirm`));
  }

  spoil(slip) {
    return this.tell(() => post(`/api/tables/${slip.table}/slips/${slip.id}/void`, { why: b.voidBy(this.me?.name) }));
  }

  cents() {
    return centsOf(this.ui.amount);
  }

  write(what) {
    return this.tell(() =>
      post(`/api/tables/${this.ui.table}/slips`, what === "inventory" ? { what } : { what, cents: this.cents() })
    );
  }

  count() {
    return this.tell(() =>
      post(`/api/tables/${this.ui.table}/counts`, { box: this.ui.box, chips: asChips(this.cents()) })
    );
  }

  async search(event) {
    event?.preventDefault();
    const asked = new URLSearchParams({ count: "100" });
    if (this.ui.handTable) asked.set("table", this.ui.handTable);
    if (this.ui.player) asked.set("player", this.ui.player);
    this.hands = (await get(`/api/hands?${asked}`)).hands;
    this.draw();
  }

  async account(event, name) {
    event.preventDefault();
    this.ui.account = name;
    const { movements } = name ? await get(`/api/ledger?account=${encodeURIComponent(name)}`) : {};
    this.moves = movements?.length ? movements : null;
    this.balances = this.moves ? this.balances : await get(`/api/ledger?start=${encodeURIComponent(name)}`);
    this.draw();
  }

  choose(tab) {
    this.set({ tab });
    history.replaceState(null, "", `?tab=${tab}&${this.period()}`);
    if (tab === "hands" && !this.hands) this.search();
  }

  draw() {
    const bound = Object.fromEntries(b.BOOK_TABS.map(([key], index) => [String(index + 1), () => this.choose(key)]));
    this.frame(
      b.BOOKS_TITLE,
      h(
        "main",
        { class: "page", id: "main" },
        this.head(),
        this.ui.why ? h("p", { class: "lost", role: "alert" }, this.ui.why) : null,
        this.report ? [summary(this), TABS[this.ui.tab](this)] : null,
      ),
      this.report ? bound : {},
    );
  }

  head() {
    const day = (name, label) =>
      h(
        "label",
        { key: name, class: "named" },
        label,
        " ",
        h("input", {
          class: "field",
          type: "date",
          value: this.ui[name],
          onchange: (event) => this.pick(name, event.target.value),
        }),
      );
    const file = (kind, label) =>
      h(
        "a",
        {
          key: kind,
          class: "btn",
          href: `/api/books/report.${kind}?${this.period()}`,
          download: "",
        },
        h("i", { class: "ico i-down" }),
        label,
      );
    const tab = ([key, name]) =>
      h("button", { key, "aria-pressed": String(key === this.ui.tab), onclick: () => this.choose(key) }, name);
    const known = Boolean(this.report);
    return h(
      "div",
      { class: "head books" },
      h(
        "div",
        null,
        h("p", { class: "label" }, b.BOOKS),
        h("h1", { class: "title" }, b.TITLES[this.ui.tab]),
        h("p", { class: "sub" }, known ? `${b.periodWords(this.ui.first, this.ui.last)} ` : "", b.EVERY_WIN),
        known ? h("div", { class: "period" }, day("first", b.FROM_DAY), day("last", b.TO_DAY)) : null,
      ),
      known
        ? h(
          "div",
          { class: "tools" },
          h("div", { class: "seg", role: "group", "aria-label": b.WHICH_BOOK }, b.BOOK_TABS.map(tab)),
          file("csv", b.CSV),
          file("pdf", b.PDF),
        )
        : null,
    );
  }

  pick(name, day) {
    this.ui[name] = day;
    if (this.ui.first && this.ui.last && this.ui.first <= this.ui.last) this.load();
  }
}

customElements.define("pitboss-books", BooksPage);
