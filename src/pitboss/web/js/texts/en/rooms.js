// Rooms and pages, in English.

import { number } from "./words.js";

export const PITBOSS = "Pitboss";
export const LOBBY = "Lobby";
export const SKIP = "Skip to the page";
export const HELP = "Help and keys";
export const SETTINGS = "Settings";
export const seatTitle = "A seat is free for you";
export const SOUND = "Sound";
export const greeting = (hour) =>
  `Good ${hour < 5 || hour >= 18 ? "evening" : hour < 12 ? "morning" : "afternoon"}. Take a seat.`;
export const PROMISE = "Play chips, exact odds, every rule by its number.";
export const NAME_LABEL = "Your name at the table";
export const guestName = (number) => `Guest ${number}`;
export const QUICK_SEAT = "Quick seat";
export const SHOW_ROUND = "Show me round";
export const AGAINST_HOUSE = "Against the house";
export const BETWEEN_PLAYERS = "Between players";
export const NEVER_A_SIDE = "the house takes a fee, never a side";
export const OPEN_TABLE = "Open a table";
export const OPEN_NOW = "Open now";
export const ALL_GAMES = "All games";
export const SIT = "Sit";
export const WAIT = "Wait";
export const WATCH = "Watch";
export const tablesOpen = (count) => `${number(count)} ${count === 1 ? "table" : "tables"} open, pay tables posted`;
export const seatsFree = (count) => (count ? `${count} free` : "full");
export const seatsOf = (taken, size) => `${taken} of ${size}`;
export const waiting = (count) => `${count} waiting`;
export const edge = (percent) => `House edge ${percent.toFixed(2)}%`;
export const PROVING = "House edge being proved";
export const HEADS = { game: "Game and limit", house: "House book", forced: "Forced bet", seats: "Seats", fee: "Fee" };
