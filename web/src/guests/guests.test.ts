import { expect, test } from 'vitest';

import { GUESTS } from '../games/registry';
import { guestOf, invite, ownGuests } from './guests';
import { refusalWords } from './refusals';

invite(GUESTS);

const refusal = (code: string, clause: string) =>
  ({ code, clause, text: 'As the server says it.', values: { seats: 9 } }) as Parameters<
    typeof refusalWords
  >[0];

test('every game with a page of its own is under its own name', () => {
  for (const [name, guest] of Object.entries(GUESTS.own)) expect(guest.name).toBe(name);
  expect(ownGuests().map(({ name }) => name)).toEqual(['dive', 'deep-blue']);
});

test('no game is taken for another: one that nobody knows is played at the plain table', () => {
  const guest = guestOf('currents');
  expect([guest.name, guest.title(), guest.rules, guest.lessons]).toEqual([
    'currents',
    'Currents',
    null,
    null,
  ]);
  expect(guestOf('currents')).toBe(guest);
});

test('what several games refuse is said by the game whose clause it is, or at whose table it was', () => {
  const [dive, blue] = [
    refusalWords(refusal('wrong-seats', 'D1.1')),
    refusalWords(refusal('wrong-seats', 'B1.1')),
  ];
  expect(dive).not.toBe(blue);
  expect(refusalWords(refusal('wrong-seats', ''), 'deep-blue')).toBe(blue);
  expect(refusalWords(refusal('wrong-seats', 'D1'), 'currents')).toBe('As the server says it.');
  expect(refusalWords(refusal('stale', ''), 'currents')).toBe(refusalWords(refusal('stale', '')));
});
