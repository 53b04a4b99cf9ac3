/** What the coach of someone's first dive points at and says, from what is asked and what lies ready. */

import { m } from '../../../paraglide/messages.js';
import type { DeepBlueMenu, DeepBlueTurnMenu, DeepBlueView } from '../../../wire/protocol';
import type { Box } from '../box/box';
import { most } from '../plan/paying';
import type { Plan } from '../plan/plan.svelte';
import { noChoice } from '../words/waiting';

/** One sentence, and what it is about. */
export interface Hint {
  /** As a selector. */
  readonly at: string;
  readonly says: string;
}

/** What to say to whoever decides this now; nothing where the question says it all. */
export function hintFor(
  view: DeepBlueView,
  menu: DeepBlueMenu,
  plan: Plan,
  box: Box,
  odds: boolean,
): Hint | null {
  switch (view.phase.type) {
    case 'choosing':
      return menu.type === 'turn' ? onTurn(menu, plan, view, box) : null;
    case 'steering':
      return onVoyage(plan, view, box);
    case 'taking':
      return { at: '[data-testid^=slot-][aria-disabled=false]', says: m.blue_coach_take() };
    case 'approaching':
      return { at: '[data-testid=decision] .choices', says: m.blue_coach_approach() };
    case 'mooring':
      return { at: '[data-testid=decision] .choices', says: m.blue_coach_moor() };
    case 'rushing':
      return { at: '[data-testid^=option-rush]:last-of-type', says: m.blue_coach_rush() };
    case 'playing':
      return menu.type === 'playing' && menu.coins.length ? at('play', m.blue_coach_play()) : null;
    case 'answering':
      return noChoice(view, menu) ? null : option('protect', m.blue_coach_answer());
    case 'deciding': {
      const { drawn } = view.phase.descent;
      // The first of a colour only warns (B8.3): until one of each could be the second, nothing can happen.
      if (drawn.black === 0 && drawn.blue === 0) return option('go-on', m.blue_coach_first_draw());
      return odds ? at('risk', m.blue_coach_risk()) : option('end-dive', m.blue_coach_end());
    }
    default:
      return null;
  }
}

function onTurn(menu: DeepBlueTurnMenu, plan: Plan, view: DeepBlueView, box: Box): Hint | null {
  if (plan.mode === 'sail') return onVoyage(plan, view, box);
  if (plan.mode === 'hire' && plan.slot === null) {
    return { at: '[data-testid^=slot-][aria-disabled=false]', says: m.blue_coach_slot() };
  }
  if (plan.mode !== 'none') return at('pay', m.blue_coach_pay());
  if (menu.dives.length) return { at: '[data-testid^=dive-]', says: m.blue_coach_dive() };
  if (most(menu.propellers) > 0) return at('sail', m.blue_coach_sail());
  if (menu.rest) return at('rest', m.blue_coach_rest());
  return most(menu.money) < Math.min(...menu.prices) ? null : at('hire', m.blue_coach_hire());
}

/** Which wreck is the nearest, and how to get there. */
function onVoyage(plan: Plan, view: DeepBlueView, box: Box): Hint | null {
  if (plan.spent > 0) return at('steer', m.blue_coach_set_sail());
  const wrecks = [...plan.ways(plan.boat)]
    .filter(([place]) => view.wrecks[box.sites.indexOf(place)])
    .sort(([, one], [, other]) => one - other);
  const [nearest] = wrecks[0] ?? [];
  return nearest === undefined ? null : at(`place-${nearest}`, m.blue_coach_place());
}

function at(testid: string, says: string): Hint {
  return { at: `[data-testid=${testid}]`, says };
}

function option(action: string, says: string): Hint {
  return { at: `[data-testid^=option-${action}]`, says };
}
