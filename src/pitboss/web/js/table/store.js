// The state of a table page: a pure fold of the server's messages. No page, no clock, no network; tests fold records.

/** @type {State} */
export const START = Object.freeze({
  line: "opening",
  you: null,
  seq: 0,
  view: null,
  legal: {},
  clocks: {},
  questions: {}, // by seat, the number of the question asked of it
  window: null, // the betting window: {left, since}
  hand: 0,
  namer: 0, // the seat that has to name the next game
  reading: {},
  presence: {},
  seals: [],
  opened: [],
  feed: [],
  chat: [],
  pending: null,
  refusal: null,
  fresh: [], // events of the last message, for motion; empty after a snapshot
  status: { paused: "", called: "", closing: false }, // what stops the table
  needSync: false,
});

const EMPTY = { game: "", button: 0, actors: [], done: true, deal: null };
const FEED = 400;
const CHAT = 100;

/** The state after one message; the old state is left as it was.
 * @param {State} state @param {News} message @returns {State} */
export function fold(state, message, now = 0) {
  const step = /** @type {(...given: any[]) => State} */ (FOLDS[message.type]);
  return step ? step(state, message, now) : state;
}

/** @type {Folds} */
const FOLDS = {
  line: (state, { state: line, code, again = 0 }) => ({ ...state, line, code, again }),
  welcome: (state, message) => ({
    ...state,
    line: "live",
    you: { name: message.you, roles: message.roles ?? [] },
    viewer: message.viewer,
    wait: message.wait ?? 0,
  }),
  snap(state, message, now) {
    const view = { ...EMPTY, ...message.view }; // omitted fields take their defaults
    view.seats = withChips(view.seats, view.chips);
    return {
      ...state,
      seq: message.seq,
      view,
      legal: view.deal?.legal ?? {},
      clocks: clocks({}, message.clock, now),
      questions: questions({}, message.clock),
      presence: message.presence ?? {},
      seals: message.seal ?? [],
      window: running(message.window, now),
      hand: message.hand ?? 0,
      namer: message.namer ?? 0,
      status: statusIn(message),
      feed: sections(view.deal?.events ?? [], state.feed),
      fresh: message.seq === state.seq ? state.fresh : [], // a deal's start comes as events, then whole
      needSync: false,
    };
  },
  ev(state, message, now) {
    if (!state.view || message.base !== state.seq) {
      return message.seq <= state.seq ? state : { ...state, needSync: true };
    }
    const deal = state.view.deal ?? { piles: {}, events: [] };
    const view = {
      ...state.view,
      version: message.seq,
      chips: message.chips ?? state.view.chips,
      actors: message.actors ?? [],
      done: message.done ?? true,
      game: message.game ?? state.view.game,
      button: message.button ?? state.view.button,
      seats: withChips(message.seats ?? state.view.seats, message.chips ?? state.view.chips),
      deal: { ...deal, piles: merged(deal.piles, message.piles), standing: message.standing ?? deal.standing },
    };
    return {
      ...state,
      seq: message.seq,
      view,
      legal: message.legal ?? {},
      clocks: clocks(state.clocks, message.clock, now),
      questions: questions(state.questions, message.clock),
      window: message.window === undefined ? state.window : running(message.window, now),
      hand: message.hand ?? state.hand,
      refusal: message.hand ? null : state.refusal, // of the deal before
      namer: message.namer ?? state.namer,
      reading: message.events.some(finished) ? {} : state.reading,
      feed: told(state.feed, ...message.events),
      fresh: message.events,
      needSync: false,
    };
  },
  ack(state, message) {
    const pending = state.pending?.key === message.key ? null : state.pending;
    const refusal = message.ok ? null : { why: message.why, rule: message.rule, key: message.key };
    return { ...state, pending, refusal };
  },
  sent: (state, message) => ({ ...state, pending: message.command, refusal: null }),
  status: (state, message) => ({ ...state, status: statusIn(message) }),
  clock: (state, message, now) => ({
    ...state,
    clocks: clocks(state.clocks, [message], now),
    questions: questions(state.questions, [message]),
  }),
  reading: (state, message) => ({ ...state, reading: message.seats }),
  note: (state, message) => ({
    ...state,
    refusal: { why: message.text, rule: message.rule },
  }),
  here: (state, message) => ({
    ...state,
    presence: { ...state.presence, [message.seat]: message },
  }),
  seal: (state, message) => ({
    ...state,
    seals: [...state.seals.filter((root) => root !== message.root), message.root],
  }), // sent again after a lost line
  open: (state, message) => ({ ...state, opened: [...state.opened, message].slice(-8) }),
  /** The coach's verdict on my last decision: the best option, and how much more it was worth. */
  slip: (state, { best, cents }) => ({
    ...state,
    feed: told(state.feed, { type: "slip", best, cents }),
  }),
  chat(state, message) {
    const chat = [...state.chat, message].slice(-CHAT);
    if (message.player) return { ...state, chat };
    return {
      ...state,
      chat,
      feed: told(state.feed, { type: "said", words: message.text }),
    };
  },
};

/** @param {TableEvent} event */
const finished = (event) => event.type === "finished";
/** @param {TableEvent[]} feed @param {TableEvent[]} events */
const told = (feed, ...events) => [...feed, ...events].slice(-FEED);
const statusIn = ({ paused = "", called = "", closing = false }) => ({ paused, called, closing });

/** The seats with the chips their players have now, which change more often than the seats. */
function withChips(seats, chips) {
  return Object.fromEntries(
    Object.entries(seats).map(([seat, taken]) => [
      seat,
      { ...taken, cents: chips[`player ${taken.player}`] ?? taken.cents },
    ]),
  );
}

/** The previous values with the changes of a message; null removes one. */
function merged(before, changes) {
  if (!changes) return before;
  const after = { ...before };
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete after[name];
    else after[name] = value;
  }
  return after;
}

/** The clocks after some were set; one that was stopped is gone. `since` is my own time in milliseconds. */
function clocks(before, set, now) {
  if (!set?.length) return before;
  const after = { ...before };
  for (const { seat, left, bank } of set) {
    if (left > 0) after[seat] = { left, bank: bank ?? 0, since: now };
    else delete after[seat];
  }
  return after;
}

/** The questions after some were asked or are over: every clock carries the number of its question. */
function questions(before, set) {
  return set?.length
    ? {
      ...before,
      ...Object.fromEntries(set.map(({ seat, question = 0 }) => [seat, question])),
    }
    : before;
}

const running = (left, now) => (left > 0 ? { left, since: now } : null);

/** The feed after a snapshot: the events of this deal, after the known events of earlier deals.
 * @param {TableEvent[]} events */
function sections(events, before) {
  const last = before.findLastIndex(finished);
  return [...before.slice(0, last + 1), ...events].slice(-FEED);
}

// Questions about a state --------------------------------------------------------------------------------------------

/** The seats I play, lowest first.
 * @param {State} state */
export function mine(state) {
  const name = state.you?.name;
  if (!state.view || !name) return [];
  return Object.entries(state.view.seats)
    .filter(([, seat]) => seat.player === name)
    .map(([number]) => Number(number))
    .sort((a, b) => a - b);
}

/** The seat of mine that has to decide now, or 0.
 * @param {State} state */
export function deciding(state) {
  return mine(state).find((seat) => state.view.actors.includes(seat)) ?? 0;
}

/** The number of the question that my deciding seat is asked, or 0.
 * @param {State} state */
export const question = (state) => state.questions[deciding(state)] ?? 0;

/** True if I have a role here; the owner has every one. */
export function may(state, role) {
  const roles = state.you?.roles ?? [];
  return roles.includes(role) || roles.includes("owner");
}

/** The options of a seat: the allowed ones and those a rule forbids.
 * @param {State} state */
export function options(state, seat) {
  const listed = state.legal[seat] ?? [];
  return { allowed: listed.filter((each) => !each.why), forbidden: listed.filter((each) => each.why) };
}

/** The chips on the wagers of a spot: {ante: 500, …}.
 * @param {State} state @param {number} seat @returns {Stakes} */
export function wagers(state, seat) {
  const prefix = `spot ${seat}/`;
  /** @type {Stakes} */
  const lying = {};
  for (const [account, cents] of Object.entries(state.view?.chips ?? {})) {
    if (account.startsWith(prefix) && cents) lying[account.slice(prefix.length)] = cents;
  }
  return lying;
}

/** Seconds a seat has left, by the server's clock.
 * @param {State} state */
export function left(state, seat, now) {
  return remaining(state.clocks[seat], now);
}

/** Seconds a clock still runs; null if there is none. */
export function remaining(clock, now) {
  return clock ? Math.max(0, clock.left - (now - clock.since) / 1000) : null;
}
