// Written by `python -m fathom.server.protocol.typescript` from the server's messages. Do not edit.

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
  readonly youngest?: number | null;
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
  readonly youngest?: number | null;
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
  readonly ages?: readonly number[];
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

/** Someone else is still missing: "ready" can be taken back, and the orca be called. */
export interface DiveReadyMenu {
  readonly type: "ready";
  readonly orca: boolean;
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

/** The agreements of a table. `own` holds what the table brings from its own box. */
export interface DeepBlueOptions {
  readonly game: "deep-blue";
  readonly scenario: string | null;
  readonly chart: "small" | "standard";
  readonly closed_chests: boolean;
  readonly own: DeepBlueOwnBox | null;
  readonly edition?: string;
}

/** What a table brings from its own box; None stands for ours. */
export interface DeepBlueOwnBox {
  readonly chart: DeepBlueChart | null;
  readonly wrecks: DeepBlueWrecks | null;
  readonly crew: DeepBlueCrew | null;
  readonly market: DeepBlueMarket | null;
  readonly gems: DeepBlueGemPiles | null;
  readonly scenarios: DeepBlueScenarios | null;
}

/** A chart as it is written down: one move is one route (B1.5). */
export interface DeepBlueChart {
  readonly name: string;
  readonly places: readonly DeepBluePlace[];
  readonly routes: readonly (readonly [string, string])[];
}

/** Somewhere a boat can be. `at` is its position for drawing: across and down. */
export interface DeepBluePlace {
  readonly id: string;
  readonly name: string;
  readonly kind: "buoy" | "harbour" | "site" | "starter";
  readonly at: readonly [number, number];
}

/** All wreck tiles. */
export interface DeepBlueWrecks {
  readonly tiles: readonly DeepBlueTile[];
}

/** A wreck: the VP of its leader and its exploration spaces. The empty starter is no wreck at all. */
export interface DeepBlueTile {
  readonly id: string;
  readonly name: string;
  readonly vp: number;
  readonly spaces: readonly ("black" | "blue" | "blue-or-black" | "gold" | "red" | "silver")[];
  readonly starter: boolean;
  readonly city: boolean;
  readonly empty: boolean;
}

/** All crew cards: what each player starts with, and what comes to the market. */
export interface DeepBlueCrew {
  readonly starting: readonly DeepBlueCrewCard[];
  readonly market: readonly DeepBlueCrewCard[];
}

/** A kind of crew card: at most two effects, of which one is used when it is played (B3.3). */
export interface DeepBlueCrewCard {
  readonly id: string;
  readonly name: string;
  readonly count: number;
  readonly on: "black" | "blue" | "gold" | "green" | "purple" | "red" | "silver" | "any" | null;
  readonly gems: number;
  readonly vp: number;
  readonly against: "black" | "blue" | null;
  readonly money: number;
  readonly propeller: number;
  readonly adds: "black" | "blue" | "gold" | "green" | "purple" | "red" | "silver" | null;
}

/** The prices of the slots, the cheap end first; the price of renewing; bonus tokens in turn order. */
export interface DeepBlueMarket {
  readonly prices: readonly number[];
  readonly renew: number;
  readonly tokens: readonly number[];
}

/** What is in the bag at the beginning, and what waits in the supply. */
export interface DeepBlueGemPiles {
  readonly bag: DeepBlueGems;
  readonly supply: DeepBlueGems;
}

/** A pile of gems: how many of each colour. */
export interface DeepBlueGems {
  readonly silver: number;
  readonly gold: number;
  readonly red: number;
  readonly green: number;
  readonly purple: number;
  readonly black: number;
  readonly blue: number;
}

/** All scenarios. */
export interface DeepBlueScenarios {
  readonly scenarios: readonly DeepBlueScenario[];
}

/** One scenario as the ways in which it departs from an ordinary dive; the defaults depart in nothing. */
export interface DeepBlueScenario {
  readonly id: string;
  readonly name: string;
  readonly draw: number;
  readonly card_vp: number;
  readonly scatter: boolean;
  readonly safe_vp: number;
  readonly safe_gems: number;
  readonly at_once: boolean;
  readonly rush: number;
  readonly tile_vp_for: "everyone" | "leader";
}

/** Hire the card on this slot of the market, counted from 0 at the cheap end. */
export interface DeepBlueHire {
  readonly type: "hire";
  readonly cards: readonly string[];
  readonly tokens: number;
  readonly slot: number;
}

/** Renew the market. */
export interface DeepBlueRenew {
  readonly type: "renew";
  readonly cards: readonly string[];
  readonly tokens: number;
}

/** Take a card of the renewed market free, or none. */
export interface DeepBlueTake {
  readonly type: "take";
  readonly slot: number | null;
}

/** Play propellers; where to comes next. */
export interface DeepBlueSail {
  readonly type: "sail";
  readonly cards: readonly string[];
  readonly tokens: number;
}

/** Where each boat ends; None: it does not move. Its own place: it leaves and returns. */
export interface DeepBlueSteer {
  readonly type: "steer";
  readonly to: readonly [string | null, string | null];
}

/** Which of the two boats comes to its wreck first. */
export interface DeepBlueApproach {
  readonly type: "approach";
  readonly boat: number;
}

/** Take this exploration space of the wreck, counted from 0. */
export interface DeepBlueMoor {
  readonly type: "moor";
  readonly space: number;
}

/** Draw from the resting area. */
export interface DeepBlueRest {
  readonly type: "rest";
}

/** Lead a dive to the wreck on this site. */
export interface DeepBlueDive {
  readonly type: "dive";
  readonly site: string;
}

/** Do nothing, because nothing else is possible. */
export interface DeepBluePass {
  readonly type: "pass";
}

/** Move these boats (0, 1, both or none) onto the wreck. */
export interface DeepBlueRush {
  readonly type: "rush";
  readonly boats: readonly number[];
}

/** Answer a hazard with a card, or else with the exploration space that a boat lies on. */
export interface DeepBlueProtect {
  readonly type: "protect";
  readonly card: string | null;
  readonly boat: number | null;
}

/** Answer a hazard by leaving the dive. */
export interface DeepBlueSurface {
  readonly type: "surface";
}

/** Play any number of cards for VP after a draw; `last`: and nothing more in this dive. */
export interface DeepBluePlayCrew {
  readonly type: "play-crew";
  readonly cards: readonly string[];
  readonly last: boolean;
}

/** Take the cards back while someone else is still thinking. */
export interface DeepBlueWithdraw {
  readonly type: "withdraw";
}

/** Draw again. */
export interface DeepBlueGoOn {
  readonly type: "go-on";
}

/** End the dive. */
export interface DeepBlueEndDive {
  readonly type: "end-dive";
}

export type DeepBlueAction =
  | DeepBlueHire
  | DeepBlueRenew
  | DeepBlueTake
  | DeepBlueSail
  | DeepBlueSteer
  | DeepBlueApproach
  | DeepBlueMoor
  | DeepBlueRest
  | DeepBlueDive
  | DeepBluePass
  | DeepBlueRush
  | DeepBlueProtect
  | DeepBlueSurface
  | DeepBluePlayCrew
  | DeepBlueWithdraw
  | DeepBlueGoOn
  | DeepBlueEndDive;

/** It is someone's turn. */
export interface DeepBlueTurnBegan {
  readonly type: "turn-began";
  readonly seat: number;
  readonly round: number;
}

/** Nothing was possible. */
export interface DeepBluePassed {
  readonly type: "passed";
  readonly seat: number;
}

/** A card went from the market to a hand; `slot` counts from 0 at the cheap end. */
export interface DeepBlueHired {
  readonly type: "hired";
  readonly seat: number;
  readonly card: string;
  readonly slot: number;
  readonly cards: readonly string[];
  readonly tokens: number;
}

/** Someone paid to renew the market. */
export interface DeepBlueRenewed {
  readonly type: "renewed";
  readonly seat: number;
  readonly cards: readonly string[];
  readonly tokens: number;
  readonly discarded: readonly string[];
}

/** Someone took a card of the renewed market free, or none. */
export interface DeepBlueTook {
  readonly type: "took";
  readonly seat: number;
  readonly card: string | null;
}

/** A card came up in the market; its mark perhaps moved a gem from supply to bag. */
export interface DeepBlueTurnedUp {
  readonly type: "turned-up";
  readonly card: string;
  readonly gem: "black" | "blue" | "gold" | "green" | "purple" | "red" | "silver" | null;
}

/** The discards became the new deck. */
export interface DeepBlueReshuffled {
  readonly type: "reshuffled";
  readonly cards: number;
}

/** Someone played propellers for this many moves. */
export interface DeepBlueSailed {
  readonly type: "sailed";
  readonly seat: number;
  readonly cards: readonly string[];
  readonly tokens: number;
  readonly moves: number;
}

/** Both boats are where they end; None: that one did not move. */
export interface DeepBlueSteered {
  readonly type: "steered";
  readonly seat: number;
  readonly to: readonly [string | null, string | null];
}

/** A wreck was turned up. */
export interface DeepBlueWreckFound {
  readonly type: "wreck-found";
  readonly seat: number;
  readonly site: string;
  readonly tile: string;
}

/** A gem from the bag was put on a wreck. */
export interface DeepBlueGemScattered {
  readonly type: "gem-scattered";
  readonly site: string;
  readonly colour: "black" | "blue" | "gold" | "green" | "purple" | "red" | "silver";
}

/** A boat came to a wreck: on an exploration space, or with None in the middle. */
export interface DeepBlueMoored {
  readonly type: "moored";
  readonly seat: number;
  readonly boat: number;
  readonly site: string;
  readonly space: number | null;
}

/** Someone drew cards from the resting area; which ones only they know. */
export interface DeepBlueRested {
  readonly type: "rested";
  readonly seat: number;
  readonly count: number;
  readonly drawn: readonly string[] | null;
}

/** Someone leads a dive. */
export interface DeepBlueDiveBegan {
  readonly type: "dive-began";
  readonly leader: number;
  readonly site: string;
  readonly tile: string;
}

/** Someone moved boats onto the wreck, or none of them. */
export interface DeepBlueRushed {
  readonly type: "rushed";
  readonly seat: number;
  readonly boats: readonly number[];
}

/** Gems were drawn; `scattered`: it lay on the wreck already (B10.3). */
export interface DeepBlueDrew {
  readonly type: "drew";
  readonly gems: readonly ("black" | "blue" | "gold" | "green" | "purple" | "red" | "silver")[];
  readonly hazards: readonly ("black" | "blue")[];
  readonly scattered: boolean;
}

/** Someone answered a hazard with a card or with the space of a boat. */
export interface DeepBlueProtected {
  readonly type: "protected";
  readonly seat: number;
  readonly against: "black" | "blue";
  readonly card: string | null;
  readonly boat: number | null;
}

/** Someone left the dive because of a hazard. */
export interface DeepBlueSurfaced {
  readonly type: "surfaced";
  readonly seat: number;
  readonly against: "black" | "blue";
}

/** Someone has decided what to play; what it is stays secret until all have. */
export interface DeepBlueReady {
  readonly type: "ready";
  readonly seat: number;
}

/** Someone has taken that back. */
export interface DeepBlueReopened {
  readonly type: "reopened";
  readonly seat: number;
}

/** Everyone asked has decided; those who played nothing are listed too. */
export interface DeepBlueCrewPlayed {
  readonly type: "crew-played";
  readonly plays: readonly DeepBluePlayed[];
}

/** What one player played after a draw, what it is worth, and whether it was the last in this dive. */
export interface DeepBluePlayed {
  readonly seat: number;
  readonly cards: readonly string[];
  readonly vp: number | null;
  readonly last: boolean;
}

/** A dive was scored and the wreck removed. */
export interface DeepBlueDiveEnded {
  readonly type: "dive-ended";
  readonly why: "bag-empty" | "ended" | "leader-surfaced";
  readonly tallies: readonly DeepBlueTally[];
  readonly city: number;
}

/** One player's VP of a dive: for cards, gems, the tile, and for ending safely (B10.4). */
export interface DeepBlueTally {
  readonly seat: number;
  readonly cards: number;
  readonly gems: number;
  readonly tile: number;
  readonly safe: number;
}

/** The Sunken City is complete, and the game over. */
export interface DeepBlueEnded {
  readonly type: "ended";
  readonly vp: readonly number[];
  readonly winners: readonly number[];
}

export type DeepBlueEvent =
  | DeepBlueTurnBegan
  | DeepBluePassed
  | DeepBlueHired
  | DeepBlueRenewed
  | DeepBlueTook
  | DeepBlueTurnedUp
  | DeepBlueReshuffled
  | DeepBlueSailed
  | DeepBlueSteered
  | DeepBlueWreckFound
  | DeepBlueGemScattered
  | DeepBlueMoored
  | DeepBlueRested
  | DeepBlueDiveBegan
  | DeepBlueRushed
  | DeepBlueDrew
  | DeepBlueProtected
  | DeepBlueSurfaced
  | DeepBlueReady
  | DeepBlueReopened
  | DeepBlueCrewPlayed
  | DeepBlueDiveEnded
  | DeepBlueEnded;

/** A game of Deep Blue through the eyes of one reader. */
export interface DeepBlueView {
  readonly game: "deep-blue";
  readonly reader: number | null;
  readonly options: DeepBlueOptions;
  readonly scenario: string;
  readonly first: number;
  readonly active: number;
  readonly turn: number;
  readonly round: number;
  readonly captains: readonly DeepBlueCaptainView[];
  readonly yours: DeepBlueYours | null;
  readonly market: readonly string[];
  readonly deck: number;
  readonly discards: readonly string[];
  readonly bag: DeepBlueGems;
  readonly supply: DeepBlueGems;
  readonly wrecks: readonly (DeepBlueSighted | null)[];
  readonly dived: readonly string[];
  readonly city: number;
  readonly phase: DeepBlueChoosing | DeepBlueTaking | DeepBlueSteering | DeepBlueApproaching | DeepBlueMooring | DeepBlueLeading | DeepBlueRushing | DeepBlueAnswering | DeepBlueDeciding | DeepBlueOver | DeepBluePlayingView;
  readonly decided: DeepBlueDecided | null;
}

/** A player as everyone may see them: the crew as a set, of hand and resting area only how many. */
export interface DeepBlueCaptainView {
  readonly boats: readonly [DeepBlueBoat, DeepBlueBoat];
  readonly crew: readonly string[];
  readonly hand: number;
  readonly resting: number;
  readonly open: readonly string[];
  readonly tokens: number;
  readonly vp: number;
  readonly memory: DeepBlueMemory;
}

/** Where a boat is; `space` is the number of the wreck's exploration space it lies on, None elsewhere. */
export interface DeepBlueBoat {
  readonly place: string;
  readonly space: number | null;
}

/**
 * The split when it was last certain, and what was seen since; nothing while it is certain still.
 *
 * Cards that lie open count as resting, because that is where they go before the next Rest.
 */
export interface DeepBlueMemory {
  readonly hand: readonly string[];
  readonly resting: readonly string[];
  readonly since: readonly (DeepBlueDrawSeen | DeepBlueHireSeen | DeepBluePlaySeen)[];
}

/** This many cards, nobody else saw which, went from the resting area to hand. */
export interface DeepBlueDrawSeen {
  readonly type: "drew";
  readonly count: number;
}

/** This card came to hand openly. */
export interface DeepBlueHireSeen {
  readonly type: "hired";
  readonly card: string;
}

/** These cards were played, so they were in hand; then they rest. */
export interface DeepBluePlaySeen {
  readonly type: "showed";
  readonly cards: readonly string[];
}

/** What only the player knows: which cards are in hand and which rest. */
export interface DeepBlueYours {
  readonly hand: readonly string[];
  readonly resting: readonly string[];
}

/** A wreck as everyone may see it: `tile` is None while it lies face down. */
export interface DeepBlueSighted {
  readonly tile: string | null;
  readonly gem: "black" | "blue" | "gold" | "green" | "purple" | "red" | "silver" | null;
}

/** Someone chooses what to do in their turn. */
export interface DeepBlueChoosing {
  readonly type: "choosing";
}

/** The market has been renewed, and one card may be taken. */
export interface DeepBlueTaking {
  readonly type: "taking";
}

/** Propellers have been played; now where to. */
export interface DeepBlueSteering {
  readonly type: "steering";
  readonly moves: number;
}

/** Both boats end on wrecks; which one comes first? */
export interface DeepBlueApproaching {
  readonly type: "approaching";
}

/** A boat takes one of the free exploration spaces; perhaps the other boat comes after it. */
export interface DeepBlueMooring {
  readonly type: "mooring";
  readonly boat: number;
  readonly free: readonly number[];
  readonly then: readonly number[];
  readonly found: readonly string[];
}

/** Two parts of the city were turned up and must be dived at once; which one first? */
export interface DeepBlueLeading {
  readonly type: "leading";
  readonly sites: readonly string[];
}

/** Those with boats near enough may rush, one after the other. */
export interface DeepBlueRushing {
  readonly type: "rushing";
  readonly descent: DeepBlueDescent;
  readonly asked: readonly DeepBlueAsked[];
}

/** A dive under way. */
export interface DeepBlueDescent {
  readonly leader: number;
  readonly site: string;
  readonly tile: string;
  readonly divers: readonly number[];
  readonly down: readonly number[];
  readonly drawn: DeepBlueGems;
  readonly finished: readonly number[];
  readonly card_vp: readonly number[];
  readonly then: readonly string[];
}

/** Someone who may rush, and with which boats. */
export interface DeepBlueAsked {
  readonly seat: number;
  readonly boats: readonly number[];
}

/** Hazards are answered by everyone down, one after the other. */
export interface DeepBlueAnswering {
  readonly type: "answering";
  readonly descent: DeepBlueDescent;
  readonly hazards: readonly ("black" | "blue")[];
  readonly asked: readonly number[];
  readonly owed: readonly ("black" | "blue")[];
}

/** The leader goes on or ends the dive. */
export interface DeepBlueDeciding {
  readonly type: "deciding";
  readonly descent: DeepBlueDescent;
}

/** The game has ended. */
export interface DeepBlueOver {
  readonly type: "over";
  readonly ended: DeepBlueEnded;
}

/** The same to one reader: who has decided, and the reader's own cards. */
export interface DeepBluePlayingView {
  readonly type: "playing";
  readonly descent: DeepBlueDescent;
  readonly ready: readonly boolean[];
  readonly yours: DeepBluePlayCrew | null;
}

/** The last decision that was made; `action` is None while it is a secret. */
export interface DeepBlueDecided {
  readonly seat: number;
  readonly action: DeepBlueAction | null;
}

/** One of Hire, Sail, Rest and Dive. */
export interface DeepBlueTurnMenu {
  readonly type: "turn";
  readonly money: DeepBluePurse;
  readonly propellers: DeepBluePurse;
  readonly prices: readonly number[];
  readonly renew: number | null;
  readonly rest: boolean;
  readonly dives: readonly string[];
  readonly first: DeepBlueReach;
  readonly second: DeepBlueReach;
}

/** What one can pay with: cards, and tokens worth 1 each. */
export interface DeepBluePurse {
  readonly coins: readonly DeepBlueCoin[];
  readonly tokens: number;
}

/** A kind of card that can be played: what each is worth, and how many there are. */
export interface DeepBlueCoin {
  readonly card: string;
  readonly worth: number;
  readonly count: number;
}

/** Where a boat that moves can end, nearest first: also where it came from, by leaving and returning. */
export interface DeepBlueReach {
  readonly ways: readonly DeepBlueWay[];
  readonly within: readonly number[];
}

/** A place where a boat can end, and the moves it takes to get there. */
export interface DeepBlueWay {
  readonly to: string;
  readonly moves: number;
}

/** Where the two boats end: any two ways that together take no more moves than there are. */
export interface DeepBlueSteeringMenu {
  readonly type: "steering";
  readonly moves: number;
  readonly first: DeepBlueReach;
  readonly second: DeepBlueReach;
}

/** Any of the cards in hand whose condition holds, and perhaps "nothing more in this dive". */
export interface DeepBluePlayingMenu {
  readonly type: "playing";
  readonly coins: readonly DeepBlueCoin[];
  readonly hand: readonly string[];
}

/** A few actions, written out; `asked` tells someone who tries anything else what is being decided. */
export interface DeepBlueListedMenu {
  readonly type: "listed";
  readonly actions: readonly DeepBlueAction[];
  readonly asked: Refusal;
}

export type DeepBlueMenu =
  | DeepBlueTurnMenu
  | DeepBlueSteeringMenu
  | DeepBluePlayingMenu
  | DeepBlueListedMenu;

export type GameOptions =
  | DiveOptions
  | DeepBlueOptions
  | PlainOptions;

export type GameAction =
  | DiveAction
  | DeepBlueAction
  | PlainAction;

export type GameEvent =
  | DiveEvent
  | DeepBlueEvent
  | PlainEvent;

export type GameView =
  | DiveView
  | DeepBlueView
  | PlainView;

export type GameMenu =
  | DiveMenu
  | DeepBlueMenu
  | PlainMenu;

/**
 * The first message: the last number the client has seen, or null if it has seen none.
 *
 * `sign` is the signature that came with it. A signed number that the log does not have any more is an
 * alarm: it is noted, and the client is told (`tail-lost`) before it is told where the game stands.
 */
export interface Hello {
  readonly type: "hello";
  readonly after: number | null;
  readonly sign: string;
  readonly shows: boolean;
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

/**
 * Do not wait for more people: take the open seats away. Only for the host.
 *
 * The table starts as soon as everyone who is left is ready.
 */
export interface Start {
  readonly type: "start";
}

/** Be called something else. Before the start. */
export interface Rename {
  readonly type: "rename";
  readonly name: string;
}

/** Choose the colour of my seat: one that no other person has. Before the start. */
export interface Paint {
  readonly type: "paint";
  readonly colour: "amber" | "lemon" | "mint" | "plum" | "rose" | "sky";
}

/**
 * Sit in another order: today's seat numbers in the order of tomorrow.
 *
 * Everyone has to be ready anew. Only for the host, before the start.
 */
export interface Order {
  readonly type: "order";
  readonly seats: readonly number[];
}

/** Give a seat without a person to a bot, or leave it open. Only for the host, before the start. */
export interface SetSeat {
  readonly type: "set-seat";
  readonly seat: number;
  readonly wish: Open | Bot;
}

/** A seat for anyone who comes with the invite. */
export interface Open {
  readonly type: "open";
}

/** A seat for a bot of this level. */
export interface Bot {
  readonly type: "bot";
  readonly level: string;
}

/** Leave my seat to someone else. Before the start. */
export interface StandUp {
  readonly type: "stand-up";
}

/** Leave the game: a bot takes my seat for good, and the others play on. After the start. */
export interface Resign {
  readonly type: "resign";
}

/**
 * Send someone away: before the start the seat is open again, after it a bot takes it. For the host.
 *
 * They cannot sit down here again. Before the start the invite and the code are renewed (`InviteNow`).
 */
export interface Kick {
  readonly type: "kick";
  readonly seat: number;
}

/** Let someone say nothing any more, or let them talk again. Only for the host. */
export interface Mute {
  readonly type: "mute";
  readonly seat: number;
  readonly muted: boolean;
}

/** Make someone else the host. Only for the host. */
export interface HandOver {
  readonly type: "hand-over";
  readonly seat: number;
}

/** End the table for everyone, finished or not. The seed of its dice is revealed. Only for the host. */
export interface Close {
  readonly type: "close";
}

/** Renew the invite and the code: those before let nobody in any more. For the host, before the start. */
export interface Renew {
  readonly type: "renew";
}

/** Keep the table in another way. Clock and soundings only before the start. Only for the host. */
export interface Agree {
  readonly type: "agree";
  readonly settings: Agreement;
}

/**
 * How a table is kept. The host may change it; clock, soundings, advice and taking back only before
 * the start.
 */
export interface Agreement {
  readonly public: boolean;
  readonly spectators: boolean;
  readonly text: boolean;
  readonly clock: NoClock | PerDecision | Bank;
  readonly soundings: boolean;
  readonly advice: boolean | null;
  readonly torches: boolean;
  readonly taking_back: boolean;
  readonly odds: boolean;
  readonly youngest: number | null;
}

/** Everyone has all the time they want, except where the rules set a limit (the orca's ten seconds). */
export interface NoClock {
  readonly type: "none";
}

/** A number of seconds for every decision. */
export interface PerDecision {
  readonly type: "per-decision";
  readonly seconds: number;
}

/**
 * A number of seconds for the whole game, and some more with every decision.
 *
 * At least one more: a player who has used all must still be able to decide.
 */
export interface Bank {
  readonly type: "bank";
  readonly seconds: number;
  readonly increment: number;
}

/**
 * Play the same game with other options. Only for the host, before the start.
 *
 * There is a new seed with a new commitment, and everyone has to be ready anew.
 */
export interface PlayWith {
  readonly type: "play-with";
  readonly options: GameOptions;
}

/** The bytes that I add to the dice, in hexadecimal. */
export interface Reveal {
  readonly type: "reveal";
  readonly entropy: string;
}

/**
 * Let a bot play for someone who has been away for longer than 30 seconds, until they come back.
 *
 * One other person at the table is enough to decide that.
 */
export interface StandIn {
  readonly type: "stand-in";
  readonly seat: number;
}

/** Play again: a new table with the same people, bots and agreements, once this one has ended. */
export interface Rematch {
  readonly type: "rematch";
}

/** Say something to everyone at the table. Text, never markup. */
export interface Say {
  readonly type: "say";
  readonly text: string;
}

/** Say something that everyone reads in their own language. */
export interface SayPhrase {
  readonly type: "phrase";
  readonly phrase: "again" | "bye" | "good-game" | "good-luck" | "have-fun" | "hello" | "one-moment" | "oops" | "thanks" | "well-played" | "wow" | "your-turn";
}

/**
 * Where I hold my torch over the stack, from 0 to 1, or that it is out. Not kept, and not answered.
 *
 * The others see it where the table wants that; of too many in a second some are lost.
 */
export interface Torch {
  readonly type: "torch";
  readonly across: number;
  readonly down: number;
  readonly on: boolean;
}

/**
 * Point at a place of the picture that is looked at, from 0 to 1, true or bluff. Not kept nor answered.
 *
 * Everyone at the table sees it. Like talk it is refused to the muted, and when there is too much of it.
 */
export interface Ripple {
  readonly type: "ripple";
  readonly round: number;
  readonly across: number;
  readonly down: number;
}

/**
 * Everything up to this entry has been shown here, and its reader has gone on. Not answered.
 *
 * The seat's clock starts, and the pictures of what has happened are not served to it any more (D5.4).
 */
export interface Shown {
  readonly type: "shown";
  readonly number: number;
}

/** Play an action. `number` is the last entry that the client had seen when it decided, `sign` its own. */
export interface Act {
  readonly type: "act";
  readonly id: string;
  readonly number: number;
  readonly action: GameAction;
  readonly sign: string;
}

/**
 * What lies on the board now, legal or not. The newest is kept, for when the seat's time is up.
 *
 * `number` is the last entry that the client had seen; a draft for a decision that has been made is refused.
 */
export interface Draft {
  readonly type: "draft";
  readonly id: string;
  readonly number: number;
  readonly action: GameAction;
}

/**
 * Tell what I was told of this game after that entry. Answered with one page (`StoryNow`).
 *
 * What is told is the same for everyone who may look through these eyes: for a player who was there from the
 * beginning, who has come back, and, as a spectator sees it, for a guest who comes late.
 */
export interface Recount {
  readonly type: "recount";
  readonly after: number;
}

/**
 * Take back my last decision, `number`, which revealed nothing and after which nobody else has decided.
 *
 * Where no other person has to agree it is taken back at once, and answered with `Done`. Otherwise the
 * others are asked (`Lobby.asking`) and answer with `AgreeToTakeBack` or `RefuseToTakeBack`; then this is
 * answered with `LobbyNow`, as those are.
 */
export interface TakeBack {
  readonly type: "take-back";
  readonly id: string;
  readonly number: number;
}

/** Let the one who asks take back entry `number`. It is taken back once every other person has agreed. */
export interface AgreeToTakeBack {
  readonly type: "agree-to-take-back";
  readonly number: number;
}

/** Do not let entry `number` be taken back; or, from the one who asked, ask no more. */
export interface RefuseToTakeBack {
  readonly type: "refuse-to-take-back";
  readonly number: number;
}

export type FromClient =
  | Hello
  | Ready
  | Unready
  | Start
  | Rename
  | Paint
  | Order
  | SetSeat
  | StandUp
  | Resign
  | Kick
  | Mute
  | HandOver
  | Close
  | Renew
  | Agree
  | PlayWith
  | Reveal
  | StandIn
  | Rematch
  | Say
  | SayPhrase
  | Torch
  | Ripple
  | Shown
  | Act
  | Draft
  | Recount
  | TakeBack
  | AgreeToTakeBack
  | RefuseToTakeBack;

/** Who sits at the table, after Hello and whenever it changes. */
export interface LobbyNow {
  readonly type: "lobby";
  readonly lobby: Lobby;
}

/** What everyone may know of a table, whatever its game: who sits there and what was agreed. */
export interface Lobby {
  readonly table: string;
  readonly options: GameOptions;
  readonly settings: Agreement;
  readonly seats: readonly (OpenSeat | PersonSeat | BotSeat)[];
  readonly host: number;
  readonly you: number | null;
  readonly phase: "closed" | "lobby" | "over" | "playing" | "revealing";
  readonly code: string;
  readonly rematch: string;
  readonly commitment: string;
  readonly seed: string | null;
  readonly salt: string | null;
  readonly asking: AskedBack | null;
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
  readonly gone: boolean;
  readonly stand_in: string;
}

/** A bot sits here. */
export interface BotSeat {
  readonly type: "bot";
  readonly level: string;
  readonly colour: string;
  readonly instead_of: string;
}

/** Someone would like to take back their last decision; the other people at the table are asked. */
export interface AskedBack {
  readonly seat: number;
  readonly number: number;
  readonly agreed: readonly number[];
  readonly refused: number | null;
}

/** The new invite, for the link, and the code that came with it. Only the host is told. */
export interface InviteNow {
  readonly type: "invite";
  readonly invite: string;
  readonly code: string;
}

/**
 * Everyone is ready: say what you add to the dice. A person who is silent for 20 seconds sends all back.
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

/** Someone has said something. */
export interface Said {
  readonly type: "said";
  readonly line: Spoken;
}

/** Something that was said at the table: a phrase, or free text. */
export interface Spoken {
  readonly number: number;
  readonly seat: number | null;
  readonly phrase: string;
  readonly text: string;
  readonly at: number;
}

/**
 * The newest of what was said before, the oldest first: after Hello, and again when that reads otherwise.
 *
 * People may have changed seats, or someone's words have been deleted.
 */
export interface Talk {
  readonly type: "talk";
  readonly lines: readonly Spoken[];
}

/** Where someone else holds their torch. */
export interface TorchOf {
  readonly type: "torch-of";
  readonly seat: number;
  readonly across: number;
  readonly down: number;
  readonly on: boolean;
}

/** Someone points at a place of this round's picture. */
export interface RippleOf {
  readonly type: "ripple-of";
  readonly seat: number;
  readonly round: number;
  readonly across: number;
  readonly down: number;
}

/** Where the game stands, with no word on how it came there: after Hello, when the table has started. */
export interface PositionNow {
  readonly type: "position";
  readonly number: number;
  readonly view: GameView;
  readonly menu: GameMenu;
  readonly left: number | null;
  readonly result: Result | null;
  readonly sign: string;
  readonly can_take_back: number | null;
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
  readonly sign: string;
  readonly story: readonly GameEvent[] | null;
  readonly taken_back: TakenBack | null;
  readonly can_take_back: number | null;
}

/** An entry that took another one back: the game stands as it stood before that one. */
export interface TakenBack {
  readonly seat: number;
  readonly number: number;
}

/**
 * A page of the story: all entries after `after`, in order, as many as a page has.
 *
 * The next page begins after the last of them; `number` is the last entry of the log.
 */
export interface StoryNow {
  readonly type: "story";
  readonly after: number;
  readonly entries: readonly ToldEntry[];
  readonly number: number;
  readonly ended: boolean;
}

/** One entry of the log as it stays in the story of this reader. */
export interface ToldEntry {
  readonly number: number;
  readonly events: readonly GameEvent[];
  readonly taken_back: TakenBack | null;
}

/** How the clocks stand, by seat; null for a seat without one. Only at tables that play with a clock. */
export interface ClocksNow {
  readonly type: "clocks";
  readonly seats: readonly (SeatTime | null)[];
}

/** The time of one seat, in seconds. */
export interface SeatTime {
  readonly left: number;
  readonly running: boolean;
  readonly grace: number;
}

/** The time that is left is another than was said with the last entry: somebody has seen it to its end. */
export interface TimeLeft {
  readonly type: "time-left";
  readonly left: number | null;
}

/** The bot in this seat gave no answer that could be played; the rules have decided for it. */
export interface BotFailed {
  readonly type: "bot-failed";
  readonly seat: number;
}

/** The action with this id is entry `number` of the log, and will not be lost. */
export interface Done {
  readonly type: "done";
  readonly id: string;
  readonly number: number;
  readonly sign: string;
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

/**
 * The pictures of this round can be fetched: anew, if that was said of the same round before.
 *
 * The view from straight above is there. All others follow: a request for one waits until it is drawn.
 */
export interface LookReady {
  readonly type: "look-ready";
  readonly round: number;
}

export type FromServer =
  | LobbyNow
  | InviteNow
  | RevealNow
  | DiceFailed
  | Said
  | Talk
  | TorchOf
  | RippleOf
  | PositionNow
  | Happened
  | StoryNow
  | ClocksNow
  | TimeLeft
  | BotFailed
  | Done
  | RefusedNow
  | Checked
  | LookReady;

/** Open a table. Exactly one seat is "me". */
export interface NewTable {
  readonly options: GameOptions;
  readonly seats: readonly (Me | Open | Bot)[];
  readonly name: string;
  readonly settings: Agreement;
}

/** A seat for the person who opens the table. */
export interface Me {
  readonly type: "me";
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

/** Take the seat that a personal link is for. */
export interface Return {
  readonly link: string;
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

/** What brings your seat to another browser, once: in the fragment of `/table/{table}#seat={link}`. */
export interface PersonalLink {
  readonly link: string;
}

/** A game that can be played here, with its usual options and how many seats those allow. */
export interface GameOffer {
  readonly game: string;
  readonly options: GameOptions;
  readonly fewest: number;
  readonly most: number;
  readonly levels: readonly string[];
  readonly switches: { readonly [key: string]: Switch };
  readonly title: { readonly [key: string]: string };
  readonly plain: boolean;
  readonly fields: readonly Field[];
  readonly advice: boolean;
  readonly review: boolean;
}

/** An option that can be switched on: which others must then stay off, and how many seats it allows. */
export interface Switch {
  readonly excludes: readonly string[];
  readonly fewest: number;
  readonly most: number;
}

/** Something to be filled in. What a kind does not have is left out. */
export interface Field {
  readonly name: string;
  readonly kind: "choice" | "json" | "number" | "switch" | "text";
  readonly default?: boolean | number | string | null;
  readonly choices?: readonly string[];
  readonly least?: number;
  readonly most?: number;
}

/** A table at which you have a seat, and how its game stands as far as everyone may know. */
export interface MyTable {
  readonly table: string;
  readonly options: GameOptions;
  readonly settings: Agreement;
  readonly seats: readonly (OpenSeat | PersonSeat | BotSeat)[];
  readonly host: number;
  readonly you: number | null;
  readonly phase: "closed" | "lobby" | "over" | "playing" | "revealing";
  readonly code: string;
  readonly rematch: string;
  readonly commitment: string;
  readonly seed: string | null;
  readonly salt: string | null;
  readonly asking: AskedBack | null;
  readonly round: number | null;
  readonly awaited: readonly number[];
  readonly ago: number;
}

/**
 * The pictures of one round: where they are and how to cut them up. The same for everyone at the table.
 *
 * `views` is a grid of `steps` × `steps` views of the stack, each `size` pixels square, as an AVIF sequence:
 * rows from the top, the first from left to right, the second from right to left, and so on. `rows` are the
 * same views for whoever cannot take that apart: one picture per row, the views side by side from the left;
 * they are drawn when someone first asks. When something new lies on the stack there is another `LookReady`
 * for the same round; no address is ever used for two pictures.
 */
export interface LookPictures {
  readonly round: number;
  readonly size: number;
  readonly steps: number;
  readonly views: string;
  readonly rows: readonly string[];
  readonly centre: string;
  readonly large: string;
  readonly thumb: string;
  readonly lights: { readonly [key: string]: string };
  readonly lifted: readonly string[];
  readonly outlines: readonly string[];
  readonly stacks: readonly string[];
}

/**
 * What one seat makes of the stack in one round: a sounding per depth, from the top card down.
 *
 * There are six, or fewer when the stack is lower. Equal soundings are all that two divers need to have in
 * common to see the same; which cards they came from cannot be told.
 */
export interface Soundings {
  readonly type: "soundings";
  readonly depths: readonly Sounding[];
}

/** How probable it is that the card at one depth shows a shark, and each of the helpers. */
export interface Sounding {
  readonly shark: number;
  readonly green: number;
  readonly red: number;
  readonly manta: number;
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

/** A game that is over, told again to one reader: entry by entry what was said to them then. */
export interface Replay {
  readonly id: string;
  readonly players: readonly string[];
  readonly eyes: number | null;
  readonly frames: readonly Retold[];
  readonly steps: readonly Step[];
  readonly ocean: readonly DiveKind[];
  readonly covered: readonly Covered[];
}

/** One entry of the log, as this reader was told it then. */
export interface Retold {
  readonly number: number;
  readonly events: readonly GameEvent[];
  readonly view: Partial<GameView>;
  readonly menu: GameMenu;
  readonly result: Result | null;
  readonly taken_back: TakenBack | null;
}

/** Who decided an entry of the log, and whether it was the clock that did so for them. */
export interface Step {
  readonly seat: number;
  readonly by_clock: boolean;
}

/** What lay face down in Deep Blue from an entry of the log on, until the next of these. */
export interface Covered {
  readonly since: number;
  readonly wrecks: { readonly [key: string]: string };
  readonly deck: readonly string[];
}

/** A lesson that can be taken here. */
export interface LessonOffer {
  readonly lesson: string;
  readonly game: string;
  readonly minutes: number;
  readonly steps: number;
  readonly chapters: readonly number[];
}

/** Everything that someone has chosen in a lesson so far: actions, and null for what was only read. */
export interface Choices {
  readonly chapter: number;
  readonly choices: readonly unknown[];
}

/** Where someone is in a lesson: step `at` of all its `steps` is next. */
export interface LessonNow {
  readonly lesson: string;
  readonly chapter: number;
  readonly at: number;
  readonly steps: number;
  readonly chapters: readonly number[];
  readonly asked: Asked | null;
  readonly you: number;
  readonly players: readonly string[];
  readonly frames: readonly Happened[];
  readonly news: number;
  readonly mistake: Mistake | null;
}

/** A step of a lesson: under which name its words are, and the clause that it teaches. */
export interface Asked {
  readonly name: string;
  readonly clause: string;
  readonly acts: boolean;
  readonly shows: readonly GameAction[];
}

/** Why the last choice was not taken: the rules refuse it, or they allow it but it misses the point. */
export interface Mistake {
  readonly refusal: Refusal | null;
  readonly hint: string | null;
  readonly clause: string;
  readonly level: number | null;
}

/** The best that a seat can do after entry `number`, the best first; three at most. */
export interface Advice {
  readonly number: number;
  readonly eyes: "" | "captain" | "soundings";
  readonly choices: readonly Advised[];
}

/** Something that can be done now, and the odds behind it; null where there is nothing to reckon. */
export interface Advised {
  readonly action: GameAction;
  readonly odds: DiveOdds | BlueOdds | null;
}

/** What a program of Dive promises. */
export interface DiveOdds {
  readonly type: "dive";
  readonly win: number | null;
  readonly spaces: number;
  readonly flawless: number;
  readonly right: readonly number[];
}

/** What an action of Deep Blue promises. */
export interface BlueOdds {
  readonly type: "deep-blue";
  readonly behind: number;
  readonly vp: number | null;
  readonly surface: number | null;
  readonly draws: number | null;
}

/** A game that is over, looked through: where most was given away, and how well everyone saw. */
export interface Review {
  readonly id: string;
  readonly game: string;
  readonly players: readonly string[];
  readonly unit: "spaces" | "vp" | "win";
  readonly mistakes: readonly (readonly GivenAway[])[];
  readonly sight: readonly Accuracy[];
}

/** A decision by which someone gave something away. */
export interface GivenAway {
  readonly number: number;
  readonly seat: number;
  readonly round: number;
  readonly chosen: GameAction;
  readonly better: GameAction;
  readonly lost: number;
  readonly why: Missed | Misjudged | WentOn | EndedEarly | LeftPoints | Weaker;
  readonly view: GameView;
}

/** A level of a program was wrong. */
export interface Missed {
  readonly type: "missed";
  readonly depth: number;
  readonly shark: boolean;
  readonly sure: number;
}

/** Another program promised more than the one that was laid, as far as could be seen. */
export interface Misjudged {
  readonly type: "misjudged";
  readonly chosen: DiveOdds;
  readonly better: DiveOdds;
}

/** A leader drew again although that risked more than it promised. */
export interface WentOn {
  readonly type: "went-on";
  readonly surface: number;
  readonly vp: number;
}

/** A leader ended a dive that promised more than it risked. */
export interface EndedEarly {
  readonly type: "ended-early";
  readonly surface: number;
  readonly vp: number;
}

/** Someone surfaced who could have stayed, or kept cards that could be played for VP. */
export interface LeftPoints {
  readonly type: "left-points";
  readonly vp: number;
}

/** Something else promised more. */
export interface Weaker {
  readonly type: "weaker";
}

/**
 * For each depth, from the first: how often a program said what lay there, and how often it was right.
 *
 * Only cards that were turned over count, but all levels of a program do: also those that came off because
 * one above them was wrong.
 */
export interface Accuracy {
  readonly right: readonly number[];
  readonly said: readonly number[];
}

/** How well someone saw in all games of Dive that you have played with them here. */
export interface Eyesight {
  readonly name: string;
  readonly level: string;
  readonly you: boolean;
  readonly games: number;
  readonly sight: Accuracy;
}

/**
 * What can be done at the plain table: all actions, or if there are more than 500, forms for them.
 *
 * What is filled in need not be legal; the server refuses it with the game's reason.
 */
export interface PlainMenu {
  readonly type: "plain";
  readonly actions: readonly PlainAction[];
  readonly count: number;
  readonly forms: readonly Form[];
  readonly refusal: Refusal | null;
}

/** A kind of action, as a form: what has to be said besides its tag. */
export interface Form {
  readonly tag: string;
  readonly fields: readonly Field[];
}

export type GameName =
  | "deep-blue"
  | "dive";

/** What each of Fathom's own games speaks in. */
export interface Games {
  readonly "dive": {
    readonly options: DiveOptions;
    readonly action: DiveAction;
    readonly event: DiveEvent;
    readonly view: DiveView;
    readonly menu: DiveMenu;
    readonly refusals: DiveRefusalCode;
  };
  readonly "deep-blue": {
    readonly options: DeepBlueOptions;
    readonly action: DeepBlueAction;
    readonly event: DeepBlueEvent;
    readonly view: DeepBlueView;
    readonly menu: DeepBlueMenu;
    readonly refusals: DeepBlueRefusalCode;
  };
}

export type ServerRefusalCode =
  | "about-to-start"
  | "already-started"
  | "back-soon"
  | "bad-name"
  | "bad-order"
  | "bad-record"
  | "bad-text"
  | "bad-token"
  | "colour-taken"
  | "ended"
  | "failed"
  | "foreign-origin"
  | "frame-too-large"
  | "hello-first"
  | "id-taken"
  | "kept-out"
  | "malformed"
  | "muted"
  | "no-advice"
  | "no-lesson"
  | "no-look"
  | "no-replay"
  | "no-review"
  | "no-soundings"
  | "no-spectators"
  | "no-such-code"
  | "no-such-game"
  | "no-such-level"
  | "no-such-seat"
  | "no-such-table"
  | "no-taking-back"
  | "no-text"
  | "nobody-asks"
  | "nobody-there"
  | "not-away"
  | "not-finished"
  | "not-found"
  | "not-over"
  | "not-revealing"
  | "not-started"
  | "not-written"
  | "not-yourself"
  | "nothing-to-decide"
  | "nothing-to-take-back"
  | "off-the-path"
  | "one-me"
  | "only-host"
  | "only-seated"
  | "other-commitment"
  | "other-game"
  | "seat-taken"
  | "settled"
  | "stale"
  | "table-closed"
  | "table-full"
  | "tail-lost"
  | "taken-back-often"
  | "taking-back-refused"
  | "too-fast"
  | "too-many"
  | "wrong-host"
  | "wrong-invite"
  | "wrong-link";

export type DiveRefusalCode =
  | "already-ready"
  | "anglerfish-too-early"
  | "bad-chief-card"
  | "bad-mix"
  | "chief-deck-too-small"
  | "children-and-chief"
  | "children-and-companions"
  | "children-only"
  | "clownfish-nowhere"
  | "companion-gone"
  | "companion-kept"
  | "dolphin-to-nobody"
  | "game-over"
  | "gap"
  | "mixed-faces"
  | "no-such-token"
  | "no-tokens"
  | "not-all-tokens"
  | "not-choosing"
  | "not-in-this-version"
  | "not-programming"
  | "not-ready"
  | "not-seated"
  | "not-your-companion"
  | "octopus-outside"
  | "one-diver-alone"
  | "token-twice"
  | "too-deep"
  | "watching"
  | "wrong-number-of-faces"
  | "wrong-seats"
  | "youngest-nobody";

export type DeepBlueRefusalCode =
  | "already-decided"
  | "answer-the-hazard"
  | "bad-box"
  | "cannot-pay-with"
  | "choose-a-boat"
  | "choose-a-dive"
  | "choose-a-space"
  | "choose-an-action"
  | "game-over"
  | "go-on-or-end"
  | "no-boat-moves"
  | "no-boat-on-wreck"
  | "no-need-to-pass"
  | "no-propeller"
  | "no-such-edition"
  | "no-such-place"
  | "no-such-scenario"
  | "no-such-slot"
  | "not-fulfilled"
  | "not-in-hand"
  | "not-seated"
  | "not-your-turn"
  | "nothing-to-hire"
  | "nothing-to-rest"
  | "nothing-to-take-back"
  | "play-or-not"
  | "rush-or-not"
  | "small-chart-seats"
  | "steer"
  | "take-a-card"
  | "too-far"
  | "too-little-money"
  | "too-little-money-to-renew"
  | "watching"
  | "wrong-seats";

export type RefusalCode =
  | ServerRefusalCode
  | DiveRefusalCode
  | DeepBlueRefusalCode;

/** Any JSON. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

/** The options of a game that is not Fathom's own. */
export interface PlainOptions extends JsonObject {
  readonly game: string;
}

/** An action of a game that is not Fathom's own. */
export interface PlainAction extends JsonObject {
  readonly type: string;
}

/** An event of a game that is not Fathom's own. */
export interface PlainEvent extends JsonObject {
  readonly type: string;
}

/** A view of a game that is not Fathom's own. */
export interface PlainView extends JsonObject {
  readonly game: string;
}
