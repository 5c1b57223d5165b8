// The part of a house table that only players need, fetched when they sit down: bar, choices, coach, panels.

export * from "../table/choices.js";
export * from "./coach.js";
export * from "./coaching.js";
export * from "./feed-ahead.js";
export * from "./reasons.js";
export * from "./seat-bar.js";
export { housePanels as panels } from "./feed-ahead.js";
export { houseOptions as worthAButton } from "../table/choices.js";
