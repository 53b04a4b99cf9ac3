/** Deep Blue in the reader's language: the names of things, and what they are good for. */

import type { DeepBluePlace, DeepBlueView } from '../../../wire/protocol';
import { listed } from '../../../words/seats';
import { m } from '../../../paraglide/messages.js';
import type { Box, Colour, Hazard, Space } from '../box/box';
import { ourPlaceName } from './places';

type Word = () => string;

const CARDS: { readonly [id: string]: Word } = {
  helmsman: m.blue_card_helmsman,
  deckhand: m.blue_card_deckhand,
  purser: m.blue_card_purser,
  'gold-diver': m.blue_card_gold_diver,
  'hose-tender': m.blue_card_hose_tender,
  'pump-hand': m.blue_card_pump_hand,
  harpooner: m.blue_card_harpooner,
  'net-caster': m.blue_card_net_caster,
  'ruby-seeker': m.blue_card_ruby_seeker,
  'gem-cutter': m.blue_card_gem_cutter,
  'gold-hound': m.blue_card_gold_hound,
  assayer: m.blue_card_assayer,
  'silver-hand': m.blue_card_silver_hand,
  'coin-collector': m.blue_card_coin_collector,
  occultist: m.blue_card_occultist,
  archaeologist: m.blue_card_archaeologist,
  'relic-hunter': m.blue_card_relic_hunter,
  'deep-veteran': m.blue_card_deep_veteran,
  'old-salt': m.blue_card_old_salt,
  navigator: m.blue_card_navigator,
  'first-mate': m.blue_card_first_mate,
  patron: m.blue_card_patron,
};

const TILES: { readonly [id: string]: Word } = {
  trawler: m.blue_tile_trawler,
  'coal-barge': m.blue_tile_coal_barge,
  'mail-packet': m.blue_tile_mail_packet,
  'salt-ketch': m.blue_tile_salt_ketch,
  'whaling-brig': m.blue_tile_whaling_brig,
  galleon: m.blue_tile_galleon,
  merchantman: m.blue_tile_merchantman,
  corsair: m.blue_tile_corsair,
  'treasure-junk': m.blue_tile_treasure_junk,
  ironclad: m.blue_tile_ironclad,
  temple: m.blue_tile_temple,
  'sea-gate': m.blue_tile_sea_gate,
  'market-hall': m.blue_tile_market_hall,
  palace: m.blue_tile_palace,
};

const SCENARIOS: { readonly [id: string]: readonly [Word, Word] } = {
  'troubled-waters': [m.blue_scenario_troubled, m.blue_scenario_troubled_hint],
  'best-of-the-best': [m.blue_scenario_best, m.blue_scenario_best_hint],
  'scattered-riches': [m.blue_scenario_scattered, m.blue_scenario_scattered_hint],
  'lucrative-wrecks': [m.blue_scenario_lucrative, m.blue_scenario_lucrative_hint],
  'storm-rising': [m.blue_scenario_storm, m.blue_scenario_storm_hint],
  'treacherous-reefs': [m.blue_scenario_reefs, m.blue_scenario_reefs_hint],
  'riches-for-all': [m.blue_scenario_riches, m.blue_scenario_riches_hint],
};

/** A card by its name here; one of the table's own box by the name that it has there. */
export function cardName(id: string, box: Box): string {
  return CARDS[id]?.() ?? box.crew.get(id)?.name ?? id;
}

export function tileName(id: string, box: Box): string {
  return TILES[id]?.() ?? box.tiles.get(id)?.name ?? id;
}

export function scenarioName(id: string, box: Box): string {
  return SCENARIOS[id]?.[0]() ?? box.scenarios.get(id)?.name ?? id;
}

/** What a scenario changes; nothing is known of one that the table brought along. */
export function scenarioHint(id: string): string {
  return SCENARIOS[id]?.[1]() ?? '';
}

/** Places of our charts by their names here; those of the table's own chart keep the names they have there. */
export function placeName(place: DeepBluePlace | undefined): string {
  if (!place) return '';
  return place.kind === 'harbour' ? m.blue_harbour() : (ourPlaceName(place.id, place.name) ?? place.name);
}

export function colourName(colour: Colour): string {
  switch (colour) {
    case 'silver':
      return m.blue_gem_silver();
    case 'gold':
      return m.blue_gem_gold();
    case 'red':
      return m.blue_gem_red();
    case 'green':
      return m.blue_gem_green();
    case 'purple':
      return m.blue_gem_purple();
    case 'black':
      return m.blue_gem_black();
    case 'blue':
      return m.blue_gem_blue();
  }
}

export function hazardName(hazard: Hazard): string {
  return hazard === 'black' ? m.blue_hazard_black() : m.blue_hazard_blue();
}

/** These words as the beginning of a sentence. */
export function opened(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function spaceName(space: Space): string {
  return space === 'blue-or-black' ? m.blue_space_either() : colourName(space);
}

/** What it is good for to lie on a space. */
export function spaceHint(space: Space): string {
  switch (space) {
    case 'silver':
      return m.blue_space_treasure({ vp: 3, instead: 1 });
    case 'gold':
      return m.blue_space_treasure({ vp: 5, instead: 2 });
    case 'red':
      return m.blue_space_treasure({ vp: 10, instead: 4 });
    case 'blue-or-black':
      return m.blue_space_protects_either();
    default:
      return m.blue_space_protects({ hazard: hazardName(space) });
  }
}

/** What a card can be played for, in words. */
export function cardUses(id: string, box: Box): string {
  const card = box.crew.get(id);
  if (!card) return '';
  return [
    ...(card.against ? [m.blue_use_against({ hazard: hazardName(card.against) })] : []),
    ...(card.on === 'any' ? [m.blue_use_any({ gems: card.gems, vp: card.vp })] : []),
    ...(card.on && card.on !== 'any'
      ? [m.blue_use_on({ gems: card.gems, colour: colourName(card.on), vp: card.vp })]
      : []),
    ...(card.propeller ? [m.blue_use_propeller({ moves: card.propeller })] : []),
    ...(card.money ? [m.blue_use_money({ money: card.money })] : []),
  ].join(m.blue_use_or());
}

/** Everything about a card, in words. */
export function cardWords(id: string, box: Box): string {
  const card = box.crew.get(id);
  if (!card) return id;
  const adds = card.adds ? ` ${m.blue_use_adds({ colour: colourName(card.adds) })}` : '';
  return `${cardName(id, box)}: ${cardUses(id, box)}.${adds}`;
}

/** A place as a screen reader should say it: what lies there, who is there, what it costs to go. */
export function placeWords(
  place: DeepBluePlace,
  view: DeepBlueView,
  box: Box,
  names: readonly string[],
  moves: number | null,
): string {
  const wreck = view.wrecks[box.sites.indexOf(place.id)] ?? null;
  const tile = wreck?.tile ? box.tiles.get(wreck.tile) : undefined;
  const words = [placeName(place)];
  if (tile) {
    words.push(m.blue_place_wreck({ wreck: tileName(tile.id, box), vp: tile.vp }));
    const taken = (space: number) =>
      view.captains.findIndex((captain) =>
        captain.boats.some((boat) => boat.place === place.id && boat.space === space),
      );
    for (const [number, space] of tile.spaces.entries()) {
      const who = taken(number);
      words.push(
        who < 0
          ? m.blue_place_space_free({ space: spaceName(space) })
          : m.blue_place_space_taken({ space: spaceName(space), name: names[who] ?? '' }),
      );
    }
  } else if (wreck) words.push(m.blue_place_face_down());
  else if (place.kind === 'buoy') words.push(m.blue_place_buoy());
  else if (place.kind !== 'harbour') words.push(m.blue_place_empty());
  if (wreck?.gem) words.push(m.blue_place_gem({ colour: colourName(wreck.gem) }));
  const there = view.captains.flatMap((captain, seat) =>
    captain.boats.some((boat) => boat.place === place.id) ? [names[seat] ?? ''] : [],
  );
  if (there.length) words.push(m.blue_place_boats({ names: listed(there) }));
  if (moves !== null) words.push(m.blue_place_moves({ moves }));
  return words.map(opened).join('. ');
}
