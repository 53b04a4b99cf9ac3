/** Which rule tells of what happens at a table now. */

import type { DeepBlueView } from '../../../wire/protocol';

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
