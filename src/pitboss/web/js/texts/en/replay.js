// The replay of a finished hand, in English.

export const REPLAY_KEYS = [
  ["← →", "one step back, one step on"],
  ["Space", "play, pause"],
  ["Home End", "the first step, the last step"],
  ["V", "verify this shuffle again"],
  ["?", "these keys"],
  ["Esc", "close what is open"],
];
export const whenPlayed = (milliseconds) => new Date(milliseconds).toLocaleString("en-GB", { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" });
export const SEEN_AS = "Seen as";
export const asViewer = (viewer, name) => (viewer === "rail" ? "As the rail" : viewer === "floor" ? "As the floor" : `As ${name}`);
export const AS_YOU = "As you saw it";
export const LINK = "Link";
export const LINK_COPIED = "Link copied";
export const DO_IT = "Do it yourself";
export const doItWords = (file) => `Keep the JSON of this hand and run pitboss verify-shuffle ${file} on any machine.`;
export const ONE_STEP = "one step,";
export const PLAYS = "plays";
