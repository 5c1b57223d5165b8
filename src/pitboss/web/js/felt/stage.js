// What moves, fetched with the first news from a table: motion on the felt, and settlements act by act.

export * from "./motion.js";
export * from "./settlement.js";
