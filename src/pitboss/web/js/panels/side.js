// The side column: the coach, what happened, chat, the rules of this table, and the seal of the deck.

import { h } from "../lib/dom.js";
import { memo } from "../lib/memo.js";
import { dollars, gained } from "../lib/money.js";
import { resultOf } from "../lib/results.js";
import * as t from "../texts/en.js";
import { rule, told } from "../felt/parts.js";
import { entries } from "./feed.js";
import { deciding, mine, options } from "../table/store.js";

export function side(state, layout, ui, act, floor) {
  const house = layout.kind === "house";
  return h(
    "aside",
    { class: ui.sheet ? "side open" : "side" },
    ui.sheet ? h("button", { key: "shut", class: "btn plain small shut", onclick: act.sheet }, t.CLOSE) : null,
    floor,
    floor || !ui.player ? null : ui.slip ? ui.player.slip(ui.slip) : layout.coach ? ui.player.coach(state, layout, ui, act) : null,
    floor ? null : h(
      "section",
      { key: "feed", class: "feed", "aria-label": t.HAPPENED },
      h("header", null, h("h2", null, ui.tab === "feed" ? t.FEED_TITLE : TABS[ui.tab]), house ? h("span", { class: "push dim", title: ui.score?.slips ? t.scoreShare(ui.score) : null }, note(state, layout, ui)) : tabs(layout, ui, act)),
      ui.tab === "feed" ? feed(state.feed, state.view, state.legal, state.hand, state.you, layout, ui.table, ui.callCost, state.reading, state.namer, ui.mode === "bet" ? ui.draft : null, ui.player) : ui.tab === "chat" ? chat(state, layout, ui, act) : rules(layout),
    ),
    floor || !ui.player ? null : ui.player.panels(state, layout, ui, act),
    floor || !(house || state.seals.length)
      ? null
      : h("section", { key: "seal", class: house ? "foot" : null, "aria-label": t.SHUFFLE }, house ? tabs(layout, ui, act) : null, ui.naming ? h("p", null, h("i", { class: "ico i-lock", "aria-hidden": "true" }), " ", t.FIXED_WHEN_NAMED) : state.seals.length ? sealed(state.seals[state.seals.length - 1], house) : null),
  );
}

/** Beside the feed of a house table: the score with the coach, who else is here, whether one may talk. */
function note(state, layout, ui) {
  if (ui.tab === "feed" && ui.score?.decisions) return t.score(ui.score);
  if (layout.quiet && state.view.deal && !state.view.done) return t.CHAT_CLOSED;
  const others = Object.values(state.view.seats).filter((seat) => seat.player !== state.you?.name);
  return ui.seat && !others.length ? t.ALONE : "";
}

function tabs(layout, ui, act) {
  return h("span", { class: "push seg", role: "group", "aria-label": t.PANELS }, Object.entries(TABS).map(([key, name]) => h("button", { key, "aria-pressed": String(ui.tab === key), onclick: () => act.tab(key) }, key === "feed" && layout.kind !== "house" ? t.HAND_TITLE : name)));
}

function sealed(root, short) {
  return h("p", null, h("i", { class: "ico i-lock", "aria-hidden": "true" }), " ", short ? null : [t.SEALED, " "], h("a", { href: "/rules#shuffle", target: "rules", title: t.SEALED, "aria-label": short ? t.commitment(root) : null }, short ? t.shortRoot(root) : t.commitment(root)));
}

const TABS = { feed: t.FEED_TITLE, chat: t.CHAT_TITLE, rules: t.RULES_TITLE };

// The feed -------------------------------------------------------------------------------------------------------------

const feed = memo((events, view, legal, hand, you, layout, table, cost, reading, namer, placing, player) => lines({ feed: events, view, legal, hand, you, reading, namer }, layout, table, cost, placing, player));

function lines(state, layout, table, cost, placing, player) {
  const own = new Set(mine(state));
  const name = (seat) => state.view.seats[seat]?.player ?? t.seatName(seat);
  const finished = state.feed.filter((event) => event.verb === "finish").length;
  const over = state.view.done ? state.hand : state.hand - 1;
  const first = Math.max(1, over - finished + 1);
  const names = Object.fromEntries((layout.wagers ?? []).map((wager) => [wager.key, t.title(wager.title ?? wager.key)]));
  const naming = Boolean(state.namer) && own.has(state.namer) && state.view.done;
  const about = { own, over, brief: true, naming, names, against: new Set((layout.wagers ?? []).filter((wager) => wager.against).map((wager) => wager.key)), player: layout.player, house: layout.kind === "house", choice: (layout.games?.length ?? 0) > 1, game: layout.games?.find((game) => game.id === state.view.game), wins: [...new Set((layout.games ?? []).flatMap((game) => game.wins ?? []))] };
  const rows = entries(state.feed, first, about).map((entry) => {
    if (entry.heading) return h("li", { key: entry.key, class: "street" }, h("span", null, entry.heading));
    if (entry.deal) return h("li", { key: entry.key, class: "street" }, h("span", null, layout.kind === "house" ? t.roundTitle(entry.deal) : t.handTitle(entry.deal)), entry.deal <= over ? h("a", { class: "again", href: `/hand/${table}-${entry.deal}`, target: "replay" }, t.REPLAY) : null);
    const makes = entry.event.verb === "show" && !entry.event.words && state.reading?.[entry.event.seat]?.words;
    const parts = told([...(partsOf(entry, name, (seat) => own.has(seat)) ?? []), ...(makes ? [`: ${t.shownWords(makes)}`] : [])]);
    if (!parts.length) return null;
    const board = entry.event.verb === "board";
    return h("li", { key: entry.key, class: board ? "street" : null }, h("span", null, parts), board || entry.plain ? null : entry.outcome === undefined ? rule(entry.event.rule) : money(entry.event));
  });
  if (naming && player) rows.push(...player.toName(state, layout));
  if (placing && player) rows.push(...player.toPlace(state, names, placing));
  const asked = deciding(state);
  const last = rows.findLast(Boolean);
  if (!asked && layout.kind === "house" && !state.view.done && state.feed[state.feed.length - 1]?.verb === "settle" && last) last.attributes.class = "now";
  if (asked) rows.push(h("li", { key: "now", class: "now" }, h("span", null, h("b", null, t.YOUR_TURN), cost ? ` ${t.toCall(cost)}` : t.asked(options(state, asked).allowed.filter((each) => each.actions?.length)))));
  return h("div", { key: "feed list", class: "lines", role: "log", "aria-live": "polite", tabindex: "0", "aria-label": t.HAPPENED }, h("ol", null, rows.slice(-80)));
}

/** The words of an entry: its own, a sentence for each event, or one sentence for several seats. */
export function partsOf(entry, name, you) {
  if (entry.parts) return entry.parts;
  if (entry.each) return entry.each.flatMap((event, index) => [index ? ", " : "", ...t.sentence({ ...event, words: "" }, name, you)]);
  if (entry.groups) return t.together(entry.groups.map(([verb, seats]) => [verb, seats.map((seat) => (you(seat) ? t.YOU : name(seat)))]));
  if (entry.outcome !== undefined) return t.outcome(entry.event, entry.outcome);
  if (entry.stake) return [...t.sentence(entry.event, name, you), entry.stake];
  return t.sentence(entry.event, name, you, entry.wagers);
}

function money(event) {
  if (event.verb !== "settle" || !event.cents) return null;
  const { won, lost } = resultOf(event);
  if (lost) return h("b", { class: "bad" }, gained(-event.cents));
  return won ? h("b", { class: "good" }, gained(event.cents)) : null;
}

// Chat and rules -------------------------------------------------------------------------------------------------------

function chat(state, layout, ui, act) {
  return h(
    "div",
    { key: "chat" },
    h("ol", { class: "lines", role: "log", "aria-live": "polite", tabindex: "0", "aria-label": t.CHAT_TITLE }, state.chat.filter((line) => !ui.muted.has(line.player)).map((line, index) => said(line, index, state, act))),
    ui.muted.size ? h("p", { key: "muted", class: "dim" }, t.MUTED, [...ui.muted].map((player) => [" ", h("button", { key: player, class: "link", onclick: () => act.mute(player) }, t.hearAgain(player))])) : null,
    h("form", { class: "say-it", onsubmit: act.say }, h("label", { class: "quiet", for: "say" }, t.SAY_LABEL), h("input", { id: "say", class: "field", maxlength: "500", autocomplete: "off", placeholder: t.SAY_LABEL }), h("button", { class: "btn small" }, t.SAY)),
  );
}

function said(line, index, state, act) {
  const other = line.player && line.player !== state.you?.name;
  return h("li", { key: index }, h("span", null, line.player ? h("b", null, line.player) : null, " ", line.text), other ? h("button", { class: "link", "aria-label": t.mutePlayer(line.player), onclick: () => act.mute(line.player) }, t.MUTE) : null);
}

function rules(layout) {
  return h(
    "div",
    { key: "rules", class: "lines", tabindex: "0", role: "region", "aria-label": t.RULES_TITLE },
    layout.wagers?.filter((wager) => wager.payout).map((wager) => h("p", { key: `limit ${wager.key}`, class: "law" }, t.payoutLimit(t.title(wager.key), dollars(wager.payout.cents)), " ", h("span", { class: "dim" }, wager.payout.source))),
    (layout.rules ?? []).map((each) => h("p", { key: each.id, class: "law" }, each.text.split(/\x60/).map((part, index) => (index % 2 ? h("code", null, part) : part)), " ", rule(each.id))),
    layout.wagers
      ?.filter((wager) => wager.lines?.length)
      .map((wager) => [h("h3", null, wager.title || t.title(wager.key)), h("table", { class: "grid" }, h("tbody", null, wager.lines.map((line) => h("tr", { key: line.words }, h("td", null, t.capital(line.words)), h("td", { class: "num" }, line.pays)))))]),
  );
}
