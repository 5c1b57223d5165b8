// What only a player needs, fetched when he sits down: the panels beside the table, the slip of a round, the coach.

export * from "./coach.js";
export * from "./coaching.js";
export * from "./panels.js";
