/** The Deep Blue table and everything around it, fetched when someone comes to one. */

import type { GamePage } from '../../guests/guest';
import { m } from '../../paraglide/messages.js';
import type { DeepBlueOptions, Games } from '../../wire/protocol';
import { boxOf } from './box/box';
import DeepBlueAgreements from './DeepBlueAgreements.svelte';
import DeepBlueTable from './DeepBlueTable.svelte';
import { nextTime } from './nextTime';
import { coveredAt, heldAt } from './story/opened';
import { eventWords } from './words/events';
import { scenarioName } from './words/words';

export const PAGE: GamePage<Games['deep-blue']> = {
  Table: DeepBlueTable,
  Agreements: DeepBlueAgreements,
  next: nextTime,
  agreed,
  switches: [
    {
      setting: 'odds',
      settled: false,
      told: false,
      title: m.blue_new_odds,
      hint: m.blue_new_odds_hint,
      offered: () => true,
    },
  ],
  advises: true,
  seatsHint: () => m.new_seats_plain_hint(),
  asksAge: () => false,
  company: () => [],
  told: (event, { options }, names) =>
    event.type === 'turn-began' ? '' : eventWords(event, names, boxOf(options)),
  closed: () => ({
    type: 'listed',
    actions: [],
    asked: { code: 'game-over', clause: '', text: '', values: {} },
  }),
  pictured: () => null,
  replay: { held: heldAt, covered: coveredAt, quiet, Beside: null },
};

function quiet(events: readonly Games['deep-blue']['event'][]): boolean {
  return events.every(({ type }) => type === 'ready' || type === 'reopened');
}

function agreed(options: DeepBlueOptions): string[] {
  const box = boxOf(options);
  return [
    m.deep_blue(),
    options.scenario === null ? m.blue_new_scenario_drawn() : scenarioName(options.scenario, box),
    options.chart === 'small' ? m.blue_new_chart_small() : m.blue_new_chart_standard(),
    ...(options.closed_chests ? [] : [m.blue_new_open()]),
  ];
}
