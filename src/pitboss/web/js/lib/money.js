// Money is whole cents everywhere; only this module turns it into text.

/** "12,345", many times faster than the browser's own. */
export const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

/** "$8" on the felt, "$8.50" where there are cents. */
export function dollars(cents) {
  const sign = cents < 0 ? "−" : "";
  const whole = Math.abs(cents);
  const rest = whole % 100;
  const left = grouped(Math.floor(whole / 100));
  return rest ? `${sign}$${left}.${String(rest).padStart(2, "0")}` : `${sign}$${left}`;
}

/** "$8.00", for balances and the coach. */
export function exact(cents) {
  const whole = Math.abs(cents);
  const left = grouped(Math.floor(whole / 100));
  return `${cents < 0 ? "−" : ""}$${left}.${String(whole % 100).padStart(2, "0")}`;
}

/** The chips I bring to a table: the usual buy-in, or as much of it as my wallet holds in whole chips.
 * @param {Wire.BuyIn} limits @param {number} wallet */
export function buyIn({ usual, chip = 1 }, wallet) {
  const cents = Math.min(usual || wallet, wallet);
  return cents - (cents % chip);
}

/** "+$8.00" or "−$8.00". */
export function signed(cents) {
  return cents > 0 ? `+${exact(cents)}` : exact(cents);
}

/** "+$8" or "−$8", with cents only where there are some. */
export const gained = (cents) => (cents > 0 ? `+${dollars(cents)}` : dollars(cents));

/** @type {Array<[number, string]>} */
const CHIPS = [
  [50000, "500"],
  [10000, "100"],
  [2500, "25"],
  [500, "5"],
  [100, "1"],
  [50, "05"],
];

/** The chips of an amount, largest at the bottom, at most five of a kind; the sum is always written next to them. */
export function stack(cents, most = 8) {
  const chips = [];
  let left = cents;
  for (const [worth, name] of CHIPS) {
    const count = Math.min(5, Math.floor(left / worth));
    left -= Math.floor(left / worth) * worth;
    for (let i = 0; i < count && chips.length < most; i += 1) chips.push(name);
  }
  if (!chips.length && cents > 0) chips.push("05");
  return chips;
}

/** The chips of a player's purse: every size up to the limit of the table. */
export function purse(limit) {
  const sizes = CHIPS.map(([worth]) => worth).filter((worth) => worth >= 100 && worth <= Math.max(limit, 500));
  return sizes.reverse().slice(0, 5);
}

/** The whole cents of an amount in dollars as it is typed: "$1,250.50" is 125050; 0 for anything else. */
export function centsOf(text) {
  const [, dollars, cents = ""] = /^\s*\$?\s*([\d,]*)(?:\.(\d*))?\s*$/.exec(text) ?? [];
  if (dollars === undefined) return 0;
  return Number(`${dollars.replaceAll(",", "") || "0"}${cents.slice(0, 2).padEnd(2, "0")}`);
}

/** Cents as a field for dollars takes them: "12.50". */
export const inField = (cents) => {
  const rest = cents % 100;
  return rest ? `${Math.floor(cents / 100)}.${String(rest).padStart(2, "0")}` : String(Math.floor(cents / 100));
};
