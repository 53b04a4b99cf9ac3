/** Whether a table allows advice: as agreed, and without a word while one person is alone with bots. */

import type { Lobby, Agreement } from '../wire/protocol';

export function adviceAllowed(settings: Agreement, people: number): boolean {
  return settings.advice ?? people === 1;
}

/** The seats that belong to people, taken or not. */
export function peopleAt(seats: Lobby['seats']): number {
  return seats.filter((seat) => seat.type !== 'bot').length;
}
