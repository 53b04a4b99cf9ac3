/** What a Deep Blue table plays with: an edition of our box, or for each part what the table brought from its own. */

import type {
  DeepBlueChart,
  DeepBlueCrew,
  DeepBlueCrewCard,
  DeepBlueGemPiles,
  DeepBlueGems,
  DeepBlueMarket,
  DeepBlueOptions,
  DeepBluePlace,
  DeepBlueScenario,
  DeepBlueScenarios,
  DeepBlueTile,
  DeepBlueWrecks,
} from '../../../wire/protocol';
import shipped from './box.json';

export type Colour = keyof DeepBlueGems;
export type Hazard = 'black' | 'blue';
export type Space = DeepBlueTile['spaces'][number];

export const COLOURS: readonly Colour[] = ['red', 'gold', 'silver', 'green', 'purple', 'black', 'blue'];
export const HAZARDS: readonly Hazard[] = ['black', 'blue'];
/** How many parts the Sunken City has. */
export const CITY_PARTS = 4;

interface Edition {
  readonly charts: { readonly [name: string]: DeepBlueChart };
  readonly wrecks: DeepBlueWrecks;
  readonly crew: DeepBlueCrew;
  readonly market: DeepBlueMarket;
  readonly gems: DeepBlueGemPiles;
  readonly scenarios: DeepBlueScenarios;
}

const EDITIONS = shipped.editions as unknown as { readonly [name: string]: Edition };
/** The edition that new tables play with. */
export const NEWEST: string = shipped.newest;

/** The edition of a table. One that names none is from before there were editions, and has the first. */
function editionOf(options: DeepBlueOptions): Edition {
  return EDITIONS[options.edition ?? 'first'] ?? (EDITIONS['first'] as Edition);
}

export interface Box {
  readonly chart: DeepBlueChart;
  readonly places: ReadonlyMap<string, DeepBluePlace>;
  /** The sites of wrecks, in the order in which a view lists the wrecks. */
  readonly sites: readonly string[];
  readonly tiles: ReadonlyMap<string, DeepBlueTile>;
  readonly crew: ReadonlyMap<string, DeepBlueCrewCard>;
  readonly scenarios: ReadonlyMap<string, DeepBlueScenario>;
  readonly market: DeepBlueMarket;
}

export function boxOf(options: DeepBlueOptions): Box {
  const own = options.own;
  const ours = editionOf(options);
  const chart = own?.chart ?? ours.charts[options.chart] ?? (ours.charts['standard'] as DeepBlueChart);
  const crew = own?.crew ?? ours.crew;
  return {
    chart,
    places: new Map(chart.places.map((place) => [place.id, place])),
    sites: chart.places
      .filter((place) => place.kind === 'starter' || place.kind === 'site')
      .map((place) => place.id),
    tiles: new Map((own?.wrecks ?? ours.wrecks).tiles.map((tile) => [tile.id, tile])),
    crew: new Map([...crew.starting, ...crew.market].map((card) => [card.id, card])),
    scenarios: new Map(scenariosOf(options).map((scenario) => [scenario.id, scenario])),
    market: own?.market ?? ours.market,
  };
}

/** The scenarios that a table may choose from. */
export function scenariosOf(options: DeepBlueOptions): readonly DeepBlueScenario[] {
  return (options.own?.scenarios ?? editionOf(options).scenarios).scenarios;
}

/** How many gems a pile has in all. */
export function total(gems: DeepBlueGems): number {
  return COLOURS.reduce((sum, colour) => sum + gems[colour], 0);
}
