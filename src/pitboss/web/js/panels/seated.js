// What only a player needs, fetched when he sits down: his bar and choices, the panels beside the table, the coach.

export * from "../felt/naming.js";
export * from "../table/choices.js";
export * from "./coach.js";
export * from "./coaching.js";
export * from "./feed-ahead.js";
export * from "./panels.js";
export * from "./reasons.js";
export * from "./seat-bar.js";
