/** The games that have a page of their own, and the plain table for all others. TypeScript lists what one lacks. */

import type { Invited } from '../guests/guests';
import { deepBlue } from './deep-blue/guest';
import { dive } from './dive/guest';
import { plainGuest } from './plain/guest';

export const GUESTS: Invited = {
  own: { dive, 'deep-blue': deepBlue },
  plain: plainGuest,
};
