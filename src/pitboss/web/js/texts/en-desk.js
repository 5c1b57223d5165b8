// The texts of the pages around the tables, in English.

export * from "./en.js";
export * from "./en/desk.js";
export * from "./en/tour.js";
