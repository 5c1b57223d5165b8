// The texts that every table needs, in English; en-desk.js, en-floor.js and en-replay.js add those of other pages and
// of parts loaded later. A language is files like these and a folder of texts.

export * from "./en/actions.js";
export * from "./en/cards.js";
export * from "./en/coach.js";
export * from "./en/feed.js";
export * from "./en/panels.js";
export * from "./en/table.js";
export * from "./en/words.js";

export const language = "en";
