// The floor's panel, in English.

import { dollars } from "../../lib/money.js";
import { number } from "./words.js";

export const calledByName = (name) => `called by ${name}`;
export const FLOOR_TOOLS = {
  pause: "Pause",
  resume: "Go on",
  fill: "Fill",
  credit: "Credit",
  close: "Close the table",
};
export const PAUSE_TITLE = "Pause the table";
export const PAUSE_WORDS =
  "The hand on the table is finished; nothing more is dealt until you go on. Everyone sees the reason.";
export const PAUSE_REASON = "Reason";
export const PAUSE_DEFAULT = "the floor asks for a moment";
export const FILL_TITLE = "Fill the rack";
export const FILL_WORDS = "Chips come from the cage to the rack of this table.";
export const CREDIT_TITLE = "Credit from the rack";
export const CREDIT_WORDS =
  "Chips go from the rack back to the cage, between rounds; enough stays to pay the wagers placed.";
export const fillBy = (cents) => `Fill ${dollars(cents)}`;
export const creditBy = (cents) => `Credit ${dollars(cents)}`;
export const CLOSE_TITLE = "Close this table?";
export const CLOSE_WORDS =
  "The hand on the table is finished, then everyone is cashed out and the table is gone from the lobby.";
export const CLOSE_YES = "Close the table";
export const KEEP_OPEN = "Keep it open";
export const RANK_OF_CARD = "Rank";
export const SUIT_OF_CARD = "Suit";
export const takeOff = (card) => `Take ${card} off`;
export const NOTHING_PICKED = "press a rank, then a suit";
export const stillToSay = (says) => `State ${says}.`;
export const DOES_NOT_APPLY = "Does not apply as stated.";
export const CHOOSE_RULING = "Choose a ruling to see its steps.";
export const rulingAt = (name, seat) => (seat ? `${name}, seat ${seat}` : name);
export const rulingDone = (name) => `${name}: done`;
export const seatAndName = (seat, name) => `Seat ${seat}, ${name}`;

export const TABLE_TOOLS = "The table";
export const possibleNow = (count) => `Possible now, ${number(count)}`;
export const NOT_NOW = "Not now, and why";
export const PLAY_ON = "Play on";
export const NO_RULING = "no ruling";
export const ruleThat = (name) => `Rule ${name}`;
