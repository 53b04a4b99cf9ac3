import { describe, expect, test } from 'vitest';

import { overwriteGetLocale } from '../../../paraglide/runtime.js';
import type { DeepBlueView } from '../../../wire/protocol';
import { boxOf, NEWEST } from '../box/box';
import { areaOf, labelsOf, markOf, overlap } from './labels';
import { placeName } from '../words/words';
import { sheetFor, spots } from './layout';

/** The rooms that there are for a chart on a desk, a tablet and a phone, and the height of letters there. */
const ROOMS = [
  ['desk', 985, 480, 22],
  ['tablet', 740, 480, 27],
  ['phone', 366, 342, 32],
  ['tall phone', 366, 420, 32],
] as const;

describe.each(['small', 'standard'] as const)('names on the %s chart', (name) => {
  const box = boxOf({ chart: name, own: null, edition: NEWEST } as DeepBlueView['options']);
  const { chart } = box;

  test.each(ROOMS)('cover nothing and no other name on a %s', (_, width, height, size) => {
    const sheet = sheetFor(width, height);
    const at = spots(chart, sheet);
    const nameOf = (id: string) => box.places.get(id)?.name ?? '';
    const labels = labelsOf(chart, at, sheet, size, nameOf);
    const areas = labels.map((label) => ({ id: label.id, area: areaOf(label, size) }));
    const marks = chart.places.map(({ id, kind }) => ({
      id,
      area: markOf(kind, at.get(id) ?? { x: 0, y: 0 }),
    }));
    const clashes = areas.flatMap(({ id, area }, number) => [
      ...marks
        .filter((mark) => mark.id !== id && overlap(area, mark.area))
        .map((mark) => `${id} on ${mark.id}`),
      ...areas
        .slice(number + 1)
        .flatMap((other) => (overlap(area, other.area) ? [`${id} on the name of ${other.id}`] : [])),
    ]);
    expect(clashes).toEqual([]);
  });

  // Where there is no room for long names, one may touch a mark; two names never lie on each other.
  describe.each(['de', 'nl'] as const)('in %s', (language) => {
    test.each([...ROOMS, ['phone with much to decide', 366, 290, 32] as const])(
      'cover no other name on a %s',
      (_, width, height, size) => {
        overwriteGetLocale(() => language);
        const sheet = sheetFor(width, height);
        const labels = labelsOf(chart, spots(chart, sheet), sheet, size, (id) =>
          placeName(box.places.get(id)),
        );
        const areas = labels.map((label) => areaOf(label, size));
        const clashes = areas.flatMap((area, number) =>
          areas
            .slice(number + 1)
            .flatMap((other, later) =>
              overlap(area, other) ? [`${labels[number]?.id} on ${labels[number + 1 + later]?.id}`] : [],
            ),
        );
        expect(clashes).toEqual([]);
      },
    );
  });
});
