// The texts of a replay, in English.

export * from "./en.js";
export * from "./en/replay.js";
export * from "./en/tour.js";
