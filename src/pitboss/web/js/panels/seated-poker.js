// The part of a poker table that only players need, fetched when they sit down: bar, choices, games to name, panels.

export * from "../felt/naming.js";
export * from "../table/choices.js";
export * from "./feed-ahead.js";
export * from "./panels.js";
export * from "./reasons.js";
export * from "./seat-bar.js";
export { pokerOptions as worthAButton } from "../table/choices.js";
