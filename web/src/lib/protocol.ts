// Written by `python -m fathom.server.types` from the server's messages. Do not edit.

/** The agreements of a table. `chief_deck` None stands for our own deck (D9.3). */
export interface DiveOptions {
  readonly game: "dive";
  readonly tokens: DiveTokens;
  readonly children: boolean;
  readonly companions: boolean;
  readonly chief: boolean;
  readonly flashlight: boolean;
  readonly clarity: DiveClarity;
  readonly mix: DiveMix;
  readonly chief_deck: readonly DiveChiefCard[] | null;
}

export type DiveTokens =
  | "some"
  | "all";

export type DiveClarity =
  | "clear"
  | "natural"
  | "murky";

/** How many cards of each kind the ocean has. Ours is D1.6; a table may bring that of its own box. */
export interface DiveMix {
  readonly nothing: number;
  readonly shark: number;
  readonly green: number;
  readonly red: number;
  readonly manta: number;
  readonly shark_green: number;
  readonly shark_red: number;
  readonly shark_manta: number;
}

/** The chief's speed on each level from 1, and the levels whose number is yellow. */
export interface DiveChiefCard {
  readonly speeds: readonly number[];
  readonly yellow: readonly number[];
}

/** Ask for a companion at setup. */
export interface DiveChoose {
  readonly type: "choose";
  readonly companion: DiveCompanion;
}

export type DiveCompanion =
  | "octopus"
  | "orca"
  | "anglerfish"
  | "turtle"
  | "clownfish"
  | "dolphins"
  | "great-white";

/**
 * What lies on a diver's board: levels from 1 down, and perhaps one of the two tiles that belong to it.
 *
 * `clownfish` is the number of the level that it lies under (D8.5), `anglerfish` the face of the sixth level
 * (D8.3). The same shape serves as a draft, which need not be legal.
 */
export interface DiveProgram {
  readonly type: "program";
  readonly levels: readonly DiveLevel[];
  readonly clownfish: number | null;
  readonly anglerfish: DiveFace | null;
}

/**
 * The tokens on one level: those that lie plain side up and those that lie shark side up.
 *
 * A legal level has only one sort (D3.3), but both can lie there while a diver is still thinking. Order
 * means nothing, so tokens are always kept from low to high.
 */
export interface DiveLevel {
  readonly plain: readonly number[];
  readonly shark: readonly number[];
}

export type DiveFace =
  | "plain"
  | "shark";

/** A program of the children's version: shark or plain for each level. */
export interface DiveFaces {
  readonly type: "faces";
  readonly faces: readonly DiveFace[];
}

/** Take back "ready" while someone else is still missing. */
export interface DiveWithdraw {
  readonly type: "withdraw";
}

/** Hide a part of the stack from everyone. */
export interface DiveLayOctopus {
  readonly type: "lay-octopus";
  readonly across: number;
  readonly down: number;
}

/** Give everyone ten more seconds. */
export interface DiveCallOrca {
  readonly type: "call-orca";
}

/** Go one further with every green turtle of this round. */
export interface DiveRideTurtle {
  readonly type: "ride-turtle";
}

/** Bet on another diver making no mistake. */
export interface DiveSendDolphins {
  readonly type: "send-dolphins";
  readonly to: number;
}

/** Stop those who err, or yourself if nobody does. */
export interface DiveLooseGreatWhite {
  readonly type: "loose-great-white";
}

export type DiveAction =
  | DiveChoose
  | DiveProgram
  | DiveFaces
  | DiveWithdraw
  | DiveLayOctopus
  | DiveCallOrca
  | DiveRideTurtle
  | DiveSendDolphins
  | DiveLooseGreatWhite;

/** A diver has submitted a program, or a wish for a companion; what it is stays secret. */
export interface DiveReady {
  readonly type: "ready";
  readonly seat: number;
}

/** A diver has taken "ready" back. */
export interface DiveReopened {
  readonly type: "reopened";
  readonly seat: number;
}

/** Who has which companion now; whoever has none lost a clash and chooses again. */
export interface DiveCompanionsGiven {
  readonly type: "companions-given";
  readonly companions: readonly (DiveCompanion | null)[];
}

/** A diver has announced a companion. */
export interface DiveCompanionUsed {
  readonly type: "companion-used";
  readonly seat: number;
  readonly use: DiveLayOctopus | DiveCallOrca | DiveRideTurtle | DiveSendDolphins | DiveLooseGreatWhite;
}

/** All programs are turned over, and a chief card with them. */
export interface DiveRevealed {
  readonly type: "revealed";
  readonly round: number;
  readonly programs: readonly (DiveProgram | DiveFaces)[];
  readonly chief: DiveChiefCard | null;
  readonly bubbles: readonly number[];
}

/** A card was lifted and evaluated. */
export interface DiveLifted {
  readonly type: "lifted";
  readonly level: number;
  readonly kind: DiveKind;
  readonly right: readonly number[];
  readonly wrong: readonly number[];
  readonly lost_all: readonly number[];
  readonly raced: readonly DiveRaced[];
  readonly helped: number | "chief" | null;
  readonly spaces: number;
  readonly bubbles: readonly number[];
}

export type DiveKind =
  | "nothing"
  | "shark"
  | "green"
  | "red"
  | "manta"
  | "shark+green"
  | "shark+red"
  | "shark+manta";

/** The speed at which someone went for a helper. */
export interface DiveRaced {
  readonly who: number | "chief";
  readonly speed: number;
}

/** The dive is over; if the diver with the small dolphin did not err, its owner moves. */
export interface DiveDolphinsReturned {
  readonly type: "dolphins-returned";
  readonly seat: number;
  readonly to: number;
  readonly spaces: number;
}

/** Everyone has moved for the levels they kept. */
export interface DiveRested {
  readonly type: "rested";
  readonly spaces: readonly number[];
  readonly pawns: readonly number[];
  readonly chief_spaces: number;
  readonly chief: number | null;
  readonly stopped: readonly number[];
}

/** The lifted cards have left the game and programming begins. */
export interface DiveRoundBegan {
  readonly type: "round-began";
  readonly round: number;
  readonly cards_left: number;
}

/** The game is over: someone reached the stone, or the stack ran out. */
export interface DiveEnded {
  readonly type: "ended";
  readonly why: "stack" | "stone";
  readonly winners: readonly (number | "chief")[];
}

export type DiveEvent =
  | DiveReady
  | DiveReopened
  | DiveCompanionsGiven
  | DiveCompanionUsed
  | DiveRevealed
  | DiveLifted
  | DiveDolphinsReturned
  | DiveRested
  | DiveRoundBegan
  | DiveEnded;

/** A game of Dive through the eyes of one reader. */
export interface DiveView {
  readonly game: "dive";
  readonly reader: number | null;
  readonly options: DiveOptions;
  readonly round: number;
  readonly pawns: readonly number[];
  readonly chief: number | null;
  readonly companions: readonly (DiveCompanion | null)[];
  readonly cards_left: number;
  readonly lifted: readonly DiveKind[];
  readonly told: readonly (readonly DiveEvent[])[];
  readonly phase: DiveChoosingView | DiveProgrammingView | DiveOver;
}

/** Companions are being chosen: who has chosen, and your own wish. */
export interface DiveChoosingView {
  readonly type: "choosing";
  readonly ready: readonly boolean[];
  readonly yours: DiveCompanion | null;
}

/** Programs are being laid: who is ready, the companions announced this round, and your own program. */
export interface DiveProgrammingView {
  readonly type: "programming";
  readonly ready: readonly boolean[];
  readonly uses: readonly (DiveLayOctopus | DiveCallOrca | DiveRideTurtle | DiveSendDolphins | DiveLooseGreatWhite | null)[];
  readonly yours: DiveProgram | DiveFaces | null;
}

/** The game has ended. */
export interface DiveOver {
  readonly type: "over";
  readonly ended: DiveEnded;
}

/** Ask for one of the companions on offer. */
export interface DiveChoosingMenu {
  readonly type: "choosing";
  readonly offered: readonly DiveCompanion[];
}

/** Submit a program, or use the companion that is still there. */
export interface DiveProgrammingMenu {
  readonly type: "programming";
  readonly tokens: DiveTokens;
  readonly companion: DiveCompanion | null;
  readonly others: readonly number[];
}

/** Submit one face for each of this many levels. */
export interface DiveFacesMenu {
  readonly type: "faces";
  readonly levels: number;
}

/** Someone else is still missing: "ready" can be taken back. */
export interface DiveReadyMenu {
  readonly type: "ready";
}

/** Nothing: the game is over, one only watches, or has a companion while others still choose. */
export interface DiveClosedMenu {
  readonly type: "closed";
  readonly because: Refusal;
}

/**
 * One reason why an action, a set of options or a seat count is not allowed.
 *
 * The browser turns `code` and `values` into the reader's language; `text` is the same in English,
 * for the command line, scripts and logs. `clause` is the rule's id in `docs/rules/`.
 */
export interface Refusal {
  readonly code: RefusalCode;
  readonly clause: string;
  readonly text: string;
  readonly values: { readonly [key: string]: number | string };
}

export type DiveMenu =
  | DiveChoosingMenu
  | DiveProgrammingMenu
  | DiveFacesMenu
  | DiveReadyMenu
  | DiveClosedMenu;

export type GameOptions = DiveOptions;

export type GameAction = DiveAction;

export type GameEvent = DiveEvent;

export type GameView = DiveView;

export type GameMenu = DiveMenu;

/** The first message: the last number the client has seen, or null if it has seen none. */
export interface Hello {
  readonly type: "hello";
  readonly after: number | null;
}

/**
 * I am ready to play with the dice of this commitment, to which I will add 32 bytes with this SHA-256.
 *
 * When no seat is open and everyone is ready, `RevealNow` asks for these bytes.
 */
export interface Ready {
  readonly type: "ready";
  readonly hash: string;
  readonly commitment: string;
}

/** I am not ready after all. */
export interface Unready {
  readonly type: "unready";
}

/** The bytes that I add to the dice, in hexadecimal. */
export interface Reveal {
  readonly type: "reveal";
  readonly entropy: string;
}

/**
 * Do not wait for more people: take the open seats away. Only for the host.
 *
 * The table starts as soon as everyone who is left is ready.
 */
export interface Start {
  readonly type: "start";
}

/** Play an action. `number` is the last entry that the client had seen when it decided. */
export interface Act {
  readonly type: "act";
  readonly id: string;
  readonly number: number;
  readonly action: GameAction;
}

/** What lies on the board now, legal or not. The newest is kept, for when the seat's time is up. */
export interface Draft {
  readonly type: "draft";
  readonly id: string;
  readonly action: GameAction;
}

export type FromClient =
  | Hello
  | Ready
  | Unready
  | Reveal
  | Start
  | Act
  | Draft;

/** Who sits at the table, after Hello and whenever it changes. */
export interface LobbyNow {
  readonly type: "lobby";
  readonly lobby: Lobby;
}

/** What everyone may know of a table, whatever its game: who sits there and what was agreed. */
export interface Lobby {
  readonly table: string;
  readonly options: DiveOptions;
  readonly settings: Settings;
  readonly seats: readonly (OpenSeat | PersonSeat | BotSeat)[];
  readonly host: number;
  readonly you: number | null;
  readonly phase: "closed" | "lobby" | "over" | "playing" | "revealing";
  readonly code: string;
  readonly rematch: string;
  readonly commitment: string;
  readonly seed: string | null;
  readonly salt: string | null;
}

/** How a table is kept. The host may change it; clock and soundings only before the start. */
export interface Settings {
  readonly public: boolean;
  readonly spectators: boolean;
  readonly text: boolean;
  readonly clock: NoClock | PerDecision | Bank;
  readonly soundings: boolean;
  readonly torches: boolean;
}

/** Everyone has all the time they want, except where the rules set a limit (the orca's ten seconds). */
export interface NoClock {
  readonly type: "none";
}

/** So many seconds for every decision. */
export interface PerDecision {
  readonly type: "per-decision";
  readonly seconds: number;
}

/**
 * So many seconds for the whole game, and with every decision some more.
 *
 * At least one more: whoever has used all up must still be able to decide.
 */
export interface Bank {
  readonly type: "bank";
  readonly seconds: number;
  readonly increment: number;
}

/** Nobody sits here yet. */
export interface OpenSeat {
  readonly type: "open";
}

/** A person sits here; `connected` while at least one of their windows is. */
export interface PersonSeat {
  readonly type: "person";
  readonly name: string;
  readonly colour: string;
  readonly connected: boolean;
  readonly ready: boolean;
  readonly hash: string | null;
  readonly muted: boolean;
  readonly stand_in: string;
}

/** A bot sits here. */
export interface BotSeat {
  readonly type: "bot";
  readonly level: string;
  readonly colour: string;
  readonly instead_of: string;
}

/**
 * Everyone is ready: say what you add to the dice. Whoever is silent for 20 seconds sends all back.
 *
 * Before answering a browser looks whether the commitment and its own hash are those that it knows.
 */
export interface RevealNow {
  readonly type: "reveal-now";
  readonly commitment: string;
  readonly hashes: readonly (string | null)[];
  readonly left: number;
}

/**
 * The table did not start: these seats were silent, or revealed what they had not announced.
 *
 * There is a new seed, and everyone has to be ready again.
 */
export interface DiceFailed {
  readonly type: "dice-failed";
  readonly reason: "mismatch" | "silent";
  readonly seats: readonly number[];
}

/** Where the game stands, with no word on how it came there: after Hello, when the table has started. */
export interface Position {
  readonly type: "position";
  readonly number: number;
  readonly view: GameView;
  readonly menu: GameMenu;
  readonly left: number | null;
  readonly result: Result | null;
}

/**
 * How a game ended: a place and a score per seat. Place 1 is best, equal places are shared.
 *
 * When nobody at the table won (Dive's village chief can), the places begin at 2.
 */
export interface Result {
  readonly places: readonly number[];
  readonly scores: readonly number[];
}

/** One entry of the log, as this reader may know it. Everyone gets every number, in order, no gaps. */
export interface Happened {
  readonly type: "happened";
  readonly number: number;
  readonly events: readonly GameEvent[];
  readonly view: GameView;
  readonly menu: GameMenu;
  readonly left: number | null;
  readonly result: Result | null;
}

/** The action with this id is entry `number` of the log, and will not be lost. */
export interface Done {
  readonly type: "done";
  readonly id: string;
  readonly number: number;
}

/** Nothing was changed, for this reason. `id` is null when the message had none that could be read. */
export interface RefusedNow {
  readonly type: "refused";
  readonly id: string | null;
  readonly refusal: Refusal;
}

/**
 * The draft with this id is kept; `refusal` says why it could not be played as it is, null if it could.
 *
 * A draft that is not an action of this game at all is refused (`RefusedNow`) and not kept.
 */
export interface Checked {
  readonly type: "checked";
  readonly id: string;
  readonly refusal: Refusal | null;
}

/** The pictures of this round can be fetched: anew, if that was said of the same round before. */
export interface LookReady {
  readonly type: "look-ready";
  readonly round: number;
}

export type FromServer =
  | LobbyNow
  | RevealNow
  | DiceFailed
  | Position
  | Happened
  | Done
  | RefusedNow
  | Checked
  | LookReady;

/** Open a table. Exactly one seat is "me"; seats are in order of age, the youngest first. */
export interface NewTable {
  readonly options: DiveOptions;
  readonly seats: readonly (Me | Open | Bot)[];
  readonly name: string;
  readonly settings: Settings;
}

/** A seat for whoever opens the table. */
export interface Me {
  readonly type: "me";
}

/** A seat for whoever comes with the invite. */
export interface Open {
  readonly type: "open";
}

/** A seat for a bot of this level. */
export interface Bot {
  readonly type: "bot";
  readonly level: string;
}

/**
 * Take the first open seat of a table, with the invite of its link or its short code.
 *
 * A public table needs neither.
 */
export interface Join {
  readonly invite: string;
  readonly name: string;
}

/**
 * You have a seat; the answer's cookie is the proof of it.
 *
 * The invite belongs into the fragment of a link, `/table/{table}#invite={invite}`. The server keeps only
 * its hash and cannot say it again.
 */
export interface Seated {
  readonly table: string;
  readonly seat: number;
  readonly invite: string;
}

/** A game that can be played here, with its usual options and how many seats those allow. */
export interface GameOffer {
  readonly game: string;
  readonly options: DiveOptions;
  readonly fewest: number;
  readonly most: number;
  readonly levels: readonly string[];
}

/**
 * The pictures of one round: where they are and how to cut them up. The same for everyone at the table.
 *
 * `rows` are a grid of `steps` × `steps` views of the stack: one picture per row, rows from the top, in each
 * the views side by side from the left, every view `size` pixels square. When something new lies on the
 * stack there is another `LookReady` for the same round; no address is ever used for two pictures.
 */
export interface Look {
  readonly round: number;
  readonly size: number;
  readonly steps: number;
  readonly rows: readonly string[];
  readonly centre: string;
  readonly thumb: string;
  readonly lights: { readonly [key: string]: string };
  readonly lifted: readonly string[];
}

/** A whole game, or one until now. `hash` is the fingerprint of its last state. */
export interface GameRecord {
  readonly game: string;
  readonly players: readonly string[];
  readonly options: unknown;
  readonly moves: readonly Move[];
  readonly outcomes: readonly Outcome[];
  readonly hash: string;
  readonly result: Result | null;
  readonly proof: FairProof | FastProof | null;
  readonly format: number;
}

/** One recorded decision. `by_clock`: the seat's time was up and the rules decided for it. */
export interface Move {
  readonly seat: number;
  readonly action: unknown;
  readonly by_clock: boolean;
}

/**
 * One thing that chance decided, with the label that says where in the game it was decided.
 *
 * `number` is the entry of the log during which it fell (0 is the setup), `index` counts the outcomes of one
 * purpose within that entry, and `value` is one of 0 … sides - 1.
 */
export type Outcome = readonly [number: number, purpose: string, index: number, sides: number, value: number];

/** The seed of fair dice once revealed, with what was published before the game. All in hexadecimal. */
export interface FairProof {
  readonly type: "fair";
  readonly seed: string;
  readonly salt: string;
  readonly commitment: string;
  readonly entropies: readonly string[];
}

/** The seed of a simulated game. */
export interface FastProof {
  readonly type: "fast";
  readonly seed: number | string;
}

export type GameName = "dive";

export type RefusalCode =
  | "about-to-start"
  | "already-ready"
  | "already-started"
  | "anglerfish-too-early"
  | "back-soon"
  | "bad-chief-card"
  | "bad-mix"
  | "bad-name"
  | "bad-order"
  | "chief-deck-too-small"
  | "children-and-chief"
  | "children-and-companions"
  | "children-only"
  | "clownfish-nowhere"
  | "colour-taken"
  | "companion-gone"
  | "companion-kept"
  | "dolphin-to-nobody"
  | "failed"
  | "foreign-origin"
  | "frame-too-large"
  | "game-over"
  | "gap"
  | "hello-first"
  | "id-taken"
  | "malformed"
  | "mixed-faces"
  | "no-look"
  | "no-spectators"
  | "no-such-code"
  | "no-such-colour"
  | "no-such-level"
  | "no-such-seat"
  | "no-such-table"
  | "no-such-token"
  | "no-tokens"
  | "nobody-there"
  | "not-all-tokens"
  | "not-away"
  | "not-choosing"
  | "not-finished"
  | "not-found"
  | "not-in-this-version"
  | "not-over"
  | "not-programming"
  | "not-ready"
  | "not-revealing"
  | "not-seated"
  | "not-started"
  | "not-written"
  | "not-your-companion"
  | "not-yourself"
  | "octopus-outside"
  | "one-diver-alone"
  | "one-me"
  | "only-host"
  | "only-seated"
  | "other-commitment"
  | "seat-taken"
  | "settled"
  | "stale"
  | "table-closed"
  | "table-full"
  | "token-twice"
  | "too-deep"
  | "too-fast"
  | "watching"
  | "wrong-invite"
  | "wrong-link"
  | "wrong-number-of-faces"
  | "wrong-seats";
