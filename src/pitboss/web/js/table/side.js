// The side column: the coach, what happened, chat, the rules of this table, and the seal of the deck.

import { h } from "../lib/dom.js";
import { dollars, signed } from "../lib/money.js";
import * as t from "../texts/en.js";
import { kbd, rule, told, words } from "./parts.js";
import { entries } from "./feed.js";
import { deciding, mine, options } from "./store.js";

export function side(state, layout, ui, act, floor) {
  return h(
    "aside",
    { class: ui.sheet ? "side open" : "side" },
    ui.sheet ? h("button", { key: "shut", class: "btn plain small shut", onclick: act.sheet }, t.CLOSE) : null,
    floor,
    floor ? null : ui.slip ? slip(ui.slip) : layout.coach ? coach(state, layout, ui, act) : null,
    h(
      "section",
      { key: "feed", class: "feed", "aria-label": t.HAPPENED },
      h("header", null, h("h2", null, ui.tab === "feed" ? t.FEED_TITLE : TABS[ui.tab]), h("span", { class: "push seg", role: "group", "aria-label": t.PANELS }, Object.entries(TABS).map(([key, name]) => h("button", { key, "aria-pressed": String(ui.tab === key), onclick: () => act.tab(key) }, key === "feed" && layout.kind !== "house" ? t.HAND_TITLE : name)))),
      ui.tab === "feed" ? feed(state, layout, ui) : ui.tab === "chat" ? chat(state, layout, ui, act) : rules(layout),
    ),
    state.seals.length
      ? h("section", { key: "seal", "aria-label": t.SHUFFLE }, h("p", null, h("i", { class: "ico i-lock", "aria-hidden": "true" }), " ", t.SEALED, " ", h("a", { href: "/rules#shuffle", target: "rules" }, t.commitment(state.seals[state.seals.length - 1]))))
      : null,
  );
}

const TABS = { feed: t.FEED_TITLE, chat: t.CHAT_TITLE, rules: t.RULES_TITLE };

// The feed -------------------------------------------------------------------------------------------------------------

function feed(state, layout, ui) {
  const own = new Set(mine(state));
  const name = (seat) => state.view.seats[seat]?.player ?? t.seatName(seat);
  const finished = state.feed.filter((event) => event.verb === "finish").length;
  const over = state.view.done ? state.hand : state.hand - 1;
  const first = Math.max(1, over - finished + 1);
  const rows = entries(state.feed, first).map((entry) => {
    if (entry.heading) return h("li", { key: entry.key, class: "street" }, h("span", null, entry.heading));
    if (entry.deal) return h("li", { key: entry.key, class: "street" }, h("span", null, layout.kind === "house" ? t.roundTitle(entry.deal) : t.handTitle(entry.deal)), entry.deal <= over ? h("a", { class: "again", href: `/hand/${ui.table}-${entry.deal}`, target: "replay" }, t.REPLAY) : null);
    const parts = told(partsOf(entry, name, (seat) => own.has(seat)) ?? []);
    if (!parts.length) return null;
    const board = entry.event.verb === "board";
    return h("li", { key: entry.key, class: board ? "street" : null }, h("span", null, parts), board || entry.plain ? null : money(entry.event) ?? rule(entry.event.rule));
  });
  const asked = deciding(state);
  if (asked) rows.push(h("li", { key: "now", class: "now" }, h("span", null, h("b", null, t.YOUR_TURN), t.asked(options(state, asked).allowed.filter((each) => each.actions?.length).map((each) => each.word)))));
  return h("div", { key: "feed list", class: "lines", role: "log", "aria-live": "polite", tabindex: "0", "aria-label": t.HAPPENED }, h("ol", null, rows.slice(-80)));
}

/** The words of an entry: its own, a sentence for each event, or one sentence for several seats. */
export function partsOf(entry, name, you) {
  if (entry.parts) return entry.parts;
  if (entry.each) return entry.each.flatMap((event, index) => [index ? ", " : "", ...t.sentence({ ...event, words: "" }, name, you)]);
  if (entry.seats) return t.together(entry.event, entry.seats.map((seat) => (you(seat) ? t.YOU : name(seat))));
  return t.sentence(entry.event, name, you, entry.wagers);
}

function money(event) {
  if (event.verb !== "settle" || !event.cents) return null;
  if (/lose/.test(event.words)) return h("b", { class: "bad" }, signed(-event.cents));
  if (/push|returned/.test(event.words)) return null;
  return h("b", { class: "good" }, signed(event.cents));
}

// The coach ------------------------------------------------------------------------------------------------------------

function coach(state, layout, ui, act) {
  const advice = ui.advice;
  const costs = ui.mode === "bet" ? expected(layout, ui.draft) : null;
  return h(
    "section",
    { key: "coach", "aria-label": t.COACH },
    h("header", null, h("h2", null, t.COACH), h("span", { class: "tag" }, t.EXACT), h("button", { class: "btn plain small push", "aria-pressed": String(ui.coach), onclick: act.coach }, ui.coach ? t.HIDE : t.SHOW, " ", kbd("K"))),
    !ui.coach ? null : costs ?? (advice ? values(layout, advice) : h("p", { class: "dim" }, ui.coachWords || t.COACH_WAITS)),
  );
}

/** What the wagers being placed cost on average, from the figures shipped with the game; null where there are none. */
function expected(layout, draft) {
  const listed = layout.wagers
    .map((wager) => [wager, draft[wager.key] ?? 0, layout.edges?.[wager.sheet ?? wager.key]])
    .filter(([, cents, edge]) => cents && edge !== undefined);
  if (!listed.length) return null;
  const most = Math.max(...listed.map(([, cents, edge]) => Math.abs(cents * edge)));
  const name = (wager) => t.title(wager.title ?? wager.key);
  return [
    h("p", { class: "dim" }, t.BETTING_COSTS),
    h("ul", { class: "ev", style: { "--zero": "0%" } }, listed.map(([wager, cents, edge]) => h("li", { key: wager.key }, h("b", null, name(wager), " ", dollars(cents)), h("span", { class: "num" }, signed(-Math.round((cents * edge) / 100))), h("div", { class: "track" }, h("i", { style: { "--from": "0%", "--by": `${(Math.abs(cents * edge) / most) * 74}%` } }))))),
    h("p", { class: "dim" }, t.edgesOf(listed.map(([wager, , edge]) => [name(wager), edge]))),
  ];
}

/** My last round: each wager with its stake, odds and pay. */
function slip({ rows, stake, back }) {
  return h(
    "section",
    { key: "slip", "aria-label": t.YOUR_LAST_ROUND },
    h("header", null, h("h2", null, t.YOUR_LAST_ROUND)),
    h(
      "table",
      { class: "slip" },
      h("thead", null, h("tr", null, t.SLIP.map((head) => h("th", { key: head }, head)))),
      h("tbody", null, rows.map((row) => h("tr", { key: row.key }, h("td", null, h("b", null, row.name), " ", rule(row.rule)), h("td", null, dollars(row.stake)), h("td", null, row.odds), h("td", null, row.won ? h("b", null, dollars(row.paid)) : dollars(row.paid))))),
      h("tfoot", null, h("tr", null, h("td", { colspan: "3" }, t.cameBack(stake, back)), h("td", null, h("b", null, signed(back - stake))))),
    ),
  );
}

/** Options of one word and one value are one line: "Swap 8♠ or 8♥". */
function alike(options) {
  const listed = [];
  for (const option of options) {
    const word = option.action.split(" ")[0];
    const same = listed.find((each) => each.ev === option.ev && each.word === word);
    if (same) same.cards.push(option.action.slice(word.length).trim());
    else listed.push({ ...option, word, cards: [option.action.slice(word.length).trim()] });
  }
  return listed.map((each) => ({ ...each, action: `${each.word} ${each.cards.slice(0, 2).join(" or ")}`.trim() }));
}

function values(layout, advice) {
  const listed = alike(advice.options).slice(0, 5);
  const evs = listed.map((each) => each.cents);
  const names = (advice.without ?? []).map((key) => t.title(layout.wagers.find((wager) => wager.key === key)?.title ?? key));
  const low = Math.min(0, ...evs);
  const high = Math.max(0, ...evs);
  const span = high - low || 1;
  const zero = (-low / span) * 100;
  return [
    h(
      "ul",
      { class: "ev", style: { "--zero": `${zero}%` } },
      listed.map((each, index) => {
        const from = (Math.min(each.cents, 0) - low) / span;
        const by = Math.abs(each.cents) / span;
        return h("li", { key: each.action, class: index ? null : "best" }, h("b", null, words(t.capitalised(each.action))), h("span", { class: index ? "num" : "num brass" }, signed(Math.round(each.cents))), h("div", { class: "track" }, h("i", { style: { "--from": `${from * 100}%`, "--by": `${by * 100}%` } })));
      }),
    ),
    advice.why ? h("p", { class: "dim" }, advice.why) : null,
    names.length ? h("p", { class: "dim" }, t.notCounted(names)) : null,
  ];
}

// Chat and rules -------------------------------------------------------------------------------------------------------

function chat(state, layout, ui, act) {
  return h(
    "div",
    { key: "chat" },
    h("ol", { class: "lines", role: "log", "aria-live": "polite", tabindex: "0", "aria-label": t.CHAT_TITLE }, state.chat.map((line, index) => h("li", { key: index }, h("span", null, line.player ? h("b", null, line.player) : null, " ", line.text)))),
    h("form", { class: "say-it", onsubmit: act.say }, h("label", { class: "quiet", for: "say" }, t.SAY_LABEL), h("input", { id: "say", class: "field", maxlength: "500", autocomplete: "off", placeholder: t.SAY_LABEL }), h("button", { class: "btn small" }, t.SAY)),
  );
}

function rules(layout) {
  return h(
    "div",
    { key: "rules", class: "lines", tabindex: "0", role: "region", "aria-label": t.RULES_TITLE },
    (layout.rules ?? []).map((each) => h("p", { key: each.id, class: "law" }, each.text, " ", rule(each.id))),
    layout.wagers
      ?.filter((wager) => wager.lines?.length)
      .map((wager) => [h("h3", null, wager.title || t.title(wager.key)), h("table", { class: "grid" }, h("tbody", null, wager.lines.map((line) => h("tr", { key: line.words }, h("td", null, t.capitalised(line.words)), h("td", { class: "num" }, line.pays)))))]),
  );
}
