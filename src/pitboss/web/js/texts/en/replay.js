// The replay of a finished hand, in English.

export const SEEN_AS = "Seen as";
export const asViewer = (viewer, name) => (viewer === "rail" ? "As the rail" : viewer === "floor" ? "As the floor" : `As ${name}`);
export const AS_YOU = "As you saw it";
export const LINK = "Link";
export const LINK_COPIED = "Link copied";
export const DO_IT = "Do it yourself";
export const doItWords = (file) => `Keep the JSON of this hand and run pitboss verify-shuffle ${file} on any machine.`;
export const ONE_STEP = "one step,";
export const PLAYS = "plays";
