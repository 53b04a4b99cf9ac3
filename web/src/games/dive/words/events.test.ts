import { expect, test } from 'vitest';

import type { DiveLifted } from '../../../wire/protocol';
import { eventWords } from './events';

const LIFTED: DiveLifted = {
  type: 'lifted',
  level: 2,
  kind: 'red',
  right: [],
  wrong: [],
  lost_all: [],
  raced: [],
  helped: null,
  spaces: 0,
  bubbles: [],
};

test('where only the village chief dives, nobody is said to have dived (D9.7)', () => {
  const words = eventWords(
    { ...LIFTED, raced: [{ who: 'chief', speed: 3 }], helped: 'chief', spaces: 2 },
    [],
  );
  expect(words).toContain('Only the village chief dives this far.');
  expect(words).toContain('is fastest (3) and moves 2 spaces.');
  expect(words).not.toContain('Nobody');
});

test('the anglerfish is fastest without a speed (D8.3)', () => {
  const sixth = { ...LIFTED, level: 6, right: [0], raced: [{ who: 0, speed: 0 }], helped: 0 };
  expect(eventWords({ ...sixth, spaces: 2 }, ['Ada'])).toContain(
    'The anglerfish of Ada is faster than anyone: 2 spaces.',
  );
  expect(eventWords(sixth, ['Ada'])).not.toContain('(0)');
});

test('whoever is out already is not among those who are right', () => {
  expect(eventWords({ ...LIFTED, kind: 'nothing', right: [1] }, ['Ada', 'Bo'])).toContain(
    'Everyone down here is right.',
  );
});
