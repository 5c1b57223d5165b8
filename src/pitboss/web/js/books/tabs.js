// The parts of the books, each drawn from an answer of the server.

import { h } from "../lib/dom.js";
import { exact } from "../lib/money.js";
import { title } from "../texts/en.js";
import * as t from "../texts/en/books.js";
import { auditPanel } from "./audit.js";
import { bandPicture, percent, sigma, timelinePicture, whole } from "./drawing.js";

/** A table of texts; the columns in `numbers` are figures, those in `wide` are left out on a phone. */
function grid(columns, rows, numbers = [], label = "", wide = []) {
  const kind = (at) => [numbers.includes(at) && "num", wide.includes(at) && "hide-s"].filter(Boolean).join(" ") || null;
  if (!rows.length) return h("p", { class: "dim" }, t.NOTHING_HERE);
  return h(
    "table",
    { class: "grid", "aria-label": label || null },
    h(
      "thead",
      null,
      h("tr", null, columns.map((name, at) => h("th", { key: at, class: kind(at), scope: "col" }, name))),
    ),
    h(
      "tbody",
      null,
      rows.map((row) =>
        h(
          "tr",
          { key: row.key, class: row.alarm ? "alarm" : null },
          row.cells.map((cell, at) => h("td", { key: at, class: kind(at) }, cell)),
        )
      ),
    ),
  );
}

const panel = (...inside) =>
  h("section", { class: "panel" }, h("div", { class: "in scroll", tabindex: "0" }, ...inside));
const section = (title, words) =>
  h("div", { class: "sec" }, h("h2", null, title), words ? h("span", { class: "dim" }, words) : null);

export function summary(page) {
  const { totals } = page.report;
  const balanced = page.balances?.sum === 0;
  const unbroken = page.audit.state === "done" && !page.audit.found;
  const far = page.report.house.filter((table) =>
    [table.period, ...table.wagers].some((row) => row.band?.where === "outside 99%")
  ).map((table) => table.table);
  const above = page.report.payout_limits.filter((row) => row.deals.length).map((row) => row.table);
  const look = new Set([...far, ...above]).size;
  const settled = page.report.house.flatMap((table) => table.wagers).reduce((sum, row) => sum + row.count, 0);
  const facts = [
    [t.HANDLE, whole(totals.handle), t.wagersSettled(settled)],
    [t.WIN, whole(totals.win), totals.band ? t.expectedWin(whole(totals.band.expected)) : ""],
    [t.FEES_TAKEN, whole(page.fees.cents), t.handsDealt(page.fees.hands)],
    [t.LEDGER, balanced ? t.BALANCED : t.NOT_BALANCED, unbroken ? t.CHAIN_UNBROKEN : t.SUM_ZERO, !balanced],
    [t.TO_LOOK_AT, t.tablesToLook(look), t.whyLook(far.length, above.length), look > 0],
  ];
  return h(
    "section",
    { class: "panel" },
    h(
      "dl",
      { class: "kpi" },
      facts.map(([name, value, words, bad]) =>
        h(
          "div",
          { key: name },
          h("dt", { class: "label" }, name),
          h("dd", { class: bad ? "bad" : null }, value),
          h("dd", { class: "words" }, words),
        )
      ),
    ),
  );
}

export function games(page) {
  const rows = page.report.house.flatMap((table) => table.wagers.map((wager) => ({ ...wager, name: table.name })));
  const drawn = rows.map((row) => ({
    key: `${row.table}/${row.wager}`,
    alarm: row.band?.where === "outside 99%",
    cells: [
      [h("b", null, row.game), " ", h("span", { class: "dim" }, row.wagers.map(title).join(", "))],
      h("button", {
        class: "link",
        "aria-label": t.lookAt(row.table, row.wagers.map(title).join(", ")),
        onclick: () => page.look(row.table, row.wager),
      }, row.table),
      t.count(row.count),
      whole(row.handle),
      whole(row.win),
      percent(row.hold),
      h("span", { class: "dim" }, percent(row.edge)),
      bandPicture(row),
      row.band ? h("span", { class: row.band.where === "outside 99%" ? "tag bad" : "tag" }, sigma(row.band.off)) : "–",
    ],
  }));
  const tables = page.report.house.map((row) => ({
    key: row.table,
    cells: [
      row.name || row.table,
      t.count(row.period.rounds),
      ...["opener", "fills", "closer", "credits", "drop", "win"].map((name) => exact(row.period[name])),
      percent(row.period.hold),
      exact(row.month.win),
      exact(row.year.win),
    ],
  }));
  return [
    section(t.HOLD_BAND, t.BAND_WORDS),
    panel(grid(t.WAGER_COLUMNS, drawn, [2, 3, 4, 5, 6, 8], t.HOLD_BAND, [2, 3, 6, 7])),
    h("div", { class: "cols beside" }, page.daily ? timeline(page) : null, auditPanel(page)),
    section(t.TABLES_TITLE, t.WIN_IS),
    panel(grid(t.TABLE_COLUMNS, tables, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], t.TABLES_TITLE, [2, 3, 4, 5, 9, 10])),
    payoutLimits(page),
  ];
}

/** The payout limits that tables post, each with the deals that paid more. */
function payoutLimits(page) {
  const listed = page.report.payout_limits;
  if (!listed.length) return null;
  const deal = ({ table }, each) =>
    h(
      "li",
      { key: each.deal },
      h("a", { href: `/hand/${table}-${each.deal}` }, `${table}-${each.deal}`),
      " ",
      exact(each.cents),
    );
  const rows = listed.map((row) => ({
    key: `${row.table}/${row.wager}`,
    alarm: row.deals.length > 0,
    cells: [
      row.name,
      title(row.wager),
      exact(row.limit),
      row.deals.length ? h("ul", null, row.deals.map((each) => deal(row, each))) : t.NO_DEAL_ABOVE,
    ],
  }));
  return [section(t.PAYOUT_LIMITS, t.PAYOUT_LIMIT_WORDS), panel(grid(t.PAYOUT_COLUMNS, rows, [2], t.PAYOUT_LIMITS))];
}

function timeline(page) {
  const line = page.daily;
  const words = line.since ? t.outsideSince(line.since) : t.insideBand;
  return h(
    "section",
    { key: "line", class: "panel" },
    h(
      "header",
      null,
      h("h2", null, t.lineTitle(line.game, line.table, line.wager ? title(line.wager) : t.ALL_WAGERS)),
      h("span", { class: line.since ? "tag bad" : "tag" }, words),
    ),
    h("div", { class: "in scroll", tabindex: "0" }, timelinePicture(line)),
  );
}

export function fees(page) {
  const rows = page.fees.rows.map((row, at) => ({
    key: at,
    cells: [
      row.table,
      row.game,
      row.heads,
      `${String(row.hour).padStart(2, "0")}:00`,
      t.count(row.hands),
      exact(row.cents),
    ],
  }));
  const poker = page.report.poker.map((row) => ({
    key: row.table,
    cells: [
      row.table,
      row.game,
      t.count(row.hands),
      ...["fees", "breakage", "tokes", "bought", "cashed"].map((name) => exact(row[name])),
    ],
  }));
  return [
    section(t.POKER_TITLE),
    panel(grid(t.POKER_COLUMNS, poker, [2, 3, 4, 5, 6, 7], t.POKER_TITLE)),
    section(t.FEES_TAKEN),
    panel(grid(t.FEE_COLUMNS, rows, [2, 3, 4, 5], t.FEES_TAKEN)),
  ];
}

/** Slips, with a button for people who may sign the next line. */
function slipTable(page, slips, label) {
  const rows = slips.map((slip) => ({
    key: slip.id,
    alarm: slip.kind === "error",
    cells: [
      h("b", null, slip.id),
      slip.box ? `${slip.kind}, ${slip.box}` : slip.kind,
      slip.table,
      slip.cents === null ? "–" : exact(slip.cents),
      slip.state === "open" ? t.waitsFor(slip.next) : slip.state,
      slip.signed.map((each) => `${each.role} ${each.name}`).join(", "),
      slip.state === "open" && slip.kind !== "count"
        ? h(
          "span",
          { class: "tools" },
          page.may(slip.next) ? h("button", { class: "btn small", onclick: () => page.sign(slip) }, t.SIGN) : null,
          page.may("floor") || page.may("cashier")
            ? h("button", { class: "btn small", onclick: () => page.spoil(slip) }, t.VOID)
            : null,
        )
        : slip.void || slip.note,
    ],
  }));
  return panel(grid(t.SLIP_COLUMNS, rows, [3], label));
}

const choice = (label, id, value, options, change) =>
  h(
    "label",
    { key: id, class: "named" },
    label,
    " ",
    h(
      "select",
      { class: "field", id, onchange: (event) => change(event.target.value) },
      options.map(([key, words]) => h("option", { key, value: key, selected: key === value ? "" : null }, words)),
    ),
  );
const field = (label, id, value, change, more = {}) =>
  h(
    "label",
    { key: id, class: "named" },
    label,
    " ",
    h("input", { class: "field", id, value, oninput: (event) => change(event.target.value), ...more }),
  );

export function slips(page) {
  const { ui } = page;
  const tables = page.report.house.filter((row) => !row.closed).map((row) => [row.table, row.table]);
  const form = page.may("floor") && tables.length
    ? h(
      "form",
      { class: "asked", onsubmit: (event) => event.preventDefault() },
      choice(t.TABLE_COLUMNS[0], "slip-table", ui.table, tables, (table) => page.set({ table })),
      field(t.AMOUNT, "slip-amount", ui.amount, (amount) => page.set({ amount }), { inputmode: "decimal" }),
      h("button", { class: "btn", onclick: () => page.write("fill") }, t.ASK_FILL),
      h("button", { class: "btn", onclick: () => page.write("credit") }, t.ASK_CREDIT),
      h("button", { class: "btn", onclick: () => page.write("inventory") }, t.WRITE_CLOSER),
    )
    : null;
  return [
    form ? section(t.NEW_SLIP) : null,
    form,
    section(t.BOOK_TABS[2][1]),
    slipTable(page, page.slips ?? [], t.BOOK_TABS[2][1]),
  ];
}

export function drop(page) {
  const { ui } = page;
  const tables = [...page.report.house, ...page.report.poker].map((row) => [row.table, row.table]);
  const form = h(
    "form",
    { class: "asked", onsubmit: (event) => event.preventDefault() },
    choice(t.TABLE_COLUMNS[0], "count-table", ui.table, tables, (table) => page.set({ table })),
    choice(t.BOX, "count-box", ui.box, t.BOXES, (box) => page.set({ box })),
    field(t.AMOUNT, "count-amount", ui.amount, (amount) => page.set({ amount }), { inputmode: "decimal" }),
    h("button", { class: "btn main", onclick: () => page.count() }, t.SEND_COUNT),
  );
  const counts = (page.slips ?? []).filter((slip) => slip.kind === "count" || slip.kind === "error");
  return [section(t.COUNT_TITLE, t.COUNT_WORDS), form, section(t.COUNTED), slipTable(page, counts, t.COUNTED)];
}

export function hands(page) {
  const rows = (page.hands ?? []).map((hand) => ({
    key: hand.id,
    cells: [
      h("a", { href: `/hand/${hand.id}` }, hand.id),
      hand.game,
      hand.day,
      Object.values(hand.players).join(", "),
      exact(hand.size),
      Object.entries(hand.net).map(([name, cents]) => `${name} ${exact(cents)}`).join(", "),
    ],
  }));
  const { ui } = page;
  const form = h(
    "form",
    { class: "asked", onsubmit: (event) => page.search(event) },
    field(t.TABLE_COLUMNS[0], "hand-table", ui.handTable, (handTable) => page.set({ handTable })),
    field(t.PLAYER, "hand-player", ui.player, (player) => page.set({ player })),
    h("button", { class: "btn main" }, t.SEARCH),
  );
  return [form, panel(grid(t.HAND_COLUMNS, rows, [4], t.BOOK_TABS[4][1]))];
}

export function ledger(page) {
  const { ui } = page;
  const form = h(
    "form",
    { class: "asked", onsubmit: (event) => page.account(event, ui.account) },
    field(t.ACCOUNT, "ledger-account", ui.account, (account) => page.set({ account })),
    h("button", { class: "btn main" }, t.SEARCH),
  );
  const accounts = Object.entries(page.balances?.accounts ?? {}).map(([name, cents]) => ({
    key: name,
    cells: [h("button", { class: "btn small", onclick: (event) => page.account(event, name) }, name), exact(cents)],
  }));
  const moves = (page.moves ?? []).map((move) => ({
    key: move.id,
    cells: [
      move.day,
      move.from,
      move.to,
      exact(move.cents),
      move.rule ? `${move.why} (${move.rule})` : move.why,
      `${move.table} ${move.line}`,
    ],
  }));
  return [
    form,
    page.moves ? panel(grid(t.MOVE_COLUMNS, moves, [3], ui.account)) : null,
    panel(grid(t.ACCOUNT_COLUMNS, accounts, [1], t.LEDGER)),
  ];
}

export function findings(page) {
  const errors = (page.slips ?? []).filter((slip) => slip.kind === "error");
  return [
    auditPanel(page, true),
    section(t.TO_LOOK_AT, t.BAND_MEANS),
    h(
      "section",
      { class: "panel" },
      h(
        "div",
        { class: "in" },
        page.report.findings.length
          ? h(
            "ul",
            { class: "find" },
            page.report.findings.map((words) => h("li", { key: words }, h("b", null, words))),
          )
          : h("p", { class: "dim" }, t.NO_FINDINGS),
      ),
    ),
    section(t.ERRORS),
    slipTable(page, errors, t.ERRORS),
  ];
}
