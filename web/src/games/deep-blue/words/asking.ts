/** What is asked, and what each answer means, in the reader's language. */

import type { DeepBlueAction, DeepBlueView } from '../../../wire/protocol';
import { listed } from '../../../words/seats';
import { m } from '../../../paraglide/messages.js';
import type { Box, Space } from '../box/box';
import { awaited, descentOf } from './waiting';
import { cardName, hazardName, placeName, spaceHint, spaceName, tileName } from './words';

export interface Words {
  readonly title: string;
  readonly hint: string;
}

/** Whom the table waits for, and why. */
export function waitingWords(view: DeepBlueView, names: readonly string[]): string {
  const who = listed(awaited(view).map((seat) => names[seat] ?? ''));
  switch (view.phase.type) {
    case 'rushing':
      return m.blue_wait_rush({ names: who });
    case 'answering':
      return m.blue_wait_answer({ names: who });
    case 'playing':
      return m.blue_wait_play({ names: who });
    case 'deciding':
      return m.blue_wait_decide({ names: who });
    case 'over':
      return '';
    default:
      return m.blue_wait_turn({ names: who });
  }
}

/** The question of a decision that has a list of answers. */
export function askedWords(view: DeepBlueView, box: Box): Words {
  const place = (id: string | undefined) => placeName(box.places.get(id ?? ''));
  switch (view.phase.type) {
    case 'taking':
      return { title: m.blue_ask_take(), hint: m.blue_ask_take_hint() };
    case 'approaching':
      return { title: m.blue_ask_approach(), hint: m.blue_ask_approach_hint() };
    case 'mooring':
      return {
        title: m.blue_ask_moor({ place: place(boatsOf(view)[view.phase.boat]?.place) }),
        hint: m.blue_ask_moor_hint(),
      };
    case 'leading':
      return { title: m.blue_ask_lead(), hint: m.blue_ask_lead_hint() };
    case 'rushing':
      return {
        title: m.blue_ask_rush({ place: place(view.phase.descent.site) }),
        hint: m.blue_ask_rush_hint(),
      };
    case 'answering':
      return {
        title: m.blue_ask_answer({ hazard: hazardName(view.phase.owed[0] ?? 'black') }),
        hint: m.blue_ask_answer_hint(),
      };
    case 'deciding':
      return { title: m.blue_ask_decide(), hint: m.blue_ask_decide_hint() };
    default:
      return { title: '', hint: '' };
  }
}

/** One answer of a list, and what it means. */
export function actionWords(
  action: DeepBlueAction,
  view: DeepBlueView,
  box: Box,
  boatName: (boat: number) => string,
): Words {
  switch (action.type) {
    case 'take':
      return action.slot === null
        ? { title: m.blue_take_none(), hint: '' }
        : { title: cardName(view.market[action.slot] ?? '', box), hint: m.blue_free() };
    case 'approach':
      return { title: boatName(action.boat), hint: m.blue_approach_hint() };
    case 'moor': {
      const space = mooringSpace(view, box, action.space);
      return space
        ? { title: m.blue_moor_at({ space: spaceName(space) }), hint: spaceHint(space) }
        : { title: '?', hint: '' };
    }
    case 'dive': {
      const tile = view.wrecks[box.sites.indexOf(action.site)]?.tile ?? '';
      const place = placeName(box.places.get(action.site));
      return { title: m.blue_dive_at({ place }), hint: tileName(tile, box) };
    }
    case 'rush':
      if (!action.boats.length) return { title: m.blue_rush_none(), hint: m.blue_rush_none_hint() };
      return {
        title:
          action.boats.length > 1
            ? m.blue_rush_both()
            : m.blue_rush_with({ boats: boatName(action.boats[0] ?? 0) }),
        hint: m.blue_rush_with_hint(),
      };
    case 'protect': {
      if (action.card !== null) {
        return {
          title: m.blue_protect_card({ card: cardName(action.card, box) }),
          hint: m.blue_protect_card_hint(),
        };
      }
      const space = divingSpace(view, box, action.boat ?? 0);
      return {
        title: m.blue_protect_space({ space: space ? spaceName(space) : '' }),
        hint: m.blue_protect_space_hint(),
      };
    }
    case 'surface':
      return { title: m.blue_surface(), hint: '' };
    case 'go-on':
      return { title: m.blue_go_on(), hint: m.blue_go_on_hint() };
    case 'end-dive':
      return { title: m.blue_end_dive(), hint: m.blue_end_dive_hint() };
    default:
      return { title: action.type, hint: '' };
  }
}

function boatsOf(view: DeepBlueView) {
  return view.reader === null ? [] : (view.captains[view.reader]?.boats ?? []);
}

/** The space that a boat of the reader lies on in the dive under way. */
function divingSpace(view: DeepBlueView, box: Box, boat: number): Space | null {
  const space = boatsOf(view)[boat]?.space ?? null;
  const tile = box.tiles.get(descentOf(view)?.tile ?? '');
  return space === null ? null : (tile?.spaces[space] ?? null);
}

/** A space of the wreck that a boat of the reader has just come to. */
export function mooringSpace(view: DeepBlueView, box: Box, space: number): Space | null {
  if (view.phase.type !== 'mooring') return null;
  const site = boatsOf(view)[view.phase.boat]?.place ?? '';
  const tile = view.wrecks[box.sites.indexOf(site)]?.tile;
  return tile ? (box.tiles.get(tile)?.spaces[space] ?? null) : null;
}
