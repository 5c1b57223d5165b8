// The side column: the coach, the feed, chat, the rules of this table, and the seal of the deck.

import { h, memo } from "../lib/dom.js";
import { dollars, gained } from "../lib/money.js";
import * as t from "../texts/en.js";
import { rule, told } from "../felt/parts.js";
import { entries } from "./feed.js";
import { handsOf } from "../table/deal.js";
import { deciding, mine, options, START } from "../table/store.js";

/** The side column; `floor` is the floor's panel while it is open.
 * @param {State} state @param {Layout} layout @param {Moment} ui @param {Act} act */
export function side(state, layout, ui, act, floor) {
  return h(
    "aside",
    { class: ui.sheet ? "side open" : "side" },
    ui.sheet ? h("button", { key: "shut", class: "btn plain small shut", onclick: act.sheet }, t.CLOSE) : null,
    floor ?? [advice(state, layout, ui, act), panel(state, layout, ui, act), ui.player?.panels(state, layout, ui, act)],
    floor ? null : seal(state, ui, act),
  );
}

/** Above the feed: my last round, or the coach.
 * @param {State} state @param {Layout} layout @param {Moment} ui @param {Act} act */
function advice(state, layout, ui, act) {
  if (!ui.player) return null;
  if (ui.slip) return ui.player.slip(ui.slip);
  return layout.coach ? ui.player.coach(state, layout, ui, act) : null;
}

/** @param {State} state @param {Layout} layout @param {Moment} ui @param {Act} act */
function panel(state, layout, ui, act) {
  const about = h(
    "span",
    { class: "push dim", title: ui.score?.slips ? t.scoreShare(ui.score) : null },
    note(state, layout, ui),
  );
  return h(
    "section",
    { key: "feed", class: "feed", "aria-label": t.HAPPENED },
    h("header", null, h("h2", null, TABS[ui.tab]), ui.kind.house ? about : tabs(ui, act)),
    inside(state, layout, ui, act),
  );
}

/** @param {State} state @param {Layout} layout @param {Moment} ui @param {Act} act */
function inside(state, layout, ui, act) {
  if (ui.tab === "chat") return chat(state, ui, act);
  if (ui.tab === "rules") return rules(layout);
  const placing = ui.mode === "bet" ? ui.draft : null;
  const { feed: events, view, legal, hand, you, reading, namer } = state;
  const { kind, table, callCost, player } = ui;
  return feed(events, view, legal, hand, you, layout, kind, table, callCost, reading, namer, placing, player);
}

/** @param {State} state @param {Moment} ui @param {Act} act */
function seal(state, ui, act) {
  const { house } = ui.kind;
  if (!house && !state.seals.length) return null;
  const locked = h("p", null, h("i", { class: "ico i-lock", "aria-hidden": "true" }), " ", t.FIXED_WHEN_NAMED);
  const shown = state.seals.length ? sealed(state.seals[state.seals.length - 1], house) : null;
  return h(
    "section",
    { key: "seal", class: house ? "foot" : null, "aria-label": t.SHUFFLE },
    house ? tabs(ui, act) : null,
    ui.naming ? locked : shown,
  );
}

/** Next to the feed of a house table: the score with the coach, who else is here, whether chat is open.
 * @param {State} state @param {Layout} layout @param {Moment} ui */
function note(state, layout, ui) {
  if (ui.tab === "feed" && ui.score?.decisions) return t.score(ui.score);
  if (layout.quiet && state.view.deal && !state.view.done) return t.CHAT_CLOSED;
  const others = Object.values(state.view.seats).filter((seat) => seat.player !== state.you?.name);
  return ui.seat && !others.length ? t.ALONE : "";
}

/** @param {Moment} ui @param {Act} act */
function tabs(ui, act) {
  return h(
    "span",
    { class: "push seg", role: "group", "aria-label": t.PANELS },
    Object.entries(TABS).map(([key, name]) =>
      h(
        "button",
        { key, "aria-pressed": String(ui.tab === key), onclick: () => act.tab(/** @type {Chosen["tab"]} */ (key)) },
        key === "feed" ? ui.kind.feed : name,
      )
    ),
  );
}

function sealed(root, short) {
  return h(
    "p",
    null,
    h("i", { class: "ico i-lock", "aria-hidden": "true" }),
    " ",
    short ? null : [t.SEALED, " "],
    h(
      "a",
      { href: "/rules#shuffle", target: "rules", title: t.SEALED, "aria-label": short ? t.commitment(root) : null },
      short ? t.shortRoot(root) : t.commitment(root),
    ),
  );
}

/** @type {Record<Chosen["tab"], string>} */
const TABS = { feed: t.FEED_TITLE, chat: t.CHAT_TITLE, rules: t.RULES_TITLE };

// The feed -----------------------------------------------------------------------------------------------------------

const feed = memo((events, view, legal, hand, you, layout, kind, table, cost, reading, namer, placing, player) =>
  lines({ ...START, feed: events, view, legal, hand, you, reading, namer }, layout, kind, table, cost, placing, player)
);

const SHOWN = 80;

/** @param {State} state @param {Layout} layout @param {Kind} kind @param {string} table @param {number} cost
 * @param {Stakes} placing @param {Player} player */
function lines(state, layout, kind, table, cost, placing, player) {
  const own = new Set(mine(state));
  const name = (seat) => state.view.seats[seat]?.player ?? t.seatName(seat);
  const finished = state.feed.filter((event) => event.type === "finished").length;
  const over = state.view.done ? state.hand : state.hand - 1;
  const about = aboutTable(state, layout, kind, own, over);
  const asked = deciding(state);
  const listed = entries(state.feed, Math.max(1, over - finished + 1), about);
  const settling = !state.view.done && state.feed.at(-1)?.type === "settled";
  const current = !asked && settling && !placing ? listed[listed.length - 1] : null;
  const drawn = { kind, table, over, name, you: (seat) => own.has(seat), reading: state.reading, current };
  const rows = listed.map((entry) => row(entry, drawn));
  if (about.naming && player) rows.push(...player.toName(state, layout));
  if (placing && player) rows.push(...player.toPlace(state, about.names, placing));
  if (asked) rows.push(yourTurn(options(state, asked).allowed, cost));
  const log = { class: "lines", role: "log", "aria-live": "polite", tabindex: "0", "aria-label": t.HAPPENED };
  return h("div", { key: "feed list", ...log }, h("ol", null, rows.slice(-SHOWN)));
}

/** Everything except the events that the entries of a feed depend on.
 * @param {State} state @param {Layout} layout @param {Kind} kind @param {Set<number>} own @param {number} over
 * @returns {About} */
function aboutTable(state, layout, kind, own, over) {
  const wagers = layout.wagers ?? [];
  return {
    own,
    over,
    brief: true,
    naming: Boolean(state.namer) && own.has(state.namer) && state.view.done,
    names: Object.fromEntries(wagers.map((wager) => [wager.key, t.title(wager.title || wager.key)])),
    against: new Set(wagers.filter((wager) => wager.against).map((wager) => wager.key)),
    player: layout.player,
    house: kind.house,
    choice: (layout.games?.length ?? 0) > 1,
    game: layout.games?.find((game) => game.id === state.view.game),
    wins: [...new Set((layout.games ?? []).flatMap((game) => game.wins))],
  };
}

function yourTurn(allowed, cost) {
  const what = cost ? ` ${t.toCall(cost)}` : t.asked(allowed.filter((each) => each.actions?.length));
  return h("li", { key: "now", class: "now" }, h("span", null, h("b", null, t.YOUR_TURN), what));
}

/** One entry of the feed as a line.
 * @param {Entry} entry */
function row(entry, { kind, table, over, name, you, reading, current }) {
  if (entry.heading) return h("li", { key: entry.key, class: "street" }, h("span", null, entry.heading));
  if (entry.deal) return dealHeading(entry, kind, table, over);
  const { event } = entry;
  const read = event.type === "shown" && !event.hands?.length ? handsOf(reading?.[event.seat]) : [];
  const makes = read.length ? [`: ${t.handsShown(read)}`] : [];
  const parts = [...(partsOf(entry, name, you) ?? []), ...makes];
  if (!parts.length) return null;
  const street = event.type === "board" ? "street" : null;
  return h(
    "li",
    { key: entry.key, class: entry === current ? "now" : street },
    h("span", null, told(parts)),
    beside(entry),
  );
}

/** @param {Entry} entry @param {Kind} kind */
function dealHeading({ key, deal }, kind, table, over) {
  const again = h("a", { class: "again", href: `/hand/${table}-${deal}`, target: "replay" }, t.REPLAY);
  return h("li", { key, class: "street" }, h("span", null, kind.heading(deal)), deal <= over ? again : null);
}

/** Next to a line: its rule, or the result of a wager of a finished round.
 * @param {Entry} entry */
function beside(entry) {
  if (entry.event.type === "board" || entry.plain) return null;
  return entry.outcome === undefined ? rule(entry.event.rule) : money(entry.event);
}

/** The words of an entry: its own, a sentence for each event, or one sentence for several seats.
 * @param {Entry} entry */
export function partsOf(entry, name, you) {
  if (entry.parts) return entry.parts;
  if (entry.each) {
    return entry.each.flatMap((event, index) => [
      index ? ", " : "",
      ...t.sentence({ ...event, plain: true }, name, you),
    ]);
  }
  if (entry.groups) {
    const person = (seat) => ({ name: name(seat), you: you(seat) });
    return t.together(entry.groups.map((group) => ({ ...group, people: group.seats.map(person) })));
  }
  if (entry.outcome !== undefined) return t.outcome(entry.event, entry.outcome);
  if (entry.stake) return [...t.sentence(entry.event, name, you), entry.stake];
  return t.sentence(entry.event, name, you, entry.wagers);
}

/** @param {TableEvent} event */
function money({ type, result, cents }) {
  if (type !== "settled" || !cents || result === "push") return null;
  return result === "lose" ? h("b", { class: "bad" }, gained(-cents)) : h("b", { class: "good" }, gained(cents));
}

// Chat and rules -----------------------------------------------------------------------------------------------------

/** @param {State} state @param {Moment} ui @param {Act} act */
function chat(state, ui, act) {
  return h(
    "div",
    { key: "chat" },
    h(
      "ol",
      { class: "lines", role: "log", "aria-live": "polite", tabindex: "0", "aria-label": t.CHAT_TITLE },
      state.chat.filter((line) => !ui.muted.has(line.player)).map((line, index) => said(line, index, state, act)),
    ),
    ui.muted.size
      ? h(
        "p",
        { key: "muted", class: "dim" },
        t.MUTED,
        [...ui.muted].map((player) => [
          " ",
          h("button", { key: player, class: "link", onclick: () => act.mute(player) }, t.hearAgain(player)),
        ]),
      )
      : null,
    h(
      "form",
      { class: "say-it", onsubmit: act.say },
      h("label", { class: "quiet", for: "say" }, t.SAY_LABEL),
      h("input", { id: "say", class: "field", maxlength: "500", autocomplete: "off", placeholder: t.SAY_LABEL }),
      h("button", { class: "btn small" }, t.SAY),
    ),
  );
}

/** @param {State} state @param {Act} act */
function said(line, index, state, act) {
  const other = line.player && line.player !== state.you?.name;
  return h(
    "li",
    { key: index },
    h("span", null, line.player ? h("b", null, line.player) : null, " ", line.text),
    other
      ? h(
        "button",
        { class: "link", "aria-label": t.mutePlayer(line.player), onclick: () => act.mute(line.player) },
        t.MUTE,
      )
      : null,
  );
}

/** @param {Layout} layout */
function rules(layout) {
  return h(
    "div",
    { key: "rules", class: "lines", tabindex: "0", role: "region", "aria-label": t.RULES_TITLE },
    layout.wagers
      ?.filter((wager) => wager.payout)
      .map((wager) =>
        h(
          "p",
          { key: `limit ${wager.key}`, class: "law" },
          t.payoutLimit(t.title(wager.key), dollars(wager.payout.cents)),
          " ",
          h("span", { class: "dim" }, wager.payout.source),
        )
      ),
    (layout.rules ?? []).map((each) =>
      h(
        "p",
        { key: each.id, class: "law" },
        each.text.split(/\x60/).map((part, index) => (index % 2 ? h("code", null, part) : part)),
        " ",
        rule(each.id),
      )
    ),
    layout.wagers
      ?.filter((wager) => wager.lines?.length)
      .map((wager) => [
        h("h3", null, t.title(wager.title || wager.key)),
        h(
          "table",
          { class: "grid" },
          h(
            "tbody",
            null,
            wager.lines.map((line) =>
              h("tr", { key: line.words }, h("td", null, t.capital(line.words)), h("td", { class: "num" }, line.pays))
            ),
          ),
        ),
      ]),
  );
}
