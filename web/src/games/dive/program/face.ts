import type { DiveFace } from '../../../wire/protocol';

/** What a token says when it is turned over. */
export function other(face: DiveFace): DiveFace {
  return face === 'plain' ? 'shark' : 'plain';
}
