/** The animals, as the ocean draws them, and those that only we need. Sent as pictures of their own. */

import dolphins from '../../../../../src/fathom/ocean/art/dolphin.svg?url';
import manta from '../../../../../src/fathom/ocean/art/manta.svg?url';
import octopus from '../../../../../src/fathom/ocean/art/octopus.svg?url';
import shark from '../../../../../src/fathom/ocean/art/shark-tiger.svg?url';
import greatWhite from '../../../../../src/fathom/ocean/art/shark-white.svg?url';
import green from '../../../../../src/fathom/ocean/art/turtle-green.svg?url';
import red from '../../../../../src/fathom/ocean/art/turtle-red.svg?url';
import type { DiveCompanion, DiveKind } from '../../../wire/protocol';
import anglerfish from './anglerfish.svg?url';
import clownfish from './clownfish.svg?url';
import orca from './orca.svg?url';

export const COMPANIONS: { readonly [companion in DiveCompanion]: string } = {
  octopus,
  orca,
  anglerfish,
  turtle: green,
  clownfish,
  dolphins,
  'great-white': greatWhite,
};

const ANIMALS = { shark, green, red, manta } as const;

/** The drawings of what matters on a card: none, one or two. */
export function animalsOn(kind: DiveKind): string[] {
  if (kind === 'nothing') return [];
  return kind.split('+').map((animal) => ANIMALS[animal as keyof typeof ANIMALS]);
}

export { green, greatWhite, manta, octopus, red, shark };
