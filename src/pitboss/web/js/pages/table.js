// A table: folds what the server says, draws it, and turns clicks and keys into commands.

import { get, me, post } from "../lib/api.js";
import { h, render } from "../lib/dom.js";
import * as keys from "../lib/keys.js";
import { dollars, exact, purse, signed } from "../lib/money.js";
import { apply, change, settings } from "../lib/settings.js";
import { play } from "../lib/sound.js";
import { Line } from "../protocol.js";
import { actionBar } from "../table/action-bar.js";
import { choices, picking, toggled } from "../table/choices.js";
import { Coaching } from "../table/coaching.js";
import { buyInDialog, keysDialog, settingsDialog } from "../table/dialogs.js";
import { dealEvents, settled } from "../table/deal.js";
import { floorPanel } from "../table/floor.js";
import { WAGER_KEYS, houseFelt } from "../table/house.js";
import { animate } from "../table/motion.js";
import { namable, namePanel } from "../table/naming.js";
import { actionTitle } from "../table/reasons.js";
import { priceOfCall } from "../table/panel-facts.js";
import { pickCard } from "../table/parts.js";
import { pokerFelt } from "../table/poker.js";
import { inFront } from "../table/pots.js";
import { side } from "../table/side.js";
import { START, wagers as asked, deciding, fold, left, mine, options } from "../table/store.js";
import * as t from "../texts/en.js";

const LINGER = 6000; // how long a finished round is shown

class TablePage extends HTMLElement {
  state = { ...START };
  ui = { tab: "feed", picked: new Set(), draft: {}, chip: 0, amount: 0, coach: settings().coach, preChosen: "", dialog: null, ready: false, sheet: false, before: null };

  async connectedCallback() {
    apply();
    keys.listen();
    this.table = location.pathname.split("/").pop();
    const invite = new URLSearchParams(location.search).get("invite");
    const path = `/api/tables/${encodeURIComponent(this.table)}`;
    try {
      this.me = await me();
      if (invite) await post(`${path}/invitation`, { invite });
      this.layout = await get(`${path}/layout`);
    } catch (error) {
      render(this, h("main", { class: "page", id: "main" }, h("h1", { class: "title" }, t.NO_TABLE), h("p", { class: "sub" }, error.message), h("a", { class: "btn", href: "/" }, t.LOBBY)));
      return;
    }
    this.ui.chip = purse(this.layout.limit ?? 0)[1] ?? purse(this.layout.limit ?? 0)[0] ?? 500;
    if (this.layout.coach) this.coaching = new Coaching(this.table, { changed: (fields) => this.set(fields), slipped: (last) => this.slipped(last) });
    this.line = new Line(`/ws?table=${encodeURIComponent(this.table)}${invite ? `&invite=${encodeURIComponent(invite)}` : ""}`, (message) => this.hear(message));
    this.timer = setInterval(() => this.draw(), 250);
  }

  disconnectedCallback() {
    clearInterval(this.timer);
    this.line?.close();
  }

  // What the server says -----------------------------------------------------------------------------------------------

  hear(message) {
    const before = this.state;
    this.state = fold(before, message, Date.now());
    if (this.state.needSync) this.line.raw({ type: "sync", have: this.state.seq });
    if (message.type === "snap") this.begin();
    if (message.type === "ev") this.happened(message, before);
    if (message.type === "ack" && !message.ok && message.stale) this.ui.picked = new Set();
    if (message.type === "ack") this.acknowledged(message);
    this.schedule();
  }

  begin() {
    this.ui.now = Date.now();
    const placed = this.state.view.seats[mine(this.state)[0]]?.placed;
    if (placed && !Object.keys(this.ui.draft).length) this.ui.draft = { ...placed };
    if (deciding(this.state)) this.advise();
    const wish = new URLSearchParams(location.search).get("sit");
    if (wish !== null && !this.wished && !mine(this.state).length) {
      this.wished = true;
      const free = this.free();
      const seat = free.includes(Number(wish)) ? Number(wish) : free[0];
      if (seat) this.sit(seat, Math.min(this.layout.buyIn.usual, this.me.cents));
    }
  }

  happened(message, before) {
    const asked = deciding(this.state);
    if (asked && asked !== deciding(before)) this.turn();
    for (const event of message.events) {
      if (event.verb === "finish") {
        this.linger();
        this.ui.ready = false;
        this.ui.picked = new Set();
        this.ui.amount = 0;
        this.coaching?.stop();
        if (!this.ui.pinned) this.ui.draft = {};
        this.wallet();
      }
      if (event.verb === "close" && Object.keys(this.ui.draft).length) {
        this.ui.before = { ...this.ui.draft };
        this.ui.draft = {};
      }
    }
    if (settings().sound) this.sounds(message.events);
    if (this.ui.floor) this.act.floor(true); // other rulings are possible now
  }

  /** After a round the cards and the payments lie for a while, until the next wager. */
  linger() {
    this.ui.linger = true;
    clearTimeout(this.lingering);
    this.lingering = setTimeout(() => this.set({ linger: false }), LINGER);
  }

  sounds(events) {
    if (events.some((event) => event.verb === "award" || (event.verb === "settle" && !/lose|push/.test(event.words)))) play("win");
    else if (events.some((event) => event.cards?.length)) play("card");
    else if (events.some((event) => event.cents)) play("chips");
  }

  turn() {
    this.ui.picked = new Set();
    this.ui.amount = 0;
    this.ui.preChosen = "";
    if (settings().sound) play("turn");
    if (settings().notify && document.hidden && Notification.permission === "granted") new Notification(`${t.YOUR_TURN} ${this.layout.title}`);
    this.advise();
  }

  advise() {
    const seat = deciding(this.state);
    if (seat && this.ui.coach) this.coaching?.ask(seat, this.state.seq);
  }

  slipped(last) {
    this.state = fold(this.state, { type: "slip", words: t.slipWas(actionTitle(last.best), Math.round(last.cents)).join("") });
  }

  acknowledged(message) {
    if (!message.ok && this.ui.readyKey === message.key) this.ui.ready = false;
    if (this.judged?.key === message.key && message.ok) this.judged.confirm();
    this.wallet();
  }

  async wallet() {
    try {
      this.me = await get("/api/me");
    } catch {
      return; // the next message tries again
    }
    this.schedule();
  }

  // What I do ----------------------------------------------------------------------------------------------------------

  give(type, fields) {
    const key = this.line.command(type, fields);
    this.state = fold(this.state, { type: "sent", command: { key, type, ...fields } });
    this.schedule();
    return key;
  }

  free() {
    const taken = new Set(Object.keys(this.state.view?.seats ?? {}).map(Number));
    return Array.from({ length: this.layout.seats }, (_, index) => index + 1).filter((seat) => !taken.has(seat));
  }

  sit(seat, cents) {
    this.ui.dialog = null;
    if (mine(this.state).length && this.layout.several) this.give("spot", { n: seat });
    else this.give("sit", { seat, cents });
  }

  act = {
    sit: (seat) => {
      if (mine(this.state).length && this.layout.several) this.sit(seat, 0);
      else this.open({ kind: "buy in", seat, cents: Math.min(this.layout.buyIn.usual, this.me.cents) });
    },
    list: () => this.give("list", { table: this.table, want: "going" }),
    choose: (cents) => this.set({ chip: cents }),
    chip: (key) => this.wager(key, this.ui.chip),
    chipOff: (event, key) => {
      event.preventDefault();
      this.wager(key, -this.ui.chip);
    },
    drag: (event, cents) => event.dataTransfer.setData("text/plain", String(cents)),
    drop: (event, key) => {
      event.preventDefault();
      this.wager(key, Number(event.dataTransfer.getData("text/plain")) || 0);
    },
    clear: () => this.stake({}),
    repeat: () => this.ui.before && this.stake(this.ui.before),
    double: () => this.stake(Object.fromEntries(Object.entries(this.ui.draft).map(([key, cents]) => [key, cents * 2]))),
    ready: () => {
      if (this.ui.ready || !Object.values(this.ui.draft).some(Boolean)) return;
      this.set({ ready: true });
      this.ui.readyKey = this.give("ready", {});
    },
    pick: (card) => this.set({ picked: toggled(this.ui.picked, card, this.ui.picking) }),
    amount: (cents) => this.set({ amount: cents }),
    decide: (button) => {
      if (this.state.pending || this.state.line === "lost") return;
      const seat = this.ui.asked;
      const confirm = this.coaching?.judged(seat, button.action);
      const key = this.give("act", { seat, action: button.action, cents: button.cents || 0 });
      this.judged = confirm && { key, confirm };
    },
    refused: (button) => {
      this.state = { ...this.state, refusal: { why: button.why, rule: button.rule } };
      this.schedule();
    },
    name: (game) => this.give("name", { game }),
    chooseGame: (game) => this.set({ game }),
    pre: (action, cents = 0) => {
      const chosen = this.ui.preChosen === action ? "" : action;
      this.set({ preChosen: chosen });
      this.line.raw({ type: "pre", action: chosen, cents: chosen ? cents : 0, once: true, seat: this.ui.seat });
    },
    move: (seat) => {
      this.set({ moving: seat });
      this.give("move", { seat });
    },
    topUp: (cents) => {
      this.set({ topup: cents });
      this.give("topup", { cents });
    },
    call: () => this.give("call", { off: this.state.status.called === this.state.you.name }),
    back: (wait) => this.give("back", { seat: this.ui.seat, wait }),
    out: () => this.give("out", { seat: this.ui.seat }),
    leave: () => this.give("leave", { seat: this.ui.seat }),
    buy: () => this.open({ kind: "buy", seat: this.ui.seat, cents: Math.min(this.layout.buyIn.usual, this.me.cents) }),
    bank: () => this.line.raw({ type: "bank", seat: this.ui.seat }),
    tab: (tab) => this.set({ tab }),
    coach: () => {
      const coach = !this.ui.coach;
      change({ coach });
      this.set({ coach });
      if (coach) this.advise();
      else this.coaching?.stop();
    },
    allOptions: () => this.set({ allOptions: !this.ui.allOptions }),
    say: (event) => {
      event.preventDefault();
      const field = event.target.querySelector("input");
      if (field.value.trim()) this.line.raw({ type: "chat", text: field.value.trim() });
      field.value = "";
    },
    sheet: () => this.set({ sheet: !this.ui.sheet }),
    dialog: (changes) => this.open(changes && { ...this.ui.dialog, ...changes }),
    confirm: (seat, cents, keep) => {
      if (this.ui.dialog.kind === "buy") {
        this.open(null);
        this.give("buy", { seat, cents });
      } else this.sit(seat, cents);
      if (keep) this.act.topUp(cents);
    },
    refill: async () => {
      try {
        await post("/api/refill");
        await this.wallet();
      } catch (error) {
        this.state = { ...this.state, refusal: { why: error.message } };
        this.schedule();
      }
    },
    floor: async (open) => {
      if (!open) return this.set({ floor: null });
      try {
        return this.set({ floor: { chosen: this.ui.floor?.chosen ?? "", ...(await get(`/api/tables/${this.table}/rulings`)) } });
      } catch (error) {
        return this.act.refused({ why: error.message });
      }
    },
    chooseRuling: (chosen) => this.set({ floor: { ...this.ui.floor, chosen } }),
    ruling: (ruling, facts) => {
      this.give("floor", { ruling, facts });
    },
    step: () => this.give("step", {}),
    settings: (changes) => {
      change(changes);
      if (changes.notify) Notification.requestPermission();
      this.schedule();
    },
  };

  set(changes) {
    Object.assign(this.ui, changes);
    this.schedule();
  }

  open(dialog) {
    const opener = document.activeElement;
    this.set({ dialog });
    this.draw();
    const box = this.querySelector("dialog");
    if (dialog && box && !box.open) {
      this.opener = opener;
      box.showModal();
    }
    if (!dialog) this.opener?.focus?.();
  }

  wager(key, cents) {
    const wager = this.layout.wagers.find((each) => each.key === key);
    const now = this.ui.draft[key] ?? 0;
    let next = Math.max(0, now + cents);
    if (!now && cents > 0 && next < wager.low) next = wager.low;
    if (cents < 0 && next < wager.low) next = 0;
    if (wager.high && next > wager.high) next = wager.high;
    const stakes = { ...this.ui.draft, [key]: next };
    for (const other of this.layout.wagers) if (other.equals && stakes[other.equals] !== undefined && key === other.equals) stakes[other.key] = next;
    if (!next) delete stakes[key];
    this.stake(stakes);
  }

  /** Change the wagers of my spot; the server hears of it at once, so that they count when the window closes. */
  stake(stakes) {
    this.ui.draft = { ...stakes };
    this.ui.linger = false;
    this.ui.ready = false;
    this.give("place", { spot: this.ui.seat, wagers: this.ui.draft });
  }

  // Drawing ------------------------------------------------------------------------------------------------------------

  schedule() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }

  draw() {
    const { state, layout, ui } = this;
    if (!layout || !state.view) return;
    ui.now = Date.now();
    this.prepare();
    const felt = layout.kind === "house" ? houseFelt(state, layout, ui, this.act) : pokerFelt(state, layout, ui, this.act);
    const seen = state.fresh.length ? animate.before(this) : null;
    render(
      this,
      h("a", { class: "skip", href: "#main" }, t.SKIP),
      this.bar(),
      h("main", { class: state.line === "lost" ? "stage dimmed" : "stage", id: "main" }, this.halted("tag warn halted"), felt),
      actionBar(state, layout, ui, this.act),
      side(state, layout, ui, this.act, ui.floor ? floorPanel(this) : null),
      ui.dialog ? DIALOGS[ui.dialog.kind](this) : null,
      h("div", { class: "quiet", role: "alert", "aria-live": "assertive" }, this.alert()),
    );
    this.classList.toggle("floor", Boolean(ui.floor));
    this.follow();
    animate.after(this, seen, state.fresh);
    this.state = { ...state, fresh: [] };
    keys.rebind(this.keys());
    document.title = deciding(state) ? `${t.YOUR_TURN} · ${layout.title}` : `${layout.title} · ${t.PITBOSS}`;
  }

  /** Keep the end of the feed in sight, unless somebody has scrolled back to read. */
  follow() {
    const log = this.querySelector(".side .feed");
    if (!log) return;
    if (log.scrollHeight !== this.feedHeight && (this.feedHeight === undefined || log.scrollTop + log.clientHeight > this.feedHeight - 40)) log.scrollTop = log.scrollHeight;
    this.feedHeight = log.scrollHeight;
  }

  /** What the parts need to know besides the state: my seat, what is asked of me, my choices. */
  prepare() {
    const { state, layout, ui } = this;
    const own = mine(state);
    const asked = deciding(state);
    ui.table = this.table;
    ui.own = own;
    ui.asked = asked;
    ui.seat = asked || (own.includes(ui.seat) ? ui.seat : own[0] ?? 0);
    ui.free = this.free();
    const taken = state.view.seats[ui.seat];
    const hand = state.view.deal?.piles?.[`player ${asked}`] ?? [];
    const listed = asked ? [...options(state, asked).allowed, ...options(state, asked).forbidden] : [];
    ui.hand = hand;
    ui.picking = asked ? picking(listed, hand) : null;
    ui.choices = asked ? choices(listed, hand, ui.picked, ui.amount) : [];
    ui.pickButton = (card, index) => pickCard(card, index, ui.picked.has(card), this.act);
    ui.players = Object.values(state.view.seats).filter((each) => each.status === "in").length;
    ui.games = namable(layout.games ?? [], ui.players);
    if (own.includes(ui.moving) || ui.free.indexOf(ui.moving) < 0) ui.moving = 0;
    ui.front = inFront(dealEvents(state))[asked] ?? 0;
    ui.slip = ui.linger || !state.view.done ? this.slip() : null;
    const naming = state.view.done && ui.seat && state.namer === ui.seat;
    ui.game = ui.games.some((game) => game.id === ui.game && !game.why) ? ui.game : ui.games.find((game) => !game.why)?.id ?? "";
    ui.naming = naming ? namePanel(ui.games, ui.game, this.act) : null;
    ui.owes = Boolean(taken?.owes?.length);
    ui.broke = taken && !taken.cents && state.view.done;
    ui.price = this.nextWager();
    ui.priceWord = ui.choices.find((button) => button.cost && button.option && !button.why)?.word ?? "";
    ui.question = asked ? t.decideNow : "";
    if (state.view.game) ui.lastGame = state.view.game;
    ui.waiting = this.waitingWords();
    ui.pre = asked || !ui.seat ? [] : this.preActions();
    ui.mode = this.mode(taken, asked);
  }

  /** My wagers of this round once they are settled, for the slip; null before. */
  slip() {
    if (this.layout.kind !== "house" || !this.ui.seat || this.ui.asked) return null;
    const done = settled(dealEvents(this.state), this.ui.seat);
    const rows = this.layout.wagers.filter((wager) => done[wager.key]).map((wager) => {
      const one = done[wager.key];
      return { key: wager.key, name: t.title(wager.title ?? wager.key), ...one, odds: one.won ? one.odds : one.lost ? t.LOSES : t.PUSH };
    });
    const stake = rows.reduce((sum, row) => sum + row.stake, 0);
    const back = rows.reduce((sum, row) => sum + (row.lost ? 0 : row.stake + row.paid), 0);
    return rows.length ? { rows, stake, back } : null;
  }

  mode(taken, asked) {
    if (this.ui.floor) return "floor";
    if (!taken) return "watch";
    if (asked) return "decide";
    if (this.ui.naming) return "name";
    const betting = this.layout.kind === "house" && (!this.state.view.deal || this.state.view.done);
    if (betting && taken.cents + sum(taken.placed) > 0) return "bet";
    if (taken.status === "out" || (taken.cents === 0 && this.state.view.done)) return "out";
    return "wait";
  }

  priceOf() {
    const cheapest = this.ui.choices.filter((button) => button.cost && !button.why).sort((a, b) => a.cost - b.cost)[0];
    return cheapest?.cost ?? 0;
  }

  /** The wager that my decision would place next, and what it costs at least. */
  nextWager() {
    const lying = asked(this.state, this.ui.asked);
    const next = (this.layout.wagers ?? []).find((each) => each.of && !lying[each.key]);
    return next && this.ui.asked ? { [next.key]: this.priceOf() } : {};
  }

  waitingWords() {
    const names = this.state.view.actors.map((seat) => this.state.view.seats[seat]?.player ?? t.seatName(seat));
    if (names.length) return t.theirTurn(names);
    return this.state.view.done ? t.NEXT_DEAL : t.DEALER_WORKS;
  }

  preActions() {
    if (this.layout.kind === "house" || this.state.view.done || !this.state.view.deal?.piles?.[`player ${this.ui.seat}`]?.length) return [];
    const price = priceOfCall(inFront(dealEvents(this.state)), this.ui.seat);
    return [
      { action: "check/fold", words: t.CHECK_FOLD },
      ...(price ? [{ action: "call", cents: price, words: t.callExactly(price) }] : []),
      { action: "call any", words: t.CALL_ANY },
    ];
  }

  alert() {
    const { state, ui } = this;
    if (!ui.asked) return "";
    const seconds = left(state, ui.asked, ui.now);
    if (seconds !== null && seconds <= 3) return t.secondsLeft(3);
    if (seconds !== null && seconds <= 8) return t.secondsLeft(8);
    return `${t.YOUR_TURN} ${state.reading?.[ui.asked]?.words ?? ""}`;
  }

  bar() {
    const { state, layout, ui } = this;
    const taken = state.view.seats[ui.seat];
    const number = state.hand;
    const count = number ? ` · ${layout.kind === "house" ? t.round(number) : t.hand(number)}` : "";
    const tonight = this.me.tonight ?? 0;
    const fee = layout.kind === "house" ? 0 : dealEvents(state).filter((event) => event.verb === "fee").reduce((sum, event) => sum + event.cents, 0);
    return h(
      "header",
      { class: "bar" },
      h("a", { class: "mark suit-s", href: "/" }, t.PITBOSS),
      h("div", { class: "where" }, h("h1", null, layout.title), h("span", null, layout.subtitle, count, ui.floor ? ` · ${t.AS_FLOOR}` : "")),
      layout.kind !== "house" ? h("div", { class: "money push" }, fee ? [h("span", { class: "wide" }, t.FEE_THIS_HAND), h("b", { class: "wide" }, dollars(fee))] : null) : taken ? h("div", { class: "money push" }, h("span", null, t.AT_TABLE), h("b", null, exact(taken.cents - (ui.mode === "bet" ? sum(ui.draft) : 0)))) : h("div", { class: "money push" }, h("span", null, t.WALLET), h("b", null, exact(this.me.cents ?? 0))),
      tonight ? h("div", { class: "money wide" }, h("span", null, t.TONIGHT), h("b", { class: tonight < 0 ? "bad" : "good" }, signed(tonight))) : null,
      this.halted("tag warn wide"),
      taken && taken.status !== "out" ? h("button", { class: "btn plain wide", onclick: this.act.out }, layout.kind === "house" ? t.SIT_OUT : t.SIT_OUT_NEXT) : null,
      taken ? h("button", { class: "btn plain wide", onclick: this.act.buy }, t.BUY) : null,
      taken ? h("button", { class: "btn plain wide", onclick: this.act.leave }, t.LEAVE) : null,
      taken && !this.may("floor") ? h("button", { class: "btn plain wide", "aria-pressed": String(state.status.called === state.you.name), onclick: this.act.call }, h("i", { class: "ico i-book" }), state.status.called === state.you.name ? t.FLOOR_CALLED : t.CALL_FLOOR, " ", h("kbd", null, "!")) : null,
      this.may("floor") ? h("button", { class: "btn plain wide", "aria-pressed": String(Boolean(ui.floor)), onclick: () => this.act.floor(!ui.floor) }, h("i", { class: "ico i-book" }), t.FLOOR, " ", h("kbd", null, "!")) : null,
      this.may("dealer") && layout.dealt === "person" ? h("button", { class: "btn", onclick: this.act.step }, t.DEALER_STEP, " ", h("kbd", null, "N")) : null,
      h("button", { class: "btn plain icon", "aria-label": t.SETTINGS, onclick: () => this.open({ kind: "settings" }) }, h("i", { class: "ico i-gear" })),
      h("button", { class: "btn plain icon", "aria-label": t.HELP, onclick: () => this.open({ kind: "keys" }) }, h("i", { class: "ico i-help" })),
    );
  }

  /** Why the table stands or will close, for as long as it does. */
  halted(classes) {
    const { paused, called, closing } = this.state.status;
    const words = paused ? t.paused(paused) : called ? t.calledBy(called) : closing ? t.CLOSES : "";
    return words ? h("span", { key: "halted", class: classes, role: "status" }, h("i", { class: "ico i-alert", "aria-hidden": "true" }), words) : null;
  }

  may(role) {
    const roles = this.state.you?.roles ?? [];
    return roles.includes(role) || roles.includes("owner");
  }

  // Keys ---------------------------------------------------------------------------------------------------------------

  keys() {
    const { ui } = this;
    const bound = { "?": () => this.open({ kind: "keys" }), k: this.act.coach, c: () => this.set({ tab: "chat" }), t: this.act.bank };
    if (ui.dialog) return { Escape: () => this.open(null) };
    if (this.may("floor")) bound["!"] = () => this.act.floor(!ui.floor);
    else if (ui.seat) bound["!"] = this.act.call;
    if (this.may("dealer") && this.layout.dealt === "person") bound.n = this.act.step;
    if (ui.floor) bound.Escape = () => this.act.floor(false);
    if (ui.mode === "watch" && ui.free.length) bound.s = bound.Enter = () => this.act.sit(ui.free[0]);
    if (ui.mode === "out") bound.b = bound.Enter = () => this.act.back(false);
    if (ui.mode === "name") this.namingKeys(bound);
    if (ui.mode === "bet") this.bettingKeys(bound);
    if (ui.mode === "decide") this.decisionKeys(bound);
    if (ui.seat && ui.mode !== "out") bound.o = this.act.out;
    return bound;
  }

  namingKeys(bound) {
    const { ui } = this;
    ui.games.forEach((game, index) => (bound[String(index + 1)] = () => !game.why && this.act.chooseGame(game.id)));
    bound.Enter = () => ui.game && this.act.name(ui.game);
    bound.a = () => ui.games.some((game) => game.id === ui.lastGame && !game.why) && this.act.name(ui.lastGame);
  }

  bettingKeys(bound) {
    purse(this.layout.limit).forEach((cents, index) => (bound[String(index + 1)] = () => this.act.choose(cents)));
    Object.assign(bound, { z: this.act.clear, r: this.act.repeat, d: this.act.double, Enter: this.act.ready });
    const order = this.layout.wagers.filter((wager) => !wager.of);
    order.forEach((wager, index) => (bound[WAGER_KEYS[index]] = () => this.act.chip(wager.key)));
  }

  decisionKeys(bound) {
    const { ui } = this;
    if (ui.picking) {
      const hand = this.state.view.deal.piles[`player ${ui.asked}`] ?? [];
      hand.forEach((card, index) => (bound[String(index + 1)] = () => this.act.pick(card)));
    }
    for (const button of ui.choices) {
      if (button.why) continue;
      if (button.key) bound[button.key.toLowerCase()] = () => this.act.decide(button);
      if (button.main) bound.Enter = () => this.act.decide(button);
    }
  }
}

const sum = (stakes) => Object.values(stakes ?? {}).reduce((total, cents) => total + cents, 0);

const DIALOGS = {
  "buy in": (page) => buyInDialog(page),
  buy: (page) => buyInDialog(page),
  keys: (page) => keysDialog(page),
  settings: (page) => settingsDialog(page),
};

customElements.define("pitboss-table", TablePage);
