// A table against the house, drawn from the layout (the definition) and the view, without code for any one game.

import { hidden } from "../lib/cards.js";
import { h } from "../lib/dom.js";
import * as t from "../texts/en.js";
import { moon, rack } from "./cloth.js";
import { announced as announcedIn, dealEvents, folded, net, paidLine, settled } from "../table/deal.js";
import { myCards, mySpot } from "./my-spot.js";
import { card, chips, told } from "./parts.js";
import { payTables } from "./pay-tables.js";
import { around, columns, houseSpots, rows, shape } from "./places.js";
import { wagers } from "../table/store.js";

/** The whole felt of a house table at a moment. `act` has the actions of the page: place, pick, sit.
 * @param {State} state @param {Layout} layout @param {Moment} ui @param {Act} act */
export function houseFelt(state, layout, ui, act) {
  const { seat, betting } = ui;
  const piles = state.view.deal?.piles ?? {};
  return h(
    "section",
    { class: betting ? "table house betting" : "table house", "aria-label": t.FELT },
    moon(layout.law || layout.name, ...logo(layout, piles, betting)),
    rack(),
    dealer(state, layout, piles, betting),
    board(layout, piles, betting, state),
    layout.dealer && layout.board === 1 && !layout.peels && !betting ? lawOrResult(state, layout) : null,
    payTables(layout, marks(state, layout, seat, ui), betting),
    others(state, layout, ui, act),
    seat ? mySpot(state, layout, ui, act) : null,
    seat ? myCards(state, layout, ui, act, piles) : null,
  );
}

/** On the phone: what the dealer needs to qualify; once the dealer's cards are turned, their hand.
 * @param {State} state @param {Layout} layout */
function lawOrResult(state, layout) {
  const announced = announcedIn(dealEvents(state));
  const words = announced ? told(t.sentence(announced, String, () => false)) : layout.law;
  return h("p", { key: "law", class: announced ? "print small word" : "print small" }, words);
}

/** The game's name in large letters, if the middle of the cloth is free.
 * @param {Layout} layout @param {Piles} piles @param {boolean} betting @returns {[string, number]} */
function logo(layout, piles, betting) {
  const name = layout.name.replace(/ Poker$/, "");
  if (layout.peels) return [/\d/.test(name) ? name.split("-").join(" · ") : name, 288];
  const free = betting && !piles.dealer?.length && layout.wagers.filter((each) => each.lines?.length).length < 3;
  return [free && name.length <= LETTERS ? name : null, 236];
}

const LETTERS = 11; // longer names would run into the pay tables

/** Which lines of the pay tables are lit: those my hand makes or may make, and those that were paid or are sure to
 * be.
 * @param {State} state @param {Layout} layout @param {Moment} ui */
function marks(state, layout, seat, ui) {
  const reading = state.reading?.[seat];
  const main = ui.choices.find((button) => button.main)?.action;
  const chosen = reading?.after?.[main] ?? reading;
  const near = { ...own(layout, reachOf(ui, chosen, main)), ...chosen?.lines };
  const made = chosen?.lines ?? {};
  const hit = {};
  for (const wager of layout.wagers) {
    if (!wager.lines?.length) continue;
    for (const event of dealEvents(state)) {
      const line = paidLine(wager, event);
      if (line >= 0) hit[wager.key] = line;
    }
    const line = made[wager.key];
    if (wager.sure && line !== undefined && line === (reading.reach?.[wager.key] ?? line)) hit[wager.key] ??= line;
  }
  return { near, hit };
}

/** Leave out wagers on the cards that everybody sees: no hand can reach their lines.
 * @param {Layout} layout */
const own = (layout, lines = {}) =>
  Object.fromEntries(Object.entries(lines).filter(([key]) => !layout.wagers.find((each) => each.key === key)?.common));

/** The lines in reach: while cards to hold are chosen, those of the cards chosen, as far as the coach tells them.
 * @param {Moment} ui @param {Reading} reading */
function reachOf(ui, reading, action) {
  if (!ui.picking?.boxes) return reading?.reach;
  return ui.advice?.options.find((each) => each.action === action)?.reach;
}

// The dealer ---------------------------------------------------------------------------------------------------------

/** @param {State} state @param {Layout} layout @param {Piles} piles */
function dealer(state, layout, piles, betting) {
  const cards = piles.dealer ?? [];
  if (!cards.length && (betting || !layout.dealer || layout.peels)) return null;
  if (layout.peels) {
    return peeled(
      cards,
      (piles.rack ?? []).filter((each) => !hidden(each)),
    );
  }
  const events = dealEvents(state);
  const announced = announcedIn(events);
  const away = events.findLast((event) => event.type === "discarded" && event.source === "dealer")?.cards ?? [];
  const shown = cards.filter((each) => !hidden(each));
  const turned = cards.length > 0 && shown.length === cards.length;
  const label = shown.length ? t.dealerShows(shown) : t.dealerDown(cards.length);
  return h(
    "div",
    { key: "dealer", class: turned ? "dealer turned" : "dealer", role: "group", "aria-label": label },
    cards.map((each) => card(each, { label: false })),
    turned ? away.map((each) => card(each, { label: false, gone: true })) : null,
    turned && announced ? h("div", { class: "plate" }, t.DEALER, " ", h("em", null, t.dealerHas(announced))) : null,
  );
}

/** The dealer of a game in which cards are discarded: the cards that play, and those shed.
 * @param {string[]} cards */
function peeled(cards, shed) {
  const gone = shed.map((each) => card(each, { gone: true }));
  return h(
    "div",
    { key: "dealer", class: "dealer peel" },
    shed.length ? h("div", { class: "box shed" }, h("b", { class: "print" }, t.DISCARDED), gone) : null,
    h(
      "div",
      { class: "box" },
      h("b", { class: "print" }, t.dealerPlays(cards.length)),
      cards.map((each) => card(each, { lit: !hidden(each) })),
    ),
  );
}

/** @param {Layout} layout @param {Piles} piles @param {State} state */
function board(layout, piles, betting, state) {
  const cards = piles.board ?? [];
  if (!layout.board || (!cards.length && betting)) return null;
  const many = layout.board > 1;
  const blanks = Math.max(0, layout.board - cards.length);
  const label = cards.some((each) => !hidden(each))
    ? t.boardShows(cards.filter((each) => !hidden(each)))
    : t.boardDown(layout.board);
  const name = layout.dealer ? null : h("b", { class: "print" }, t.COMMUNITY);
  const slots = cards.length
    ? []
    : Array.from({ length: blanks }, (_, index) => h("i", { key: `slot ${index}`, class: "slot" }));
  const lit = new Set(state.reading?.[0]?.cards ?? []);
  const several = layout.dealer ? "board under" : "board four";
  return h(
    "div",
    {
      key: "board",
      class: many ? several : "board",
      role: "group",
      "aria-label": label,
    },
    h(
      "div",
      { class: "box" },
      cards.map((each) => card(each, { label: false, lit: lit.has(each) || (!many && !hidden(each)) })),
      slots,
      name,
    ),
  );
}

// The other spots ----------------------------------------------------------------------------------------------------

/** @param {State} state @param {Layout} layout @param {Moment} ui @param {Act} act */
function others(state, layout, ui, act) {
  const size = layout.spots;
  const places = houseSpots(size);
  const order = around(size, ui.seat);
  const open = ui.seat ? order : order.slice(0, places.length);
  return h(
    "ol",
    { class: "others", "aria-label": t.OTHER_SPOTS },
    seenFromMe(open, places)
      .map(([seat, place]) => spot(state, layout, ui, act, seat, place))
      .concat(ui.seat ? [] : seatless(state, layout, ui, act)),
  );
}

/** The spots from left to right as I see them: down my left side, then up my right. */
function seenFromMe(seats, places) {
  const all = seats.map((seat, index) => [seat, places[index]]).filter(([, place]) => place);
  const left = all.filter(([, place]) => place.x < 540);
  return [...left.reverse(), ...all.slice(left.length).reverse()];
}

/** From the rail, the spot that would be mine is shown like the others, at the bottom.
 * @param {State} state @param {Layout} layout @param {Moment} ui @param {Act} act */
function seatless(state, layout, ui, act) {
  return [spot(state, layout, ui, act, 1, { x: 540, y: 560, a: 0, scale: 1 })];
}

/** @param {State} state @param {Layout} layout @param {Moment} ui @param {Act} act */
function spot(state, layout, ui, act, seat, place) {
  if (!place) return null;
  const { betting } = ui;
  const taken = state.view.seats[seat];
  const events = dealEvents(state);
  const lying = { ...taken?.placed, ...wagers(state, seat) };
  const results = betting ? {} : settled(events, seat);
  const gone = !betting && folded(events, seat);
  const cards = gone || betting ? [] : (state.view.deal?.piles?.[`player ${seat}`] ?? []);
  const now = betting ? 0 : settling(events);
  const paid = (net(events, seat) ?? 0) > 0 && Object.keys(results).length > 0;
  const classes = ["spot", (!taken || gone) && "out", now === seat && "now", now !== seat && paid && "paid"];
  const places = rows(layout).flat();
  return h(
    "li",
    {
      key: `spot ${seat}`,
      "data-seat": seat,
      class: classes.filter(Boolean).join(" "),
      style: spotStyle(layout, place),
    },
    h(
      "div",
      { class: "lay" },
      h(
        "div",
        { class: "places" },
        places.map((wager) => placeOf(wager, layout, lying[wager.key], results[wager.key])),
      ),
      handOf(cards, place),
    ),
    plate(state, layout, ui, act, seat, { lying, events, now }),
  );
}

/** @param {Layout} layout */
function spotStyle(layout, { x, y, a, scale }) {
  const style = { "--x": x, "--y": y, "--a": a, "--m": Math.round(Math.abs(a) / 3.2), "--cols": columns(layout) };
  return scale === 1 ? style : { ...style, scale };
}

/** The cards of another spot; once shown, they lie next to their old place.
 * @param {string[]} cards */
function handOf(cards, { a }) {
  if (!cards.length) return null;
  const drawn = cards.map((each) => card(each, { label: false }));
  if (cards.some(hidden)) return h("div", { key: "hand", class: "hand" }, drawn);
  const slide = slideOf(Math.abs(a));
  return [
    h(
      "div",
      { key: "was", class: "hand was", "aria-hidden": "true" },
      cards.map(() => h("i", { class: "card" })),
    ),
    h(
      "div",
      {
        key: "up",
        class: "hand up",
        style: { "--slide": a < 0 ? -slide : slide },
      },
      drawn,
    ),
  ];
}

function slideOf(angle) {
  if (angle > 45) return -40;
  return angle > 20 ? 36 : 0;
}

/** Under a spot: who plays it and what happens there, or that it can be taken.
 * @param {State} state @param {Layout} layout @param {Moment} ui @param {Act} act */
function plate(state, layout, ui, act, seat, { lying, events, now }) {
  const taken = state.view.seats[seat];
  const open = (onclick, label, words) =>
    h("button", { class: "plate open", onclick, "aria-label": label }, h("em", null, words));
  if (!taken) return open(() => act.sit(seat), t.sitHere(seat), t.openSpot(seat));
  if (ui.betting && ui.own?.includes(seat)) {
    return open(() => act.spot(seat), t.wagerOn(seat), t.yourSpot(seat, Object.keys(lying).length));
  }
  return h(
    "div",
    { class: "plate" },
    taken.player,
    " ",
    h("em", null, statusWords(state, layout, seat, events, ui, now)),
  );
}

/** A place of another spot: its stake, and after the settlement the payment next to it.
 * @param {Wager} wager @param {Layout} layout */
function placeOf(wager, layout, cents, result) {
  const won = result?.won;
  return h(
    "i",
    {
      key: wager.key,
      class: `place ${shape(wager, layout)}${won ? " hit" : ""}`.trim(),
    },
    won ? [chips(result.stake, 3), chips(result.paid, 4)] : chips(cents, 4),
  );
}

/** @type {EventTypes} */
const SAID = new Set(["chosen", "decided"]);

/** @param {State} state @param {Layout} layout @param {TableEvent[]} events @param {Moment} ui */
function statusWords(state, layout, seat, events, ui, now) {
  const here = state.presence[seat];
  if (here?.state === "lost") return t.reconnecting(here.left);
  const view = state.view;
  if (view.seats[seat].status === "out") return t.AWAY;
  if (ui.betting) return Object.keys(view.seats[seat].placed ?? {}).length ? t.IN : "";
  if (view.actors.includes(seat)) return t.THINKING;
  if (folded(events, seat)) return t.FOLDED;
  const won = net(events, seat);
  if (won !== null) return seat === now ? t.settlingNow(won) : t.netWords(won);
  if (state.later && afterMe(state.later, seat, ui.seat)) return t.AFTER_YOU_SETTLED;
  const last = events.findLast((event) => event.seat === seat && SAID.has(event.type));
  return last ? t.did({ ...last, held: layout.player - (last.cards?.length ?? 0) }) : "";
}

/** True if a spot is settled after mine. */
function afterMe(later, seat, own) {
  const order = later.filter((event) => event.type === "settled").map((event) => event.seat);
  return order.includes(own) && order.indexOf(seat) > order.indexOf(own);
}

/** The spot being settled now: the last one shown, while others are still to come.
 * @param {TableEvent[]} events */
function settling(events) {
  const last = events[events.length - 1];
  return last?.type === "settled" && events.some((event) => event.type === "shown") ? last.seat : 0;
}
