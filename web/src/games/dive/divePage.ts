/** The Dive table and everything around it, fetched when someone comes to one. */

import type { GamePage } from '../../guests/guest';
import { m } from '../../paraglide/messages.js';
import type { DiveOptions, Games } from '../../wire/protocol';
import DiveAgreements from './DiveAgreements.svelte';
import DiveTable from './DiveTable.svelte';
import { nextTime } from './nextTime';
import { heldAt } from './show/opened';
import StackBelow from './show/StackBelow.svelte';
import { eventWords } from './words/events';

export const PAGE: GamePage<Games['dive']> = {
  Table: DiveTable,
  Agreements: DiveAgreements,
  next: nextTime,
  agreed,
  switches: [
    {
      setting: 'soundings',
      settled: true,
      told: true,
      title: m.new_soundings,
      hint: m.new_soundings_hint,
      offered: () => true,
    },
    {
      setting: 'torches',
      settled: false,
      told: false,
      title: m.keep_torches,
      hint: m.keep_torches_hint,
      offered: ({ flashlight }) => flashlight,
    },
  ],
  advises: true,
  seatsHint: () => m.new_seats_plain_hint(),
  asksAge: ({ companions }) => companions,
  company: ({ chief }) => (chief ? [{ who: 'chief', name: m.chief(), hint: m.chief_never_wrong() }] : []),
  told: (event, { options }, names) => eventWords(event, names, options.children),
  closed: () => ({ type: 'closed', because: { code: 'game-over', clause: '', text: '', values: {} } }),
  pictured: (view) => view.round,
  replay: { held: heldAt, covered: () => [], quiet, Beside: StackBelow },
};

function quiet(events: readonly Games['dive']['event'][]): boolean {
  return events.every(({ type }) => type === 'ready' || type === 'reopened');
}

function agreed(options: DiveOptions): string[] {
  return [
    options.children ? m.new_version_children() : m.new_version_base(),
    ...(options.children ? [] : [options.tokens === 'all' ? m.new_tokens_all() : m.new_tokens_some()]),
    ...(options.companions ? [m.new_companions()] : []),
    ...(options.chief ? [m.new_chief()] : []),
    ...(options.flashlight ? [m.new_flashlight()] : []),
    { clear: m.new_clarity_clear, natural: m.new_clarity_natural, murky: m.new_clarity_murky }[
      options.clarity
    ](),
  ];
}
