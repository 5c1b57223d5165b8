// A table: folds the server's messages, draws the state, and turns clicks and keys into commands.

import { get, insist, later, me, post } from "../lib/api.js";
import { h, render } from "../lib/dom.js";
import * as keys from "../lib/keys.js";
import { buyIn, purse } from "../lib/money.js";
import { apply, change, settings, today } from "../lib/settings.js";
import { Line } from "../protocol.js";
import { actionBar } from "../table/action-bar.js";
import { bar, halted } from "../table/bar.js";
import { bindings } from "../table/bindings.js";
import { commands } from "../table/commands.js";
import { dealEvents, opening } from "../table/deal.js";
import { announcement, freeSeats, kept, kindOf, momentOf, NOTHING_CHOSEN } from "../table/moment.js";
import { side } from "../panels/side.js";
import { deciding, fold, mine, question, START } from "../table/store.js";
import * as t from "../texts/en.js";

const TICK = 250; // how often a running clock is drawn
const SOON = 1000; // the page can be used before anything on it moves
const LATE = 2000; // further behind, a settlement is not shown act by act
/** @type {EventTypes} */
const ACTS = new Set(["folded", "checked", "wagered"]); // what can be chosen before the turn
const UNDECIDED = { picked: new Set(), amount: 0, preChosen: "" }; // for a decision; sets are replaced
const LINGER = 6000; // how long a finished round is shown

/** A table page. `ui` has the player's choices and the fetched parts; `moment` is the model that is drawn. */
export class TablePage extends HTMLElement {
  state = START;
  moment = /** @type {Readonly<Moment>} */ (Object.freeze({}));
  /** @type {Layout} */
  layout;
  /** @type {Kind} */
  kind;
  /** @type {Me} */
  me;
  /** @type {Line} */
  line;
  /** @type {Coaching} */
  coaching;
  /** @type {Partial<PageParts>} */
  parts = {}; // fetched when they are needed
  judged = null; // my last decision, until the table has accepted it
  ruled = null; // the floor's last ruling, likewise
  log = null; // the feed that is followed
  rehearsal;
  tab = "";
  /** @type {Chosen} */
  ui = { ...NOTHING_CHOSEN, coach: settings().coach };

  async connectedCallback() {
    this.className = "room";
    apply();
    keys.listen();
    this.table = location.pathname.split("/").pop();
    const invite = new URLSearchParams(location.search).get("invite");
    const path = `/api/tables/${encodeURIComponent(this.table)}`;
    try {
      const person = me();
      if (invite) await person.then(() => post(`${path}/invitation`, { invite }));
      const layout = get(`${path}/layout`);
      this.kind = await kindOf(await layout);
      [this.me, this.layout] = await Promise.all([person, layout]);
    } catch (error) {
      render(
        this,
        h(
          "main",
          { class: "nowhere", id: "main" },
          h("h1", { class: "title" }, t.NO_TABLE),
          h("p", { class: "sub" }, error.status === 404 ? t.GONE_TABLE : t.capital(error.message)),
          h("a", { class: "btn", href: "/" }, t.LOBBY),
        ),
      );
      return;
    }
    this.ui.chip = purse(this.layout.limit ?? 0)[1] ?? purse(this.layout.limit ?? 0)[0] ?? 500;
    this.line = new Line(
      `/ws?table=${encodeURIComponent(this.table)}${invite ? `&invite=${encodeURIComponent(invite)}` : ""}`,
      (message) => this.hear(message),
    );
    this.timer = setInterval(() => this.ticking() && this.draw(), TICK);
  }

  /** True if something on the page changes by itself with time. */
  ticking() {
    const { clocks, window, presence, line } = this.state;
    return (
      Object.keys(clocks).length > 0 ||
      window ||
      line === "lost" ||
      this.ui.held ||
      Object.values(presence).some((each) => each.state === "lost")
    );
  }

  disconnectedCallback() {
    clearInterval(this.timer);
    this.line?.close();
  }

  // What the server says ---------------------------------------------------------------------------------------------

  hear(message) {
    const before = this.state;
    this.state = fold(before, message, Date.now());
    if (message.type === "snap" && this.state.seq !== before.seq) this.stopActs();
    Object.assign(this.ui, kept(this.ui, this.state, this.layout));
    if (this.state.needSync) this.line.raw({ type: "sync", have: this.state.seq });
    if (message.type === "snap") this.begin();
    if (message.type === "ev") this.happened(message, before);
    if (message.type === "ack" && !message.ok && message.stale) this.ui.picked = new Set();
    if (message.type === "ack") this.acknowledged(message);
    this.advise();
    if (message.type === "page") insist(() => import("../table/paged.js")).then(({ paged }) => paged(this, message));
    this.schedule();
  }

  begin() {
    this.rehearsal ??= setTimeout(() => this.rehearse(), SOON);
    this.seated();
    const placed = this.state.view.seats[mine(this.state)[0]]?.placed;
    if (placed && !Object.keys(this.ui.draft).length) this.ui.draft = { ...placed };
    this.ui.before ??= opening(dealEvents(this.state), mine(this.state)[0]);
    const wish = new URLSearchParams(location.search).get("sit");
    if (wish !== null && !this.wished && !mine(this.state).length) {
      this.wished = true;
      const free = freeSeats(this.state, this.layout);
      const seat = free.includes(Number(wish)) ? Number(wish) : 0;
      if (free.length) this.give("sit", { seat, cents: buyIn(this.layout.buyIn, this.me.cents) });
    }
  }

  happened(message, before) {
    this.seated();
    if (!this.state.view.done) this.stopActs();
    else if (this.state.seq !== before.seq) this.settle(message, before);
    const asked = deciding(this.state);
    if (asked && (asked !== deciding(before) || question(this.state) !== question(before))) this.turn();
    const acted = (event) => ACTS.has(event.type) && mine(this.state).includes(event.seat);
    if (!asked && deciding(before) && this.ui.preChosen) this.chooseAhead();
    else if (!asked && message.events.some(acted)) this.ui.preChosen = ""; // done for me
    for (const event of message.events) {
      if (event.type === "finished") {
        this.linger();
        Object.assign(this.ui, { ...UNDECIDED, ready: false, draft: {} });
        if (mine(this.state).length) this.played();
        if (!this.shown) this.repeat();
      }
      if (event.type === "closed" && Object.keys(this.ui.draft).length) {
        Object.assign(this.ui, { before: { ...this.ui.draft }, draft: {} });
      }
    }
    if (settings().sound) this.sounds(message.events);
    const closed = this.state.status.closing && this.state.view.done;
    if (this.ui.floor && !closed) this.act.floor(true); // other rulings are possible now
  }

  /** Fetch the part that only players need, once I sit. */
  async seated() {
    if (this.fetching || !mine(this.state).length) return;
    this.fetching = true;
    let refused = false;
    const player = await insist(this.kind.seated, () => {
      refused = true;
      this.act.refused({ why: t.NOT_FETCHED });
    });
    if (refused) this.state = { ...this.state, refusal: null };
    this.set({ player });
    if (this.layout.coach) {
      this.coaching = new player.Coaching(this.table, {
        changed: (fields) => this.set(fields),
        slipped: (last) => this.slipped(last),
      });
    }
    this.advise();
  }

  /** Fetch the motion; until then everything jumps to its goal. */
  async rehearse() {
    const { acts, animate, during, still } = await insist(() => import("../felt/stage.js"));
    this.moves = { acts, animate, during, still };
  }

  /** Show a settlement of the house act by act. Others who wager for the next round do not disturb it; my own wager
   * does. */
  settle(message, before) {
    if (!this.moves || !this.kind.house || this.moves.still() || document.hidden) return;
    const listed = this.moves.acts(before, message, mine(this.state));
    if (!listed.length) return;
    this.stopActs();
    this.acts = listed;
    this.nextAct();
  }

  nextAct(late = 0) {
    const [now, ...rest] = late > LATE ? this.acts.slice(-1) : this.acts;
    this.acts = rest;
    this.shown = rest.length ? now : null;
    this.state = { ...this.state, fresh: now.fresh };
    const due = performance.now() + now.ms;
    if (rest.length) this.pacing = setTimeout(() => this.nextAct(performance.now() - due), now.ms);
    if (rest.length) this.linger();
    else if (this.state.view.done) this.repeat();
    this.schedule();
  }

  /** Place the last wagers again if that was chosen during their settlement. */
  repeat() {
    const { again, before } = this.ui;
    this.ui.again = null;
    if (again && before) this.act.stake(before);
  }

  stopActs() {
    clearTimeout(this.pacing);
    this.acts = [];
    this.shown = null;
  }

  /** After a round, leave cards and payments on the table for a while, or until the next wager. */
  linger() {
    this.ui.linger = true;
    clearTimeout(this.lingering);
    this.lingering = setTimeout(() => this.set({ linger: false }), LINGER);
  }

  async sounds(events) {
    const { play } = await later(import("../lib/sound.js"));
    if (events.some((event) => event.type === "awarded" || event.result === "win")) play("win");
    else if (events.some((event) => event.cards?.length)) play("card");
    else if (events.some((event) => event.cents)) play("chips");
  }

  turn() {
    Object.assign(this.ui, UNDECIDED);
    this.state = { ...this.state, refusal: null };
    if (settings().sound) later(import("../lib/sound.js")).then(({ play }) => play("turn"));
    if (settings().notify && document.hidden && Notification.permission === "granted") {
      new Notification(`${t.YOUR_TURN} ${this.layout.title}`);
    }
  }

  /** Send the table the choice for the next turn, now that this one is over. */
  chooseAhead() {
    const { preChosen, preCents, seat } = this.ui;
    if (!this.state.view.done) {
      this.line.raw({ type: "pre", action: preChosen, cents: preCents ?? 0, once: true, seat });
    }
  }

  /** Ask the coach about my current question; without one the coach rests. */
  advise() {
    const seat = deciding(this.state);
    if (seat && this.ui.coach) this.coaching?.ask(seat, question(this.state));
    else this.coaching?.stop();
  }

  slipped(last) {
    this.state = fold(this.state, { type: "slip", best: this.ui.player.actionTitle(last.best), cents: last.cents });
  }

  acknowledged(message) {
    if (!message.ok && this.ui.readyKey === message.key) this.ui.ready = false;
    if (this.judged?.key === message.key && message.ok) this.judged.confirm();
    if (this.ruled?.key === message.key && message.ok && this.ui.floor) {
      this.set({
        floor: {
          ...this.ui.floor,
          chosen: "",
          facts: {},
          done: this.ruled.done,
        },
      });
    }
    this.wallet();
  }

  /** After a deal of mine, record the day and update my wallet. */
  played() {
    if (settings().played !== today()) change({ played: today() });
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

  // What I do --------------------------------------------------------------------------------------------------------

  give(type, fields) {
    const key = this.line.command(type, fields);
    this.state = fold(this.state, {
      type: "sent",
      command: { key, type, ...fields },
    });
    this.schedule();
    return key;
  }

  act = commands(this);

  set(changes) {
    Object.assign(this.ui, changes);
    this.schedule();
  }

  async open(dialog) {
    const opener = /** @type {HTMLElement} */ (document.activeElement);
    if (dialog) this.parts.dialogs ??= await later(import("../table/dialogs.js")).catch(() => null);
    if (dialog && !this.parts.dialogs) return this.act.refused({ why: t.NOT_FETCHED });
    this.set({ dialog });
    this.draw();
    const box = this.querySelector("dialog");
    if (dialog && box && !box.open) {
      this.opener = opener;
      box.showModal();
      box.scrollTop = 0; // the button that has the focus may stand at the end
    }
    return dialog || this.opener?.focus?.();
  }

  // Drawing ----------------------------------------------------------------------------------------------------------

  schedule() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }

  draw() {
    const { layout } = this;
    if (!layout || !this.state.view) return;
    const state = this.shown ? this.moves.during(this.state, this.shown) : this.state;
    const moment = momentOf(this, state, Date.now());
    this.moment = moment;
    const seen = this.moves && state.fresh.length ? this.moves.animate.before(this) : null;
    render(
      this,
      h("a", { class: "skip", href: "#main" }, t.SKIP),
      bar(this, state),
      h(
        "main",
        { class: state.line === "lost" ? "stage dimmed" : "stage", id: "main" },
        halted(state, "tag warn halted"),
        this.kind.felt(state, layout, moment, this.act),
      ),
      actionBar(state, layout, moment, this.act),
      side(state, layout, moment, this.act, moment.floor ? this.parts.floor.floorPanel(this) : null),
      moment.held ? this.parts.held(this) : null,
      moment.dialog ? this.dialogOf(moment.dialog.kind)(this) : null,
      h("div", { class: "quiet", role: "alert", "aria-live": "assertive" }, announcement(state, moment)),
    );
    this.classList.toggle("floor", Boolean(moment.floor));
    this.follow([state.feed, Boolean(moment.slip), Boolean(moment.advice), moment.tab]);
    if (seen) this.moves.animate.after(this, seen, state.fresh);
    this.state = { ...this.state, fresh: [] };
    keys.rebind(bindings(this));
    document.title = this.titleOf(state, moment);
  }

  dialogOf(kind) {
    return this.parts.floor?.FLOOR_DIALOGS[kind] ?? this.parts.dialogs[DIALOGS[kind]];
  }

  /** @param {State} state @param {Moment} moment */
  titleOf(state, { held }) {
    if (held) return `${t.seatTitle} · ${t.PITBOSS}`;
    const { title } = this.layout;
    return deciding(state) ? `${t.YOUR_TURN} · ${title}` : `${title} · ${t.PITBOSS}`;
  }

  /** Keep the end of the feed in sight when it grows or the panels around it change, unless somebody has scrolled
   * back. */
  follow(now) {
    /** @type {HTMLElement} */
    const log = this.querySelector(".side .feed");
    if (!log) return;
    if (log !== this.log) {
      Object.assign(this, { log, atEnd: true, followed: [] });
      log.onscroll = () => (this.atEnd = log.scrollTop + log.clientHeight >= log.scrollHeight - 40);
    }
    if (this.tab !== this.ui.tab) {
      Object.assign(this, { tab: this.ui.tab, atEnd: this.ui.tab !== "rules" }); // rules are read from their beginning
      if (!this.atEnd) log.scrollTop = 0;
    }
    const changed = now.some((each, index) => each !== this.followed[index]);
    this.followed = now;
    if (changed && this.atEnd) log.scrollTop = log.scrollHeight;
  }
}

const DIALOGS = {
  "buy in": "buyInDialog",
  buy: "buyInDialog",
  keys: "keysDialog",
  more: "moreDialog",
  settings: "settingsDialog",
};

customElements.define("pitboss-table", TablePage);
