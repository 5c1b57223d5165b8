// The actions of a table page: each press of a button or key becomes a command or changes what is shown.

import { get, later, post } from "../lib/api.js";
import { buyIn } from "../lib/money.js";
import { change } from "../lib/settings.js";
import { mine } from "./store.js";
import { moved } from "./deal.js";

/** The commands of a table page.
 * @param {TablePage} page */
export function commands(page) {
  /** @type {Act} */
  const act = {
    /** Take a seat; 0: any seat that is free when the command arrives. */
    sit: (seat) => {
      if (mine(page.state).length && page.layout.several) page.give("spot", { n: seat });
      else page.open({ kind: "buy in", seat, cents: buyIn(page.layout.buyIn, page.me.cents) });
    },
    list: () => page.give("list", { table: page.table, want: "going" }),
    /** Turn to another spot of mine, to place its wagers. */
    spot: (seat) =>
      page.set({
        seat,
        draft: { ...page.state.view.seats[seat]?.placed },
        ready: false,
        linger: false,
      }),
    choose: (cents) => page.set({ chip: cents }),
    chip: (key) => act.stake(moved(page.layout.wagers, page.ui.draft, key, page.ui.chip)),
    chipOff: (event, key) => {
      event.preventDefault();
      act.stake(moved(page.layout.wagers, page.ui.draft, key, -page.ui.chip));
    },
    drag: (event, cents) => event.dataTransfer.setData("text/plain", String(cents)),
    drop: (event, key) => {
      event.preventDefault();
      act.stake(moved(page.layout.wagers, page.ui.draft, key, Number(event.dataTransfer.getData("text/plain")) || 0));
    },
    /** Change the wagers of my spot; the server is told at once, so that they count when the window closes. */
    stake: (stakes) => {
      const draft = { ...stakes };
      page.set({ draft, linger: false, ready: false });
      page.stopActs();
      page.give("place", { spot: page.moment.seat, wagers: draft });
    },
    clear: () => act.stake({}),
    repeat: () => page.ui.before && act.stake(page.ui.before),
    double: () => act.stake(Object.fromEntries(Object.entries(page.ui.draft).map(([key, cents]) => [key, cents * 2]))),
    ready: () => {
      if (page.ui.ready || !Object.values(page.ui.draft).some(Boolean)) return;
      page.set({ ready: true, readyKey: page.give("ready", {}) });
    },
    pick: (card) =>
      page.set({
        picked: page.ui.player.toggled(page.ui.picked, card, page.moment.picking),
      }),
    takeBack: () => page.set({ picked: new Set() }),
    /** Place the wagers of this round again as soon as the next one opens, or not. */
    again: (again) => {
      if (page.shown && !again) page.stopActs();
      page.set(page.shown || !page.state.view.done ? { again } : { again: null, linger: false });
    },
    amount: (cents) => page.set({ amount: cents }),
    decide: (button) => {
      if (page.state.pending || page.state.line === "lost") return;
      const seat = page.moment.asked;
      const confirm = page.coaching?.judged(seat, button.action);
      const key = page.give("act", { seat, action: button.action, cents: button.cents || 0 });
      page.judged = confirm && { key, confirm };
    },
    refused: (button) => {
      page.state = {
        ...page.state,
        refusal: { why: button.why, rule: button.rule },
      };
      page.schedule();
    },
    name: (game) => page.give("name", { game }),
    chooseGame: (game) => page.set({ game }),
    pre: (action, cents = 0) => {
      const chosen = page.ui.preChosen === action ? "" : action;
      page.set({ preChosen: chosen, preCents: cents });
      if (page.moment.asked) return; // sent as soon as I have acted
      page.line.raw({ type: "pre", action: chosen, cents: chosen ? cents : 0, once: true, seat: page.moment.seat });
    },
    move: (seat) => {
      page.set({ moving: seat });
      page.give("move", { seat });
    },
    topUp: (cents) => {
      page.set({ topup: cents });
      page.give("topup", { cents });
    },
    toke: (cents) => {
      page.open(null);
      page.give("toke", { cents });
    },
    call: () => page.give("call", { off: page.state.status.called === page.state.you.name }),
    back: (wait) => {
      page.set({ leaving: 0 });
      page.give("back", { seat: page.moment.seat, wait });
    },
    out: () => page.give("out", { seat: page.moment.seat }),
    leave: () => {
      page.set({ leaving: page.moment.seat });
      page.give("leave", { seat: page.moment.seat });
    },
    buy: () => page.open({ kind: "buy", seat: page.moment.seat, cents: buyIn(page.layout.buyIn, page.me.cents) }),
    bank: () => page.line.raw({ type: "bank", seat: page.moment.seat }),
    tab: (tab) => {
      page.set({ tab });
      page.draw();
      /** @type {HTMLElement} */
      const field = page.querySelector("#say");
      if (tab === "chat") field?.focus(); // so that typing does not trigger keys
    },
    coach: () => {
      const coach = !page.ui.coach;
      change({ coach });
      page.set({ coach });
      page.advise();
    },
    allOptions: () => page.set({ allOptions: !page.ui.allOptions }),
    say: (event) => {
      event.preventDefault();
      const field = /** @type {HTMLElement} */ (event.target).querySelector("input");
      if (field.value.trim()) page.line.raw({ type: "chat", text: field.value.trim() });
      field.value = "";
    },
    /** Hide the chat of a player, or show it again. The server stops sending it until the line is lost. */
    mute: (player) => {
      const muted = new Set(page.ui.muted);
      if (!muted.delete(player)) muted.add(player);
      page.set({ muted });
      page.line.command("mute", { player });
    },
    sheet: () => page.set({ sheet: !page.ui.sheet }),
    dialog: (changes) => page.open(changes && { ...page.ui.dialog, ...changes }),
    confirm: (seat, cents, keep) => {
      const type = page.ui.dialog.kind === "buy" ? "buy" : "sit";
      page.open(null);
      page.give(type, { seat, cents });
      if (keep) act.topUp(cents);
    },
    refill: async () => {
      try {
        await post("/api/refill");
        await page.wallet();
      } catch (error) {
        act.refused({ why: error.message, rule: error.rule });
      }
    },
    floor: async (open) => {
      if (!open) return page.set({ floor: null });
      try {
        const [panel, possible] = await Promise.all([
          later(import("../panels/floor.js")),
          get(`/api/tables/${page.table}/rulings`),
        ]);
        page.parts.floor = panel;
        const { chosen = "", facts = {}, done = "" } = page.ui.floor ?? {};
        return page.set({
          floorBar: panel.floorBar,
          floor: { chosen, facts, done, ...possible },
        });
      } catch (error) {
        return act.refused({ why: error.message, rule: error.rule });
      }
    },
    ruling: (ruling, facts) => {
      page.ruled = { key: page.give("floor", { ruling, facts }), done: ruling };
    },
    step: () => page.give("step", {}),
    settings: (changes) => {
      change(changes);
      page.schedule();
    },
  };
  return act;
}
