// The types of the pages' own modules, for checking them; nothing here is sent to a browser. The types of the server are in
// wire.d.ts, which is written from its schemas.

/** A union of structs as a single one with the fields of all. */
type Flat<U> = { [K in Field<U>]?: U extends unknown ? (K extends keyof U ? U[K] : never) : never };
type Field<U> = U extends unknown ? keyof U : never;

// From the server ----------------------------------------------------------------------------------------------------

type EventType = Wire.AnyEvent["type"];
/** An event of a deal, or a line that the page adds to its feed. */
type TableEvent = Omit<Flat<Wire.AnyEvent>, "type"> & { type: EventType | "slip" | "said" } & Partial<FeedFacts>;
type EventTypes = Set<TableEvent["type"]>;
type Layout = Omit<Flat<Wire.AnyLayout>, "kind"> & { kind: Wire.AnyLayout["kind"] };
type Wager = Wire.PrintedWager;
type Game = Wire.PrintedGame;
type PayLine = Wire.PrintedLine;
type Reading = Wire.ShownReading;
type Hand = Wire.ShownHand;
type Share = Wire.PotShare;
type Piles = Record<string, string[]>;
type Stakes = Record<string, number>;

/** Facts that the feed adds to an event. */
interface FeedFacts {
  best: string; // of a slip
  with: string; // the low card of a forced bet
  antes: number; // before a fee
  held: number; // how many cards are kept
  open: boolean; // shown at a house table
  whole: boolean; // an award of a pot that has one part
  under: boolean; // a settlement under the hand of its spot
  folded: boolean;
  name: string; // of a wager
  plain: boolean;
}

// The state of a table -----------------------------------------------------------------------------------------------

interface Running {
  left: number;
  since: number;
}

type View = Pick<Wire.ShownTable, "seats" | "chips" | "game" | "button" | "actors" | "done"> & {
  version?: number;
  deal: (Omit<Partial<Wire.ShownDeal>, "events"> & { events?: TableEvent[] }) | null;
};

/** The state of a table page: a fold of the server's messages so far. */
interface State {
  line: string;
  code?: number;
  again?: number;
  you: { name: string; roles: string[] } | null;
  viewer?: string;
  wait?: number;
  seq: number;
  view: View | null;
  legal: Record<string, Wire.Option[]>;
  clocks: Record<string, Running & { bank: number }>;
  questions: Record<string, number>;
  window: Running | null;
  hand: number;
  namer: number;
  reading: Record<string, Reading>;
  presence: Record<string, Wire.HereState>;
  seals: string[];
  opened: Wire.Open[];
  feed: TableEvent[];
  chat: Wire.ChatLine[];
  pending: Sent | null;
  refusal: { why: string; rule?: string; key?: string } | null;
  fresh: TableEvent[];
  status: { paused: string; called: string; closing: boolean };
  needSync: boolean;
  later?: TableEvent[]; // what is still to be settled
}

/** A command that was sent and is not answered yet. */
interface Sent {
  key: string;
  type: string;
  action?: string;
}

/** The news that a table page folds: messages of the server, and its own news of the line, of commands sent and of slips. */
type News =
  | Wire.Message
  | { type: "line"; state: string; code?: number; again?: number; pending?: number }
  | { type: "sent"; command: Sent }
  | { type: "slip"; best: string; cents: number };
type Folds = { [K in News["type"]]?: (state: State, message: Extract<News, { type: K }>, now: number) => State };

// One moment of a table ----------------------------------------------------------------------------------------------

type Mode = "floor" | "watch" | "wait" | "decide" | "name" | "bet" | "out";

/** The choices of a player on a table page, and the parts fetched for it. */
interface Chosen {
  tab: "feed" | "chat" | "rules";
  picked: Set<string>;
  draft: Stakes;
  chip: number;
  amount: number;
  coach: boolean;
  preChosen: string;
  preCents?: number;
  dialog: Dialog | null;
  ready: boolean;
  readyKey?: string;
  sheet: boolean;
  before: Stakes | null;
  muted: Set<string>;
  player: Player | null;
  seat?: number;
  leaving?: number;
  moving?: number;
  lastGame?: string;
  game?: string;
  topup?: number;
  again?: boolean | null;
  linger: boolean;
  allOptions?: boolean;
  advice?: Wire.Coaching | null;
  coachWords?: string;
  score?: Score | null;
  held?: Held | null;
  floor?: Floor | null;
  floorBar?: (ui: Moment, act: Act) => Child;
  replay?: boolean;
}

/** The model that is drawn: the choices, and everything derived from them and the state; see `momentOf`. */
interface Moment extends Chosen {
  kind: Kind;
  now: number;
  table: string;
  mode?: Mode;
  own: number[];
  asked: number;
  hand: string[];
  free: number[];
  betting: boolean;
  names: Record<string, string>;
  players: number;
  owes: boolean;
  broke: boolean;
  question: string;
  waiting: string;
  picking: Picking | null;
  choices: Choice[];
  callCost: number;
  priceWord: string;
  // at tables against the house
  price: Stakes;
  results: Record<string, Partial<Settled> & { words: string; sure?: boolean }>;
  slip: Slip | null;
  // at tables between players
  games: Namable[];
  naming: boolean;
  pre: Array<{ action: string; cents?: number; words: string }>;
  cap: Wire.RaiseCap | null;
  street: Wire.PrintedStreet | null;
  capped: { rule: string; words: string; to: number } | null;
  level: number;
}

/** The parts in which a kind of table differs from the other. */
interface Kind {
  house: boolean;
  felt: Draw;
  seated: () => Promise<any>;
  /** True if wagers may be placed. */
  open: (state: State) => boolean;
  /** The parts of the moment that only tables of this kind have. */
  parts: (state: State, layout: Layout, moment: Moment) => Partial<Moment>;
  /** The money in the bar. */
  money: (page: TablePage, state: State) => Child;
  number: (count: number) => string;
  heading: (deal: number) => string;
  feed: string;
  rail: string;
  sit: (seat: number) => string;
  sitOut: string;
  leaving: string;
  floorTools: string[];
  files: string[];
}

type Draw = (state: State, layout: Layout, ui: Moment, act: Act) => Child;
type SeatedBar = (state: State, layout: Layout, ui: Moment, act: Act, clock: number | null) => Child;
type TablePage = import("../js/pages/table.js").TablePage;
type Player = typeof import("../js/panels/seated-house.js") & typeof import("../js/panels/seated-poker.js");
type Coaching = import("../js/panels/coaching.js").Coaching;

/** The actions of buttons and keys. */
interface Act {
  sit(seat: number): void;
  list(): void;
  spot(seat: number): void;
  choose(cents: number): void;
  chip(key: string): void;
  chipOff(event: Event, key: string): void;
  drag(event: DragEvent, cents: number): void;
  drop(event: DragEvent, key: string): void;
  stake(stakes: Stakes): void;
  clear(): void;
  repeat(): void;
  double(): void;
  ready(): void;
  pick(card: string): void;
  takeBack(): void;
  again(again: boolean): void;
  amount(cents: number): void;
  decide(button: Choice): void;
  refused(refusal: { why?: string; rule?: string }): void;
  name(game: string): void;
  chooseGame(game: string): void;
  pre(action: string, cents?: number): void;
  move(seat: number): void;
  topUp(cents: number): void;
  toke(cents: number): void;
  call(): void;
  back(wait: boolean): void;
  out(): void;
  leave(): void;
  buy(): void;
  bank(): void;
  tab(tab: Chosen["tab"]): void;
  coach(): void;
  allOptions(): void;
  say(event: SubmitEvent): void;
  mute(player: string): void;
  sheet(): void;
  dialog(changes: Partial<Dialog> | null): void;
  confirm(seat: number, cents: number, keep: boolean): void;
  refill(): Promise<void>;
  floor(open: boolean): Promise<void>;
  ruling(ruling: string, facts: object): void;
  step(): void;
  settings(changes: object): void;
}

/** A game as the player who names it sees it. */
type Namable = Game & { why: string; cents: number; costs: string };

/** Wagers that pay by the same lines. */
type PayTable = Wager & { names: string[]; limited: Wager[] };

/** The wagers of a round, settled. */
interface Slip {
  rows: Array<Settled & { key: string; name: string; hand: Hand | null }>;
  stake: number;
  back: number;
  number: number;
  dealer: TableEvent | null;
}

/** A decision as a button. */
interface Choice {
  word: string;
  action: string;
  option?: Wire.Option;
  cents?: number;
  cost: number;
  why?: string;
  rule?: string;
  folds?: boolean;
  range?: boolean;
  waiting?: boolean;
  main?: boolean;
  key?: string;
}

/** How cards are chosen for a decision. */
interface Picking {
  word: string;
  boxes: boolean;
  least: number;
  most: number;
}

/** The settlement of a wager. */
interface Settled {
  stake: number;
  paid: number;
  won: boolean;
  lost: boolean;
  odds: string;
  line: string;
  rule?: string;
}

interface Score {
  decisions: number;
  slips: number;
  cents: number;
  staked: number;
  last: { action: string; best: { word: string; cards?: string[] }; cents: number } | null;
}

interface Held {
  table: string;
  seat: number;
  until: number;
  of: number;
}

interface Dialog {
  kind: string;
  seat?: number;
  cents?: number;
  table?: string;
}

/** The floor's panel: the current rulings, and the facts stated for the chosen one. */
interface Floor {
  chosen: string;
  facts: Record<string, any>;
  done: string;
  rulings: Ruling[];
  why: string;
}

/** A piece of a step; `fact` is the stated fact for which its words stand. */
interface StepPart {
  words: string;
  fact?: string;
}

interface Ruling {
  name: string;
  about: string;
  rule: string;
  why?: string;
  facts?: Array<{ name: string; kind: string; says: string; required?: boolean; default?: unknown; of?: string[] }>;
  steps?: Array<{ does: string; parts?: StepPart[]; rule?: string; given?: string; met?: string }>;
}

/** An entry of the feed: a heading, or an event and how to write it. */
interface Entry {
  key: string;
  deal?: number;
  heading?: string;
  phase?: string;
  event?: TableEvent;
  parts?: Part[];
  each?: TableEvent[];
  groups?: Array<{ verb: string; folds: boolean; seats: number[] }>;
  wagers?: TableEvent[];
  stake?: string;
  plain?: boolean;
  outcome?: TableEvent | null;
}

/** Everything except the events that the entries of a feed depend on: the viewer, and the game played. */
interface About {
  own: Set<number>;
  over: number;
  brief: boolean;
  naming: boolean;
  names: Record<string, string>;
  against: Set<string>;
  player: number;
  house: boolean;
  choice: boolean;
  game: Game;
  wins: string[];
}

/** The facts of the coach's words. */
interface Coached {
  layout: Layout;
  advice: Wire.Coaching;
  reading?: Reading;
  stakes: Stakes;
}

/** An event with the parts of its sentence: who, the ending of the verb, the cards shown and their number. */
interface Telling {
  event: TableEvent;
  seat: Part | null;
  s: string;
  shown: Part[];
  wagers: TableEvent[];
  count: number;
}

/** A part of a sentence: text, a name or a card. */
type Part = string | { name?: string; card?: string };

// Descriptions of elements -------------------------------------------------------------------------------------------

interface Described {
  tag: string | symbol;
  attributes: Record<string, any>;
  key?: string | number;
  children: Described[];
  text?: string;
}
type Child = Described | string | number | boolean | null | undefined | Child[];

/** How a card is drawn. */
interface Drawn {
  lit?: boolean;
  gone?: boolean;
  label?: boolean | string;
  key?: string | number;
  inside?: Child;
  more?: string;
}

interface Node {
  __described?: Described;
}

/** The person of this visit; `tonight` is drawn, though the server does not send it. */
type Me = Wire.Me & { tonight?: number };

/** Parts of a table page that are fetched when they are needed. */
interface PageParts {
  dialogs: typeof import("../js/table/dialogs.js");
  floor: typeof import("../js/panels/floor.js");
  held: (page: TablePage) => Child;
}

/** The facts of a seat that is held for me. */
interface HoldingPage {
  ui: { held?: Held | null };
  me: Me;
  tables: Map<string, Wire.TableRow>;
  wait(table: string, how: string): void;
}

/** A page that has dialogs. */
interface DialogPage extends HTMLElement {
  open(dialog: Dialog | null): unknown;
  set(changes: object): void;
  ui: { dialog: Dialog | null };
  act: { settings(changes: object): void };
  keyList?: string[][];
  opener?: Element;
}
