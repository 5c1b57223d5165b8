// A finished hand, step by step as on the table, with its seal checked in the browser.

import { show } from "../desk/dialog.js";
import { dialog, keysDialog, settingsDialog } from "../table/dialogs.js";
import { get } from "../lib/api.js";
import { copy } from "../lib/clipboard.js";
import { h, render } from "../lib/dom.js";
import * as keys from "../lib/keys.js";
import { apply, change } from "../lib/settings.js";
import { moments, seatOf } from "../replay/steps.js";
import { checked as checkedSeal, tellsOfThem } from "../replay/verify.js";
import { entries } from "../panels/feed.js";
import { rule, told } from "../felt/parts.js";
import { partsOf } from "../panels/side.js";
import { kindOf, momentOf, NOTHING_CHOSEN } from "../table/moment.js";
import { mine } from "../table/store.js";
import * as t from "../texts/en-replay.js";

const PACE = 900;

/** The choices of a player in a replay: none. */
const SHOWN = { ...NOTHING_CHOSEN, linger: true, replay: true };

/** On the phone: everything that a wide screen shows in the bar and next to the felt. */
function moreDialog(page) {
  const other = (kind, words) =>
    h(
      "button",
      {
        key: kind,
        class: "btn",
        onclick: () => page.set({ dialog: { kind } }),
      },
      words,
    );
  return dialog(
    page,
    t.MORE,
    page.shuffle("h3"),
    h("div", { class: "more-list" }, page.files("btn"), other("settings", t.SETTINGS), other("keys", t.HELP)),
    h(
      "div",
      { class: "tools" },
      h("button", { class: "btn main push", autofocus: true, onclick: () => page.open(null) }, t.CLOSE),
    ),
  );
}

const DIALOGS = { keys: keysDialog, settings: settingsDialog, more: moreDialog };

class ReplayPage extends HTMLElement {
  at = 0;
  /** @type {Kind} */
  kind;
  /** @type {Layout} */
  layout;
  playing = null;
  ui = { dialog: null };
  keyList = t.REPLAY_KEYS;
  act = {
    settings: (changes) => {
      change(changes);
      this.draw();
    },
  };

  open(dialog) {
    show(this, dialog);
  }

  set(changes) {
    Object.assign(this.ui, changes);
    this.draw();
  }

  async connectedCallback() {
    this.className = "room";
    apply();
    keys.listen();
    this.hand = location.pathname.split("/").pop();
    try {
      await this.recall(new URLSearchParams(location.search).get("as") ?? "");
      this.layout = await get(`/api/hands/${encodeURIComponent(this.hand)}/layout`);
      this.kind = await kindOf(this.layout);
    } catch (error) {
      render(
        this,
        h(
          "main",
          { class: "nowhere", id: "main" },
          h("h1", { class: "title" }, t.NO_HAND),
          h("p", { class: "sub" }, error.status === 404 ? t.GONE_HAND : t.capital(error.message)),
          h("a", { class: "btn", href: "/" }, t.LOBBY),
        ),
      );
      return;
    }
    this.at = Math.min(this.moments.length - 1, Math.max(0, Number(location.hash.slice(1)) - 1 || 0));
    this.draw();
  }

  /** Fetch the hand as a viewer saw it; empty for my own view. */
  async recall(viewer) {
    const path = `/api/hands/${encodeURIComponent(this.hand)}`;
    this.recalled = await get(viewer ? `${path}?viewer=${encodeURIComponent(viewer)}` : path);
    this.viewer = viewer;
    this.moments = moments(this.recalled);
    this.verify();
  }

  async see(viewer) {
    await this.recall(viewer);
    history.replaceState(
      null,
      "",
      `${location.pathname}${viewer ? `?as=${encodeURIComponent(viewer)}` : ""}#${this.at + 1}`,
    );
    this.at = Math.min(this.at, this.moments.length - 1);
    this.draw();
  }

  /** Copy the address of this very step. */
  async link() {
    this.copied = await copy(location.href);
    this.draw();
  }

  unfold(sheet) {
    this.sheet = sheet;
    this.draw();
  }

  verify() {
    this.proofs = this.recalled.seals.map((seal) => ({ root: seal.root, ...checkedSeal(seal) }));
    this.told = !this.proofs.length || tellsOfThem(this.recalled);
  }

  go(to) {
    this.at = Math.max(0, Math.min(this.moments.length - 1, to));
    this.copied = false;
    history.replaceState(null, "", `${location.search}#${this.at + 1}`);
    if (this.at === this.moments.length - 1) this.stop();
    this.draw();
  }

  play() {
    if (this.playing) return this.stop();
    if (this.at === this.moments.length - 1) this.at = -1;
    this.playing = setInterval(() => this.go(this.at + 1), PACE);
    return this.go(this.at + 1);
  }

  stop() {
    clearInterval(this.playing);
    this.playing = null;
    this.draw();
  }

  draw() {
    const { event, state } = this.moments[this.at];
    const own = mine(state);
    const act = /** @type {any} */ ({ sit() {}, chip() {}, pick() {}, move() {} });
    const ui = { ...SHOWN, seat: own[0] ?? this.firstSeat(state) };
    const moment = momentOf({ kind: this.kind, layout: this.layout, ui, table: "" }, state, 0);
    const name = (seat) => state.view.seats[seat]?.player ?? t.seatName(seat);
    const said = t.sentence(event, name, (seat) => own.includes(seat)) ?? [t.capital(event.words || event.verb)];
    render(
      this,
      h("a", { class: "skip", href: "#main" }, t.SKIP),
      this.bar(),
      h("main", { class: "stage", id: "main" }, this.kind.felt(state, this.layout, moment, act)),
      h(
        "section",
        { class: "act transport", "aria-label": t.STEPS },
        h(
          "div",
          { class: "say" },
          h("b", null, this.phase()),
          h(
            "p",
            null,
            t.stepOf(this.at + 1, this.moments.length),
            h("span", { class: "wide" }, ". ", told(said)),
            " ",
            rule(event.rule),
          ),
        ),
        h(
          "button",
          {
            key: "sheet",
            class: "sheet plain",
            "aria-expanded": String(Boolean(this.sheet)),
            onclick: () => this.unfold(!this.sheet),
          },
          h("b", null, t.STEPS),
          h("span", { class: "line" }, told(said)),
          h("i", { class: "ico i-more", "aria-hidden": "true" }),
        ),
        h("label", { key: "label", class: "quiet", for: "step" }, t.STEP),
        h("input", {
          id: "step",
          class: "scrub",
          type: "range",
          min: 1,
          max: this.moments.length,
          value: String(this.at + 1),
          oninput: (change) => this.go(Number(change.target.value) - 1),
        }),
        h(
          "div",
          { class: "doing" },
          [
            ["first", t.FIRST, () => this.go(0)],
            ["prev", t.BACK, () => this.go(this.at - 1)],
            ["play", this.playing ? t.PAUSE : t.PLAY, () => this.play()],
            ["next", t.FORWARD, () => this.go(this.at + 1)],
            ["last", t.LAST, () => this.go(this.moments.length - 1)],
          ].map(([icon, label, action]) =>
            h(
              "button",
              {
                key: icon,
                class: icon === "play" ? "btn icon main" : "btn icon",
                "aria-label": label,
                onclick: action,
              },
              h("i", { class: `ico i-${icon}` }),
            )
          ),
        ),
      ),
      this.side(own, name),
      this.ui.dialog ? DIALOGS[this.ui.dialog.kind](this) : null,
    );
    const now = this.querySelector(".feed [aria-current]");
    if (now && now !== this.marked) now.scrollIntoView({ block: "nearest" });
    this.marked = now;
    document.title = `${this.heading()} · ${t.PITBOSS}`;
    if (this.ui.dialog) return keys.rebind({ Escape: () => this.open(null) });
    keys.rebind({
      "?": () => this.open({ kind: "keys" }),
      ArrowLeft: () => this.go(this.at - 1),
      ArrowRight: () => this.go(this.at + 1),
      " ": () => this.play(),
      Home: () => this.go(0),
      End: () => this.go(this.moments.length - 1),
      v: () => (this.verify(), this.draw()),
    });
  }

  /** The seat at the bottom of the felt if the hand is not seen from a seat of mine. */
  firstSeat(state) {
    return seatOf(this.recalled.views?.[1] ?? "") || Number(Object.keys(state.view.seats)[0]);
  }

  heading() {
    const number = this.recalled.hand.number;
    return this.kind.house ? t.replayRound(number) : t.replayHand(number);
  }

  bar() {
    const { hand } = this.recalled;
    return h(
      "header",
      { class: "bar" },
      h("a", { class: "mark suit-s", href: "/" }, t.PITBOSS),
      h(
        "div",
        { class: "where" },
        h("h1", null, this.heading()),
        h("span", null, `${this.layout.name} · ${hand.table} · ${t.whenPlayed(hand.ended / 1000)}`),
      ),
      h("span", { class: "push" }),
      this.views(),
      this.files("btn plain wide"),
      h(
        "button",
        {
          key: "settings",
          class: "btn plain icon wide",
          "aria-label": t.SETTINGS,
          onclick: () => this.open({ kind: "settings" }),
        },
        h("i", { class: "ico i-gear" }),
      ),
      h(
        "button",
        {
          key: "more",
          class: "btn plain icon narrow",
          "aria-label": t.MORE,
          onclick: () => this.open({ kind: "more" }),
        },
        h("i", { class: "ico i-more" }),
      ),
      h(
        "button",
        {
          key: "help",
          class: "btn plain icon wide",
          "aria-label": t.HELP,
          onclick: () => this.open({ kind: "keys" }),
        },
        h("i", { class: "ico i-help" }),
      ),
    );
  }

  /** The views of this hand, if there are several: my own, the rail's, for the floor any seat's. */
  views() {
    const [usual, ...others] = this.recalled.views ?? [];
    if (!others.length) return null;
    const name = (viewer) => t.asViewer(viewer, this.recalled.hand.players[seatOf(viewer)] ?? "");
    const listed = [["", seatOf(usual) ? t.AS_YOU : name(usual)], ...others.map((each) => [each, name(each)])];
    const select = h(
      "select",
      {
        key: "views",
        class: listed.length > 3 ? "field" : "field narrow",
        "aria-label": t.SEEN_AS,
        onchange: (event) => this.see(event.target.value),
      },
      listed.map(([value, words]) => h("option", { key: value, value, selected: value === this.viewer }, words)),
    );
    if (listed.length > 3) return select;
    return [
      select,
      h(
        "span",
        { key: "eyes", class: "seg wide", role: "group", "aria-label": t.SEEN_AS },
        listed.map(([value, words]) =>
          h(
            "button",
            { key: value, "aria-pressed": String(value === this.viewer), onclick: () => this.see(value) },
            words,
          )
        ),
      ),
    ];
  }

  /** Every step of the hand in words, as in the feed. */
  listed() {
    const names = Object.fromEntries(
      (this.layout.wagers ?? []).map((wager) => [wager.key, t.title(wager.title || wager.key)]),
    );
    const about = {
      game: this.layout.games?.[0],
      over: Infinity,
      house: this.kind.house,
      names,
      player: this.layout.player,
    };
    return entries(this.moments[this.moments.length - 1].state.feed, this.recalled.hand.number, about).filter(
      (entry) => !entry.deal,
    );
  }

  /** The step of an entry: the position of its first event in the hand. */
  step = (entry) => Number(entry.key.split(" ")[1]);

  /** The phase of the hand: the last heading before this step, or its name. */
  phase() {
    const headed = (entry) => entry.heading || entry.event.type === "board";
    const heading = this.listed().findLast((entry) => this.step(entry) <= this.at && headed(entry));
    if (!heading) return this.heading();
    return heading.phase ?? t.boardTitle(heading.event);
  }

  side(own, name) {
    const listed = this.listed();
    const current = listed.findLast((entry) => !entry.heading && this.step(entry) <= this.at);
    const rows = listed.map((entry) => {
      if (entry.heading) return h("li", { key: entry.key, class: "street" }, h("span", null, entry.heading));
      const parts = partsOf(entry, name, (seat) => own.includes(seat));
      if (!parts) return null;
      const board = entry.event.type === "board";
      const now = entry === current;
      const classes = [board && "street", now && "now"].filter(Boolean).join(" ");
      return h(
        "li",
        { key: entry.key, class: classes || null, "aria-current": now ? "step" : null },
        h("span", null, told(parts)),
        board || entry.plain ? null : rule(entry.event.rule),
      );
    });
    return h(
      "aside",
      { class: this.sheet ? "side open" : "side" },
      this.sheet
        ? h("button", { key: "shut", class: "btn plain small shut", onclick: () => this.unfold(false) }, t.CLOSE)
        : null,
      h(
        "section",
        { key: "steps", class: "feed", "aria-label": t.HAPPENED },
        h(
          "header",
          null,
          h("h2", null, t.STEPS),
          h(
            "span",
            { class: "push dim" },
            h("kbd", null, "←"),
            " ",
            h("kbd", null, "→"),
            " ",
            t.ONE_STEP,
            " ",
            h("kbd", null, "space"),
            " ",
            t.PLAYS,
          ),
        ),
        h("div", { class: "lines", role: "log", tabindex: "0", "aria-label": t.HAPPENED }, h("ol", null, rows)),
      ),
      h("section", { key: "proof", "aria-label": t.THIS_SHUFFLE }, this.shuffle("h2")),
    );
  }

  /** The seal of the deck, opened and checked here. */
  shuffle(heading) {
    const { proofs } = this;
    const sealed = proofs.length > 0;
    const checked = this.told ? t.SEAL_WORDS : t.OTHER_CARDS;
    return [
      h(
        "header",
        null,
        h(heading, null, t.THIS_SHUFFLE),
        sealed
          ? h(
            "span",
            { class: this.sound() ? "tag good push" : "tag bad push" },
            h("i", { class: "ico i-check", "aria-hidden": "true" }),
            this.sound() ? t.SAME_DECK : t.OTHER_DECK,
          )
          : null,
      ),
      h("p", null, sealed ? checked : t.NO_SEAL),
      proofs.map((proof) =>
        h(
          "dl",
          { key: proof.root, class: "proof" },
          h("dt", null, t.SEAL),
          h("dd", null, `${proof.root.slice(0, 16)}…${proof.root.slice(-8)}`),
          h("dt", null, t.CARDS_CHECKED),
          h("dd", null, `${proof.good} / ${proof.of}`),
        )
      ),
      sealed
        ? h(
          "button",
          { class: "btn small", onclick: () => (this.verify(), this.draw()) },
          t.VERIFY,
          " ",
          h("kbd", null, "V"),
        )
        : null,
      sealed
        ? h(
          "details",
          { key: "yourself" },
          h("summary", { class: "btn small" }, t.DO_IT),
          h("p", null, t.doItWords(`${this.hand}.json`)),
        )
        : null,
    ];
  }

  /** The link to this step and the files of this hand. */
  files(classes) {
    const viewer = this.viewer ? `?viewer=${encodeURIComponent(this.viewer)}` : "";
    return [
      h(
        "button",
        { key: "link", class: classes, onclick: () => this.link() },
        h("i", { class: "ico i-link" }),
        this.copied ? t.LINK_COPIED : t.LINK,
      ),
      this.kind.files.map((form) =>
        h(
          "a",
          {
            key: form,
            class: classes,
            href: `/api/hands/${this.hand}.${form}${viewer}`,
            download: `${this.hand}.${form}`,
          },
          h("i", { class: "ico i-down" }),
          form.toUpperCase(),
        )
      ),
    ];
  }

  sound() {
    return this.told && this.proofs.every((proof) => proof.good === proof.of);
  }
}

customElements.define("pitboss-replay", ReplayPage);
