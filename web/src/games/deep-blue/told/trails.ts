/** The ways that boats have gone: they stay on the chart until the reader's next turn. */

import type { DeepBlueChart, DeepBlueView } from '../../../wire/protocol';

/** One boat's way, place by place. */
export interface Trail {
  readonly seat: number;
  readonly boat: number;
  readonly way: readonly string[];
}

/** The shortest way between two places, both included; directly, where no routes lead. */
export function wayBetween(chart: DeepBlueChart, from: string, to: string): readonly string[] {
  const before = new Map<string, string>([[from, from]]);
  const queue = [from];
  for (let place = queue.shift(); place !== undefined && place !== to; place = queue.shift()) {
    for (const [one, other] of chart.routes) {
      const next = one === place ? other : other === place ? one : null;
      if (next === null || before.has(next)) continue;
      before.set(next, place);
      queue.push(next);
    }
  }
  if (!before.has(to)) return [from, to];
  const way = [to];
  while (way[0] !== from) way.unshift(before.get(way[0] ?? from) ?? from);
  return way;
}

/** The trails of all boats that lie elsewhere after something than before. */
export function trailsBetween(before: DeepBlueView, after: DeepBlueView, chart: DeepBlueChart): Trail[] {
  return after.captains.flatMap((captain, seat) =>
    captain.boats.flatMap((boat, number) => {
      const from = before.captains[seat]?.boats[number]?.place;
      return from === undefined || from === boat.place
        ? []
        : [{ seat, boat: number, way: wayBetween(chart, from, boat.place) }];
    }),
  );
}
