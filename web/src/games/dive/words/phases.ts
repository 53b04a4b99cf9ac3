/** Which rule tells of what happens at a table now. */

import type { DiveView } from '../../../wire/protocol';

/** `diving`: the dive of a round is being shown. */
export function diveRule(view: Pick<DiveView, 'phase' | 'options'>, diving: boolean): string {
  const { children } = view.options;
  if (diving) return children ? 'D7.2' : 'D4';
  switch (view.phase.type) {
    case 'choosing':
      return 'D8.0';
    case 'programming':
      return children ? 'D7.1' : 'D3';
    case 'over':
      if (children) return 'D7.4';
      return view.phase.ended.why === 'stone' ? 'D5' : 'D6';
  }
}
