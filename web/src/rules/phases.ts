/** Which rule tells of what happens at a table now. */

import type { DeepBlueView, DiveView } from '../wire/protocol';

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

/** `paying`: what the reader is putting together; `scoring`: what a dive brought is being shown. */
export function deepBlueRule(
  phase: DeepBlueView['phase'],
  { paying, scoring }: { paying: 'none' | 'hire' | 'renew' | 'sail' | 'play'; scoring: boolean },
): string {
  if (scoring) return 'B9';
  switch (phase.type) {
    case 'choosing':
      return { none: 'B3', play: 'B3', hire: 'B4', renew: 'B4.4', sail: 'B5' }[paying];
    case 'taking':
      return 'B4.4';
    case 'steering':
      return 'B5.1';
    case 'approaching':
      return 'B5.5';
    case 'mooring':
      return 'B5.2';
    case 'leading':
      return 'B10.5';
    case 'rushing':
      return 'B7.2';
    case 'answering':
      return 'B8.4';
    case 'playing':
      return 'B8.6';
    case 'deciding':
      return 'B8.1';
    case 'over':
      return 'B11';
  }
}
