// What the pages and the server tell each other, written by `python -m tests.web.wire_types`. Do not edit it.

declare namespace Wire {
  interface Ack {
    type: "ack";
    key: string;
    ok: boolean;
    seq?: number;
    again?: boolean;
    why?: string;
    rule?: string;
    stale?: boolean;
  }
  interface Act {
    type: "act";
    key?: string;
    seq?: number;
    seat: number;
    action: string;
    cents?: number;
  }
  interface AuditFinding {
    kind: string;
    text: string;
    table?: string;
    line?: number;
    hand?: string;
  }
  interface AuditState {
    state?: string;
    done?: number;
    began?: number;
    at?: number;
    why?: string;
    lines?: number;
    deals?: number;
    movements?: number;
    found?: number;
    findings?: Array<AuditFinding>;
  }
  interface Back {
    type: "back";
    key?: string;
    seq?: number;
    seat?: number;
    wait?: boolean;
  }
  interface BeingProved {
    game: string;
    state?: string;
  }
  interface BoxCount {
    box: "breakage" | "drop box" | "fee box" | "tokes";
    chips: Record<string, number>;
  }
  interface Buy {
    type: "buy";
    key?: string;
    seq?: number;
    seat: number;
    cents: number;
  }
  interface BuyIn {
    least?: number;
    usual?: number;
    most?: number;
    chip?: number;
  }
  interface Call {
    type: "call";
    key?: string;
    seq?: number;
    off?: boolean;
  }
  interface Chat {
    type: "chat";
    key?: string;
    seq?: number;
    text: string;
  }
  interface ChatLine {
    type: "chat";
    player: string;
    text: string;
  }
  interface CheckedGame {
    kind?: string;
    mistakes?: Array<Mistake>;
    game?: Record<string, any>;
  }
  interface ChipsMoved {
    cents: number;
  }
  interface Clock {
    type: "clock";
    seat: number;
    left: number;
    bank: number;
    now: number;
    question: number;
  }
  interface ClockLeft {
    seat: number;
    left: number;
    bank?: number;
    question?: number;
  }
  interface CoachedOption {
    action: string;
    cents: number;
    ev: string;
    words?: string;
    lines?: Record<string, number>;
    word?: string;
    cards?: Array<string>;
    folds?: boolean;
    hand?: ShownHand | null;
    reach?: Record<string, number>;
  }
  interface Coaching {
    seat: number;
    options: Array<CoachedOption>;
    base?: string;
    unit?: number;
    without?: Array<string>;
    says?: string;
    question?: number;
    stale?: boolean;
  }
  interface Credentials {
    name: string;
    password: string;
  }
  interface CurrentSession {
    me?: Me | null;
  }
  interface DealerAct {
    act: string;
    seat?: number;
    pile?: string;
    cards?: number;
  }
  interface ErrorReply {
    error: string;
    rule?: string;
  }
  interface Ev {
    type: "ev";
    base: number;
    seq: number;
    events: Array<ShownDeckShuffled | ShownCardsDealt | ShownCardReplaced | ShownCardBurned | ShownHandShown | ShownPlayerSat | ShownChipsBought | ShownShortBuyMarked | ShownPlayerSatOut | ShownPlayerCameBack | ShownPlayerLeft | ShownPlayerMoved | ShownWagersPlaced | ShownDealFinished | ShownGameNamed | ShownButtonGiven | ShownSeatDealtOut | ShownBlindMissed | ShownChipsRanOut | ShownBlindsOwed | ShownSeatDealtIn | ShownWagerStaked | ShownWagersClosed | ShownDeckDispensed | ShownCardsTurned | ShownCardsDiscarded | ShownCardsCollected | ShownHandSet | ShownHandAnnounced | ShownDecisionAsked | ShownSpotDecided | ShownOptionChosen | ShownSpotLookedAt | ShownWagerSettled | ShownHandsVoided | ShownShufflerStep | ShownRoundPlayedOn | ShownPacketMiscounted | ShownRoundEnded | ShownChipsPosted | ShownFeeTaken | ShownBoardTurned | ShownChipsWagered | ShownTurnChecked | ShownHandFolded | ShownRoundPassed | ShownCardsDrawn | ShownChipsReturned | ShownHandMucked | ShownPotAwarded | ShownAwardTakenBack | ShownBetStands | ShownCardBoxed | ShownJokerFound | ShownCardExposed | ShownCardsTakenBack | ShownDeckReshuffled | ShownDeckScrambled | ShownMisdealt | ShownHandFouled | ShownHandDead | ShownHandRetrieved | ShownHandMisdescribed | ShownRulingMade>;
    actors: Array<number>;
    chips: Record<string, number>;
    done: boolean;
    clock: Array<ClockLeft>;
    seats?: Record<string, SeatView> | null;
    legal?: Record<string, Array<Option>> | null;
    piles?: Record<string, Array<string>> | null;
    game?: string | null;
    button?: number | null;
    hand?: number | null;
    window?: number | null;
    namer?: number | null;
    standing?: ShownStanding | null;
  }
  interface Floor {
    type: "floor";
    key?: string;
    seq?: number;
    ruling: string;
    facts?: Record<string, any>;
  }
  interface FreeSeat {
    table: string;
    seat: number;
    cents: number;
  }
  interface GameFile {
    file?: string;
    definition: string;
  }
  interface GameList {
    games: Array<Record<string, any>>;
  }
  interface GuestName {
    name: string;
  }
  interface HandList {
    hands: Array<HandRow>;
    next?: string;
  }
  interface HandOrder {
    cards: number;
    hands: Array<string>;
  }
  interface HandRow {
    id: string;
    table: string;
    number: number;
    game: string;
    day: string;
    started: number;
    ended: number;
    players: Record<string, string>;
    size: number;
    net: Record<string, number>;
    open?: boolean;
    rail_delay?: number;
  }
  interface Health {
    ok: boolean;
    why?: string;
  }
  interface Hello {
    type: "hello";
    v?: number;
    reading?: boolean;
  }
  interface Here {
    type: "here";
    seat: number;
    state: string;
    left?: number;
  }
  interface HereState {
    state: string;
    left?: number;
  }
  interface HouseLayout {
    kind: "house";
    id: string;
    name: string;
    seats: number;
    several: boolean;
    limit: number;
    cites?: Array<string>;
    title?: string;
    subtitle?: string;
    buyIn?: BuyIn | null;
    edges?: Record<string, number>;
    coach?: boolean;
    chat?: boolean;
    dealt?: string;
    spectators?: boolean;
    rules?: Array<RuleText>;
    version: string;
    unit: string;
    spots: number;
    law: string;
    qualifies?: string;
    qualifier?: Qualifier | null;
    order?: HandOrder | null;
    player: number;
    dealer: number;
    board: number;
    piles: Record<string, number>;
    peels: boolean;
    quiet: boolean;
    wagers: Array<PrintedWager>;
  }
  interface HouseList {
    houses: Array<Record<string, any>>;
  }
  interface Invitation {
    table: string;
    invite: string;
    link: string;
  }
  interface InvitationCode {
    invite: string;
  }
  interface JoinList {
    type: "list";
    key?: string;
    seq?: number;
    table?: string;
    want?: string;
    interest?: boolean;
    going?: boolean;
    off?: boolean;
  }
  interface LawPoint {
    where: string;
    found: string;
    allowed: string;
    source: string;
    rule?: string;
    beyond?: boolean;
  }
  interface Leave {
    type: "leave";
    key?: string;
    seq?: number;
    seat?: number;
  }
  interface Lobby {
    type: "lobby";
    tables: Array<Record<string, any>>;
    gone?: Array<string>;
    whole?: boolean;
  }
  interface Me {
    name: string;
    kind: string;
    roles: Array<string>;
    cents: number;
  }
  interface Mistake {
    line: number;
    key: string;
    problem: string;
  }
  interface MoveTo {
    type: "move";
    key?: string;
    seq?: number;
    seat?: number;
    table?: string;
  }
  interface Mute {
    type: "mute";
    key?: string;
    seq?: number;
    player: string;
  }
  interface Name {
    type: "name";
    key?: string;
    seq?: number;
    game: string;
  }
  interface NewTable {
    game?: string;
    house?: string;
    limit?: string;
    name?: string;
    options?: Record<string, string | number | boolean>;
    seats?: number;
    bots?: number;
    private?: boolean;
    spectators?: boolean;
    rail_delay?: number | null;
    fills: "auto" | "floor";
    dealer: "machine" | "person";
    signatures: "people" | "room";
    jurisdiction?: string;
    definition?: string;
    coach?: boolean;
    chat?: boolean;
    act?: number | null;
    bank?: number | null;
    payout_limits?: Record<string, number>;
  }
  interface Note {
    type: "note";
    text: string;
    rule?: string;
  }
  interface Open {
    type: "open";
    root: string;
    cards: number;
    leaves: Array<SealLeaf>;
    hand?: string;
  }
  interface OpenedTable {
    id: string;
    invite?: string;
    findings?: Array<string>;
  }
  interface Option {
    word: string;
    actions?: Array<string>;
    cents?: number;
    low?: number;
    high?: number;
    step?: number;
    why?: string;
    rule?: string;
    names?: string;
    folds?: boolean;
  }
  interface Out {
    type: "out";
    key?: string;
    seq?: number;
    seat?: number;
  }
  interface OwnerLink {
    code: string;
  }
  interface Page {
    type: "page";
    table: string;
    seat: number;
    left: number;
  }
  interface PaperWanted {
    what: "credit" | "fill" | "inventory" | "opener count";
    cents?: number;
    chips?: Record<string, number>;
  }
  interface PasswordChange {
    password: string;
    new: string;
  }
  interface PayoutLimit {
    cents: number;
    source: string;
  }
  interface PeopleList {
    people: Array<PersonInfo>;
  }
  interface PersonInfo {
    name: string;
    kind: string;
    roles: Array<string>;
    cents?: number;
    at_tables?: number;
  }
  interface Ping {
    type: "ping";
  }
  interface Place {
    type: "place";
    key?: string;
    seq?: number;
    spot: number;
    wagers: Record<string, number>;
  }
  interface PokerLayout {
    kind: "poker";
    id: string;
    name: string;
    seats: number;
    several: boolean;
    limit: number;
    cites?: Array<string>;
    title?: string;
    subtitle?: string;
    buyIn?: BuyIn | null;
    edges?: Record<string, number>;
    coach?: boolean;
    chat?: boolean;
    dealt?: string;
    spectators?: boolean;
    rules?: Array<RuleText>;
    no_limit: boolean;
    hole: number;
    games: Array<PrintedGame>;
    board: number;
    down: number;
    up: number;
    hand: number;
    button?: number;
  }
  interface Pong {
    type: "pong";
    now: number;
  }
  interface PotShare {
    seat: number;
    pile: string;
    cents: number;
    words?: string;
    rule?: string;
    reason?: string;
    half?: string;
    by?: string;
  }
  interface PotStanding {
    name: string;
    cents: number;
    seats?: Array<number>;
  }
  interface Pre {
    type: "pre";
    key?: string;
    seq?: number;
    action?: string;
    cents?: number;
    once?: boolean;
    seat?: number;
  }
  interface PrintedGame {
    id: string;
    name: string;
    seats: Array<any>;
    words: string;
    ante: number;
    fee: Array<number>;
    rule: string;
    steps: boolean;
    draw: number;
    opens: string;
    opens_with?: Qualifier | null;
    wins: Array<string>;
    streets: Array<PrintedStreet>;
    cap?: RaiseCap | null;
    board: number;
    down: number;
    up: number;
    hand: number;
  }
  interface PrintedLine {
    line: string;
    words: string;
    pays: string;
    odds: string;
    kind: string;
    categories?: Array<string>;
    ranks?: Array<number>;
    better?: boolean;
  }
  interface PrintedStreet {
    name: string;
    bet: number;
  }
  interface PrintedWager {
    key: string;
    initial?: string;
    of?: string;
    equals?: string;
    against?: string;
    low: number;
    high: number;
    step: number;
    sheet?: string;
    fixed?: boolean;
    common?: boolean;
    times?: Array<number>;
    outcomes?: Record<string, Array<string>>;
    lines?: Array<PrintedLine>;
    title?: string;
    heading?: string;
    sure?: boolean;
    rule?: string;
    payout?: PayoutLimit | null;
  }
  interface ProofList {
    proofs: Record<string, ProofState>;
  }
  interface ProofState {
    state: string;
    done?: number;
    why?: string;
  }
  interface Qualifier {
    category: string;
    ranks: Array<number>;
    words: string;
  }
  interface RaiseCap {
    most: number;
    blind: number;
    pair: boolean;
    rule: string;
  }
  interface Read {
    type: "reading";
    seats: Record<string, ShownReading>;
  }
  interface Ready {
    type: "ready";
    key?: string;
    seq?: number;
  }
  interface Reply {
  }
  interface RequestBody {
  }
  interface RolesWanted {
    roles: Array<"auditor" | "cashier" | "dealer" | "floor" | "owner" | "player">;
  }
  interface RuleText {
    id: string;
    text: string;
  }
  interface Seal {
    type: "seal";
    root: string;
  }
  interface SealLeaf {
    position: number;
    card: string;
    salt: string;
    path: Array<string>;
  }
  interface SeatView {
    player: string;
    cents: number;
    status: string;
    placed?: Record<string, number>;
    owes?: Array<string>;
  }
  interface ShownAwardTakenBack {
    type: "award-taken-back";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
  }
  interface ShownBetStands {
    type: "bet-stands";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
  }
  interface ShownBlindMissed {
    type: "missed-blind";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    post?: string;
  }
  interface ShownBlindsOwed {
    type: "owes-blinds";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
  }
  interface ShownBoardTurned {
    type: "board";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    street?: string;
    common?: boolean;
  }
  interface ShownButtonGiven {
    type: "button";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    card?: string;
  }
  interface ShownCardBoxed {
    type: "boxed";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
  }
  interface ShownCardBurned {
    type: "burned";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
  }
  interface ShownCardExposed {
    type: "exposed";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    reason?: string;
    count?: number;
  }
  interface ShownCardReplaced {
    type: "replaced";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    place?: string;
  }
  interface ShownCardsCollected {
    type: "collected";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    what?: string;
  }
  interface ShownCardsDealt {
    type: "dealt";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    street?: string;
  }
  interface ShownCardsDiscarded {
    type: "discarded";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    source?: string;
  }
  interface ShownCardsDrawn {
    type: "drawn";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    street?: string;
  }
  interface ShownCardsTakenBack {
    type: "cards-taken-back";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
  }
  interface ShownCardsTurned {
    type: "turned";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
  }
  interface ShownChipsBought {
    type: "bought";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
  }
  interface ShownChipsPosted {
    type: "posted";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    post?: string;
    all_in?: boolean;
  }
  interface ShownChipsRanOut {
    type: "out-of-chips";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
  }
  interface ShownChipsReturned {
    type: "returned";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    reason?: string;
  }
  interface ShownChipsWagered {
    type: "wagered";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    all_in?: boolean;
    capped?: boolean;
  }
  interface ShownDeal {
    viewer: string;
    version: number;
    done: boolean;
    actors: Array<number>;
    piles: Record<string, Array<string>>;
    chips: Record<string, number>;
    legal: Record<string, Array<Option>>;
    events: Array<ShownDeckShuffled | ShownCardsDealt | ShownCardReplaced | ShownCardBurned | ShownHandShown | ShownPlayerSat | ShownChipsBought | ShownShortBuyMarked | ShownPlayerSatOut | ShownPlayerCameBack | ShownPlayerLeft | ShownPlayerMoved | ShownWagersPlaced | ShownDealFinished | ShownGameNamed | ShownButtonGiven | ShownSeatDealtOut | ShownBlindMissed | ShownChipsRanOut | ShownBlindsOwed | ShownSeatDealtIn | ShownWagerStaked | ShownWagersClosed | ShownDeckDispensed | ShownCardsTurned | ShownCardsDiscarded | ShownCardsCollected | ShownHandSet | ShownHandAnnounced | ShownDecisionAsked | ShownSpotDecided | ShownOptionChosen | ShownSpotLookedAt | ShownWagerSettled | ShownHandsVoided | ShownShufflerStep | ShownRoundPlayedOn | ShownPacketMiscounted | ShownRoundEnded | ShownChipsPosted | ShownFeeTaken | ShownBoardTurned | ShownChipsWagered | ShownTurnChecked | ShownHandFolded | ShownRoundPassed | ShownCardsDrawn | ShownChipsReturned | ShownHandMucked | ShownPotAwarded | ShownAwardTakenBack | ShownBetStands | ShownCardBoxed | ShownJokerFound | ShownCardExposed | ShownCardsTakenBack | ShownDeckReshuffled | ShownDeckScrambled | ShownMisdealt | ShownHandFouled | ShownHandDead | ShownHandRetrieved | ShownHandMisdescribed | ShownRulingMade>;
    standing: ShownStanding;
  }
  interface ShownDealFinished {
    type: "finished";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    number?: number;
  }
  interface ShownDecisionAsked {
    type: "asked";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    decision?: string;
    options?: Array<string>;
  }
  interface ShownDeckDispensed {
    type: "dispensed";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
  }
  interface ShownDeckReshuffled {
    type: "reshuffled";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    count?: number;
    discards?: boolean;
  }
  interface ShownDeckScrambled {
    type: "scrambled";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    count?: number;
  }
  interface ShownDeckShuffled {
    type: "shuffled";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    deck?: string;
  }
  interface ShownFeeTaken {
    type: "fee";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    players?: number;
    due?: number;
  }
  interface ShownGameNamed {
    type: "named";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    game?: string;
    name?: string;
  }
  interface ShownHand {
    category: string;
    ranks?: Array<number>;
    size?: number;
    half?: string;
    words?: string;
  }
  interface ShownHandAnnounced {
    type: "announced";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    hand?: ShownHand | null;
    qualifier?: boolean;
  }
  interface ShownHandDead {
    type: "dead";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    reason?: string;
    shown?: number;
    held?: number;
  }
  interface ShownHandFolded {
    type: "folded";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
  }
  interface ShownHandFouled {
    type: "fouled";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
  }
  interface ShownHandMisdescribed {
    type: "misdescribed";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    described?: string;
    victim?: number;
  }
  interface ShownHandMucked {
    type: "mucked";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
  }
  interface ShownHandRetrieved {
    type: "retrieved";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
  }
  interface ShownHandSet {
    type: "set";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    hand?: ShownHand | null;
  }
  interface ShownHandShown {
    type: "shown";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    hands?: Array<ShownHand>;
  }
  interface ShownHandsVoided {
    type: "voided";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    cause?: string;
    stated?: string;
    miscounted?: string;
    counted?: number;
    due?: number;
  }
  interface ShownJokerFound {
    type: "joker";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    reason?: string;
  }
  interface ShownMisdealt {
    type: "misdeal";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    stated?: string;
    exposed?: boolean;
  }
  interface ShownOptionChosen {
    type: "chosen";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    decision?: string;
    folds?: boolean;
    takes?: string;
    names?: string;
  }
  interface ShownPacketMiscounted {
    type: "packet";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    target?: string;
    count?: number;
  }
  interface ShownPlayerCameBack {
    type: "came-back";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    waiting?: boolean;
  }
  interface ShownPlayerLeft {
    type: "left";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    player?: string;
  }
  interface ShownPlayerMoved {
    type: "moved";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    player?: string;
    place?: string;
    to_seat?: number;
    away?: boolean;
  }
  interface ShownPlayerSat {
    type: "sat";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    player?: string;
    waiting?: boolean;
  }
  interface ShownPlayerSatOut {
    type: "sat-out";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
  }
  interface ShownPotAwarded {
    type: "awarded";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    reason?: string;
    half?: string;
    by?: string;
    hand?: ShownHand | null;
  }
  interface ShownPotResult {
    type: "pot";
    seat: number;
    pot: string;
    cents: number;
    reason?: string;
    half?: string;
    by?: string;
    rule?: string;
    hand?: ShownHand | null;
    cards?: Array<string>;
  }
  interface ShownReading {
    words?: string;
    cards?: Array<string>;
    lines?: Record<string, number>;
    after?: Record<string, ShownReading>;
    halves?: Record<string, ShownReading>;
    shares?: Record<string, Array<PotShare>>;
    category?: string;
    matched?: Array<string>;
    reach?: Record<string, number>;
    hand?: ShownHand | null;
    sure?: Record<string, number>;
  }
  interface ShownRoundEnded {
    type: "ended";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
  }
  interface ShownRoundPassed {
    type: "passed";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    follows?: string;
  }
  interface ShownRoundPlayedOn {
    type: "played-on";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
  }
  interface ShownRulingMade {
    type: "ruling";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    reason?: string;
    chip?: number;
    action?: string;
  }
  interface ShownSeatDealtIn {
    type: "dealt-in";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
  }
  interface ShownSeatDealtOut {
    type: "dealt-out";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    due?: number;
  }
  interface ShownShortBuyMarked {
    type: "short-buy";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
  }
  interface ShownShufflerStep {
    type: "shuffler-step";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    instruction?: string;
  }
  interface ShownSpotDecided {
    type: "decided";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
  }
  interface ShownSpotLookedAt {
    type: "looked-at";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
  }
  interface ShownStanding {
    street?: string;
    pots?: Array<PotStanding>;
    front?: Record<string, number>;
    level?: number;
    raises_left?: number | null;
    results?: Array<ShownWagerResult | ShownPotResult>;
    dealer?: DealerAct | null;
    decision?: string;
  }
  interface ShownTable {
    viewer: string;
    version: number;
    games: Array<string>;
    seats: Record<string, SeatView>;
    chips: Record<string, number>;
    game?: string;
    button?: number;
    actors?: Array<number>;
    done?: boolean;
    deal?: ShownDeal | null;
  }
  interface ShownTurnChecked {
    type: "checked";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
  }
  interface ShownWagerResult {
    type: "wager";
    seat: number;
    wager: string;
    result: string;
    stake: number;
    paid?: number;
    odds?: string;
    line?: string;
    breakage?: string;
    outcome?: string;
    table?: string;
    bonus?: boolean;
    rule?: string;
    hand?: ShownHand | null;
  }
  interface ShownWagerSettled {
    type: "settled";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    wager?: string;
    result?: string;
    stake?: number;
    paid?: number;
    odds?: string;
    line?: string;
    breakage?: string;
    outcome?: string;
    table?: string;
    bonus?: boolean;
  }
  interface ShownWagerStaked {
    type: "staked";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
  }
  interface ShownWagersClosed {
    type: "closed";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
  }
  interface ShownWagersPlaced {
    type: "placed";
    verb: string;
    seat?: number;
    pile?: string;
    cards?: Array<string>;
    up?: boolean;
    cents?: number;
    words?: string;
    rule?: string;
    to?: number;
    wagers?: Array<Array<any>>;
  }
  interface Sit {
    type: "sit";
    key?: string;
    seq?: number;
    cents?: number;
    seat?: number;
    wait?: boolean;
  }
  interface Snap {
    type: "snap";
    seq: number;
    view: ShownTable;
    clock: Array<ClockLeft>;
    presence: Record<string, HereState>;
    seal: Array<string>;
    now: number;
    window?: number;
    hand?: number;
    namer?: number;
    paused?: string;
    called?: string;
    closing?: boolean;
  }
  interface Status {
    type: "status";
    paused: string;
    called: string;
    closing: boolean;
  }
  interface Step {
    type: "step";
    key?: string;
    seq?: number;
  }
  interface Sync {
    type: "sync";
    have?: number;
  }
  interface TableList {
    tables: Array<TableRow>;
  }
  interface TableRow {
    id: string;
    game: string;
    kind: string;
    name: string;
    seats: number;
    taken: number;
    waiting?: number;
    house?: string;
    limit?: string;
    fee?: string;
    bots?: number;
    players?: Array<string>;
    private?: boolean;
    spectators?: boolean;
    closing?: boolean;
    paused?: string;
    opened_by?: string;
    stakes?: Record<string, any>;
    findings?: Array<string>;
    title?: string;
    felt?: Record<string, any>;
    pot?: number;
    payout_limits?: Record<string, number>;
  }
  interface TableSheet {
    name: string;
    kind: string;
    games: Array<string>;
    seats: number;
    limits: string;
    least_buy_in: number;
    usual_buy_in: number;
    most_buy_in?: number;
    house?: string;
    fee?: string;
    jurisdiction?: string;
    findings?: Array<string>;
    points?: Array<LawPoint>;
    betting?: Record<string, any>;
    least_payout_limits?: Record<string, number>;
    chip?: number;
  }
  interface TakeSpot {
    type: "spot";
    key?: string;
    seq?: number;
    n: number;
  }
  interface Toke {
    type: "toke";
    key?: string;
    seq?: number;
    cents: number;
  }
  interface TopUp {
    type: "topup";
    key?: string;
    seq?: number;
    cents: number;
  }
  interface UseBank {
    type: "bank";
    key?: string;
    seq?: number;
    seat?: number;
  }
  interface VoidSlip {
    why: string;
  }
  interface Welcome {
    type: "welcome";
    you: string;
    seats: Array<number>;
    now: number;
    v: number;
    table?: string;
    viewer?: string;
    roles?: Array<string>;
    wait?: number;
  }
  type Message = Welcome | Ack | Ev | Snap | Status | Clock | Here | Pong | Seal | Open | Page | ChatLine | Note | Read | Lobby;
  type Command = Act | Place | Ready | Name | Floor | Call | Step | Pre | UseBank | Sit | Buy | Leave | Out | Back | TopUp | Toke | TakeSpot | MoveTo | JoinList | Chat | Mute | Sync | Ping | Hello;
  type AnyLayout = HouseLayout | PokerLayout;
  type AnyEvent = ShownDeckShuffled | ShownCardsDealt | ShownCardReplaced | ShownCardBurned | ShownHandShown | ShownPlayerSat | ShownChipsBought | ShownShortBuyMarked | ShownPlayerSatOut | ShownPlayerCameBack | ShownPlayerLeft | ShownPlayerMoved | ShownWagersPlaced | ShownDealFinished | ShownGameNamed | ShownButtonGiven | ShownSeatDealtOut | ShownBlindMissed | ShownChipsRanOut | ShownBlindsOwed | ShownSeatDealtIn | ShownWagerStaked | ShownWagersClosed | ShownDeckDispensed | ShownCardsTurned | ShownCardsDiscarded | ShownCardsCollected | ShownHandSet | ShownHandAnnounced | ShownDecisionAsked | ShownSpotDecided | ShownOptionChosen | ShownSpotLookedAt | ShownWagerSettled | ShownHandsVoided | ShownShufflerStep | ShownRoundPlayedOn | ShownPacketMiscounted | ShownRoundEnded | ShownChipsPosted | ShownFeeTaken | ShownBoardTurned | ShownChipsWagered | ShownTurnChecked | ShownHandFolded | ShownRoundPassed | ShownCardsDrawn | ShownChipsReturned | ShownHandMucked | ShownPotAwarded | ShownAwardTakenBack | ShownBetStands | ShownCardBoxed | ShownJokerFound | ShownCardExposed | ShownCardsTakenBack | ShownDeckReshuffled | ShownDeckScrambled | ShownMisdealt | ShownHandFouled | ShownHandDead | ShownHandRetrieved | ShownHandMisdescribed | ShownRulingMade;
  type Query = "" | `?${string}`;
  type Answer<P extends string> =
    P extends `/readyz${Query}` ? Health :
    P extends `/healthz${Query}` ? Health :
    P extends `/api/tables/${string}/rulings${Query}` ? Record<string, any> :
    P extends `/api/tables/${string}/layout${Query}` ? HouseLayout | PokerLayout :
    P extends `/api/tables/${string}/invitation${Query}` ? Invitation :
    P extends `/api/tables/${string}/advice${Query}` ? Coaching :
    P extends `/api/tables/${string}${Query}` ? TableRow :
    P extends `/api/tables${Query}` ? TableList :
    P extends `/api/slips${Query}` ? Record<string, any> :
    P extends `/api/sheets/${string}${Query}` ? Record<string, any> :
    P extends `/api/session${Query}` ? CurrentSession :
    P extends `/api/seat${Query}` ? FreeSeat :
    P extends `/api/protocol${Query}` ? Record<string, any> :
    P extends `/api/proofs${Query}` ? ProofList :
    P extends `/api/people${Query}` ? PeopleList :
    P extends `/api/openapi.json${Query}` ? Record<string, any> :
    P extends `/api/me${Query}` ? Me :
    P extends `/api/ledger${Query}` ? Record<string, any> :
    P extends `/api/houses${Query}` ? HouseList :
    P extends `/api/hands/${string}/layout${Query}` ? HouseLayout | PokerLayout :
    P extends `/api/hands/${string}${Query}` ? Record<string, any> :
    P extends `/api/hands${Query}` ? HandList :
    P extends `/api/games/${string}${Query}` ? Record<string, any> :
    P extends `/api/games${Query}` ? GameList :
    P extends `/api/edges${Query}` ? Record<string, number | null> :
    P extends `/api/books/timeline${Query}` ? Record<string, any> :
    P extends `/api/books/${string}${Query}` ? Record<string, any> :
    P extends `/api/books${Query}` ? Record<string, any> :
    P extends `/api/audit${Query}` ? AuditState : any;
}
