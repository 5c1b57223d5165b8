// Every text of the pages, in English. A language is one file like this one, and the folder of its texts.

export * from "./en/actions.js";
export * from "./en/cards.js";
export * from "./en/coach.js";
export * from "./en/desk.js";
export * from "./en/dialogs.js";
export * from "./en/feed.js";
export * from "./en/floor.js";
export * from "./en/hands.js";
export * from "./en/panels.js";
export * from "./en/replay.js";
export * from "./en/rooms.js";
export * from "./en/table.js";
export * from "./en/tour.js";
export * from "./en/words.js";

export const language = "en";
