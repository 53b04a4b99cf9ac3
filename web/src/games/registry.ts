/** The games that have a page of their own. TypeScript lists what one lacks. */

import type { Invited } from '../guests/guests';
import { deepBlue } from './deep-blue/guest';
import { dive } from './dive/guest';

export const GUESTS: Invited = {
  own: { dive, 'deep-blue': deepBlue },
};
