/** Whom the table waits for, as the view says it. */

import type { DeepBlueDescent, DeepBlueMenu, DeepBlueView } from '../../../wire/protocol';

export function awaited(view: DeepBlueView): readonly number[] {
  const phase = view.phase;
  switch (phase.type) {
    case 'over':
      return [];
    case 'rushing':
      return phase.asked.slice(0, 1).map((asked) => asked.seat);
    case 'answering':
      return phase.asked.slice(0, 1);
    case 'deciding':
      return [phase.descent.leader];
    case 'playing':
      return phase.descent.down.filter(
        (seat) => !phase.descent.finished.includes(seat) && !phase.ready[seat],
      );
    default:
      return [view.active];
  }
}

/** The dive under way, if there is one. */
export function descentOf(view: DeepBlueView): DeepBlueDescent | null {
  return 'descent' in view.phase ? view.phase.descent : null;
}

/** Whether a hazard can be answered in one way only: whoever has nothing against it goes up. */
export function noChoice(view: DeepBlueView, menu: DeepBlueMenu): boolean {
  return (
    view.phase.type === 'answering' &&
    menu.type === 'listed' &&
    menu.actions.length === 1 &&
    menu.actions[0]?.type === 'surface'
  );
}
