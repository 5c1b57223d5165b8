// The replay of a finished hand, in English.

import { grouped } from "../../lib/money.js";

export const REPLAY_KEYS = [
  ["← →", "one step back, one step on"],
  ["Space", "play, pause"],
  ["Home End", "the first step, the last step"],
  ["V", "verify this shuffle again"],
  ["?", "these keys"],
  ["Esc", "close the dialog"],
];
export const whenPlayed = (milliseconds) =>
  new Date(milliseconds).toLocaleString("en-GB", { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" });
export const SEEN_AS = "Seen as";
const VIEWERS = { rail: "As the rail", floor: "As the floor" };
export const asViewer = (viewer, name) => VIEWERS[viewer] ?? `As ${name}`;
export const AS_YOU = "As you saw it";
export const LINK = "Link";
export const LINK_COPIED = "Link copied";
export const DO_IT = "Do it yourself";
export const doItWords = (file) => `Keep the JSON of this hand and run pitboss verify-shuffle ${file} on any machine.`;
export const ONE_STEP = "one step,";
export const PLAYS = "plays";

export const NO_HAND = "You may not see this hand";
export const GONE_HAND = "It is not finished, was not yours to see, or its address is misspelt.";
export const STEPS = "Steps";
export const STEP = "Step";
export const stepOf = (step, of) => `Step ${step} of ${of}`;
export const FIRST = "First step";
export const FORWARD = "Forward";
export const LAST = "Last step";
export const PLAY = "Play";
export const PAUSE = "Pause";
export const replayRound = (count) => `Replay, round ${grouped(count)}`;
export const replayHand = (count) => `Replay, hand ${grouped(count)}`;
export const THIS_SHUFFLE = "This shuffle";
export const SAME_DECK = "same deck";
export const OTHER_DECK = "not the same deck";
export const OTHER_CARDS = "This hand shows cards other than the sealed ones.";
export const SEAL_WORDS =
  "The seal was shown before the first card. Every card you saw is checked against it here, in your browser.";
export const NO_SEAL = "You saw no card of this deck, so there is nothing to check.";
export const SEAL = "Seal";
export const CARDS_CHECKED = "Cards verified";
export const VERIFY = "Verify again";
