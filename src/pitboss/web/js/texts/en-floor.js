// The texts of the floor's panel and dialogs, in English.

export * from "./en.js";
export * from "./en/floor.js";
