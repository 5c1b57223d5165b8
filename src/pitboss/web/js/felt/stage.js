// Everything that moves, fetched soon after the page: motion on the felt, and settlements act by act.

export * from "./motion.js";
export * from "./settlement.js";
