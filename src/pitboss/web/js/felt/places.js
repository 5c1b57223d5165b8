// Where things lie on the felt. One unit is 1/1080 of the felt's width.

const HOUSE = {
  1: [],
  6: [
    [238, 540, 15],
    [138, 376, 32],
    [106, 166, 52],
    [942, 376, -32],
    [842, 540, -15],
  ],
  7: [
    [222, 520, 17],
    [116, 330, 36],
    [106, 132, 56],
    [974, 132, -56],
    [964, 330, -36],
    [858, 520, -17],
  ],
  10: [
    [250, 560, 14],
    [140, 430, 26],
    [90, 280, 40],
    [96, 130, 54],
    [984, 130, -54],
    [990, 280, -40],
    [940, 430, -26],
    [830, 560, -14],
  ],
};

const POKER = {
  2: [[540, 64]],
  6: [
    [162, 500],
    [162, 168],
    [540, 64],
    [918, 168],
    [918, 500],
  ],
  7: [
    [230, 545],
    [104, 330],
    [300, 92],
    [780, 92],
    [976, 330],
    [850, 545],
  ],
  8: [
    [196, 528],
    [108, 300],
    [252, 104],
    [540, 74],
    [828, 104],
    [972, 300],
    [884, 528],
  ],
  10: [
    [290, 572],
    [110, 430],
    [120, 210],
    [318, 84],
    [540, 60],
    [762, 84],
    [960, 210],
    [970, 430],
    [790, 572],
  ],
};

const PHONE = {
  2: [[50, 9]],
  6: [
    [16, 61],
    [16, 29],
    [50, 9],
    [84, 29],
    [84, 61],
  ],
  7: [
    [16, 62],
    [16, 28],
    [27, 9],
    [73, 9],
    [84, 28],
    [84, 62],
  ],
  8: [
    [16, 62],
    [16, 29],
    [16, 12],
    [50, 7],
    [84, 12],
    [84, 29],
    [84, 62],
  ],
  10: [
    [14, 67],
    [14, 50.5],
    [14, 31],
    [14, 15],
    [50, 8],
    [86, 15],
    [86, 31],
    [86, 50.5],
    [86, 67],
  ],
};

// Without a board there is room in the middle, and up cards need it at the sides.
const PHONE_OPEN = {
  ...PHONE,
  7: [
    [16, 61],
    [16, 38],
    [24, 15],
    [76, 15],
    [84, 38],
    [84, 61],
  ],
  8: [
    [17, 59],
    [15, 38],
    [16, 19],
    [50, 10],
    [84, 19],
    [85, 38],
    [83, 59],
  ],
};

const POT = [540, 312];

/** The plan for a number of seats: the next larger one, without the seat nearest the top, then its mirror. */
function plan(plans, count) {
  const size = Number(Object.keys(plans).find((each) => Number(each) >= count) ?? 10);
  const chosen = plans[size].map((place, index) => ({ place, index }));
  while (chosen.length > count - 1) {
    const top = chosen.reduce((best, each) => (each.place[1] < best.place[1] ? each : best));
    chosen.splice(chosen.indexOf(top), 1);
  }
  return chosen.map((each) => each.index).map((index) => [size, index]);
}

/** The places of the other spots of a house table, clockwise from my left: {x, y, a}. */
export function houseSpots(count) {
  return plan(HOUSE, Math.max(1, count)).map(([size, index]) => {
    const [x, y, a] = HOUSE[size][index];
    return { x, y, a, scale: size === 10 ? 0.82 : 1 };
  });
}

/** The places of the other seats of a poker table, with where their wager and the button lie. */
export function pokerSeats(count, board = true, up = false) {
  const phone = board ? PHONE : PHONE_OPEN;
  return plan(POKER, Math.max(2, count)).map(([size, index]) => {
    const [x, y] = POKER[size][index];
    const [px, py] = phone[size][index];
    const { wager, button } = towardsPot(x, y, px, py, board);
    if (y < TOP) button.splice(0, 2, ...(up ? besideCards(x, y) : underChair(x, y))); // clear of the name
    if (up && y < TOP) wager[1] = Math.max(wager[1], y + 138); // past the up cards
    return { x, y, px, py, wager, button };
  });
}

export const MY_SEAT = { x: 540, y: 588, px: 50, py: 86, wager: [540, 452, 50, 67], button: [450, 476, 31, 71] };

const TOP = 150;
const UNDER = 86; // from the middle of a seat at the top to a button under its chair
const CHAIR = { above: 40, below: 55, beside: 114 }; // from the middle of a seat, where a button is clear of its chair
const MIDDLE = 46; // of the phone's felt
const BOARD = [36, 51]; // the rows of the phone's felt where the board lies

function towardsPot(x, y, px, py, board) {
  const between = (from, to, part) => Math.round(from + (to - from) * part);
  const [dx, dy] = [POT[0] - x, POT[1] - y];
  const length = Math.hypot(dx, dy) || 1;
  const wager = [
    between(x, POT[0], 0.38),
    between(y, POT[1], 0.38),
    between(px, 50, px === 50 ? 0 : 0.55),
    clear(between(py, MIDDLE, 0.3), py, board),
  ];
  const [bx, by] = [Math.round(x + dx * 0.22 - (dy / length) * 30), Math.round(y + dy * 0.22 + (dx / length) * 30)];
  const level = by > y - CHAIR.above && by < y + CHAIR.below && Math.abs(bx - x) < CHAIR.beside;
  return { wager, button: [level ? x + Math.sign(dx) * CHAIR.beside : bx, by, ...onPhone(px, py, wager[3], board)] };
}

/** Where the button lies at the top of the felt: under the chair, on the side away from the wager. */
const underChair = (x, y) => (x === POT[0] ? [x - 64, y + UNDER] : [x + (x < POT[0] ? 34 : -34), y + UNDER]);

/** Where the button lies if the cards lie open under the chair. */
const besideCards = (x, y) => [x + (x < POT[0] ? 110 : -110), y + 58];

/** Where the button lies on the phone: above a wager in the upper half, under the chair in the lower one.
 * @param {number} px @param {number} py @param {number} wager @param {boolean} board */
function onPhone(px, py, wager, board) {
  if (px === 50) return [34, py + 9];
  const above = py < 10 ? 0.75 : 0.6;
  const part = py > MIDDLE ? 0.28 : above;
  return [Math.round(px + (50 - px) * part), py > MIDDLE ? py + (board ? 8 : 10) : wager - 6];
}

/** A height that is not on the board: above it for seats above, below it for the others. */
function clear(height, seat, board) {
  if (!board || height <= BOARD[0] || height >= BOARD[1]) return board ? height : height + (seat < MIDDLE ? 5 : 0);
  return seat < MIDDLE ? BOARD[0] - 1 : BOARD[1] + 3;
}

/** Seats in the order they are seen, clockwise from my left; without a seat of mine, as from seat one. */
export function around(size, me) {
  const first = me || 1;
  return Array.from({ length: size - 1 }, (_, step) => ((first + step) % size) + 1);
}

/** How a wager's place is drawn, from its definition alone: circle, square (added by a decision) or diamond.
 * @param {Wager} wager @param {Layout} layout */
export function shape(wager, layout) {
  if (wager.of) return "bet";
  const anyAgainst = layout.wagers.some((each) => each.against);
  const circle = wager.initial === "required" ||
    wager.against ||
    wager.key === layout.unit ||
    (!anyAgainst && wager.initial === "alone");
  return circle ? "" : "bonus";
}

/** The rows of places: bonus wagers towards the dealer, the rest towards me; one row if nothing is added later.
 * @param {Layout} layout */
export function rows(layout) {
  const bonus = layout.wagers.filter((each) => shape(each, layout) === "bonus");
  const rest = layout.wagers.filter((each) => shape(each, layout) !== "bonus");
  if (!layout.wagers.some((each) => each.of)) return [layout.wagers];
  return [bonus, rest].filter((row) => row.length);
}

/** How many places the widest row has.
 * @param {Layout} layout */
export const columns = (layout) => Math.max(...rows(layout).map((row) => row.length));
