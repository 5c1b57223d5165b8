// Motion, fetched soon after the page: movement on the felt, and settlements act by act.

export * from "./motion.js";
export * from "./settlement.js";
