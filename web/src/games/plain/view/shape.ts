/** A view as it can be read: values by their labels, what there is of each player as a table, and lists. */

import type { Json, JsonObject } from '../../../wire/protocol';
import { isList, isObject } from '../words/template';

/** How labels and values are said. */
export interface Labels {
  /** What a part of the view is called; null if it is not to be shown. */
  label(path: string): string | null;
  value(value: Json): string;
}

export type Shape =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'list'; readonly items: readonly Shape[] }
  | { readonly type: 'group'; readonly group: Group };

export interface Group {
  /** What kind of thing it is, where it says so. */
  readonly kind: string;
  /** What there is of each player: a cell for every column, by seat. */
  readonly columns: readonly {
    readonly path: string;
    readonly label: string;
    readonly cells: readonly Shape[];
  }[];
  readonly entries: readonly { readonly path: string; readonly label: string; readonly shape: Shape }[];
}

/** Who reads it, what was agreed and which game it is are said elsewhere. */
const ELSEWHERE = new Set(['game', 'reader', 'options']);

export function shapeOf(view: JsonObject, seats: number, labels: Labels): Group {
  const shown = Object.fromEntries(Object.entries(view).filter(([name]) => !ELSEWHERE.has(name)));
  return groupOf(shown, '', seats, labels);
}

function groupOf(things: JsonObject, above: string, seats: number, labels: Labels): Group {
  const { type: kind, ...rest } = things;
  const tagged = typeof kind === 'string';
  const columns: Group['columns'][number][] = [];
  const entries: Group['entries'][number][] = [];
  for (const [name, value] of Object.entries(tagged ? rest : things)) {
    const path = above ? `${above}.${name}` : name;
    const label = labels.label(path);
    if (label === null || value === undefined) continue;
    if (isList(value) && seats > 1 && value.length === seats) {
      columns.push(...columnsOf(value, path, label, seats, labels));
    } else {
      entries.push({ path, label, shape: partOf(value, path, seats, labels) });
    }
  }
  return { kind: tagged ? labels.value(kind) : '', columns, entries };
}

/** A column for what each player has, or one for each part of it. */
function columnsOf(list: readonly Json[], path: string, label: string, seats: number, labels: Labels) {
  const parts = [...new Set(list.flatMap((each) => (isObject(each) ? Object.keys(each) : [])))];
  if (!parts.length || !list.every(isObject)) {
    return [{ path, label, cells: list.map((each) => partOf(each, path, seats, labels)) }];
  }
  return parts.flatMap((name) => {
    const inner = labels.label(`${path}.${name}`);
    if (inner === null) return [];
    const cells = list.map((each) => partOf(each[name] ?? null, `${path}.${name}`, seats, labels));
    return [{ path: `${path}.${name}`, label: inner, cells }];
  });
}

function partOf(value: Json, path: string, seats: number, labels: Labels): Shape {
  if (isList(value) && value.some((each) => isObject(each) || isList(each))) {
    return { type: 'list', items: value.map((each) => partOf(each, path, seats, labels)) };
  }
  if (isObject(value)) return { type: 'group', group: groupOf(value, path, seats, labels) };
  return { type: 'text', text: labels.value(value) };
}
