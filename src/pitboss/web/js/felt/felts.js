// The two kinds of felt; only the one that is played on is fetched.

const FELTS = {
  house: async () => (await import("./house.js")).houseFelt,
  poker: async () => (await import("./poker.js")).pokerFelt,
};

/** The function that draws tables of a kind. */
export const feltOf = (kind) => (kind === "house" ? FELTS.house() : FELTS.poker());
