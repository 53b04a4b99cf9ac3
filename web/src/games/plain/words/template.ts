/**
 * The sentences that a game of another package brings, filled in.
 *
 *     {field}               the value; dotted paths lead into what it is made of
 *     {@field}              the name of the player in the seat of this number
 *     {field?one|other}     the first text if the value is true, else the second
 *     {field#one|many}      singular or plural; # stands for the number
 *
 * There is no other syntax. What cannot be filled in becomes a dash, never an error.
 */

import type { Json, JsonObject } from '../../../wire/protocol';

export interface Speaker {
  /** A value in the reader's language. */
  value(value: Json): string;
  /** The name of whoever sits in a seat. */
  name(seat: number): string;
}

const PLACE = /\{(@?)([^{}?#|@]+)(?:([?#])([^{}|]*)\|([^{}|]*))?\}/g;
const MISSING = '–';

export function filled(template: string, given: JsonObject, speaker: Speaker): string {
  return template.replace(
    PLACE,
    (_, at: string, path: string, way?: string, first: string = '', second: string = '') => {
      const value = valueAt(given, path.trim());
      if (at) return nameOf(value, speaker);
      if (way === '?') return isTrue(value) ? first : second;
      if (way === '#') return counted(value, first, second, speaker);
      return speaker.value(value);
    },
  );
}

/** The words of a template before the first place to fill in: what all sentences made from it begin with. */
export function beginning(template: string): string {
  const place = template.search(/\{/);
  return (place < 0 ? template : template.slice(0, place)).trim();
}

/** What a path leads to; null where there is nothing. */
export function valueAt(given: JsonObject, path: string): Json {
  let at: Json = given;
  for (const step of path.split('.')) {
    if (typeof at !== 'object' || at === null) return null;
    at = (isList(at) ? at[Number(step)] : Object.hasOwn(at, step) ? at[step] : null) ?? null;
  }
  return at;
}

export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

export function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** As Python sees it: nothing, zero and what is empty are not true. */
function isTrue(value: Json): boolean {
  return isList(value) ? value.length > 0 : Boolean(value);
}

function nameOf(value: Json, speaker: Speaker): string {
  if (isList(value)) return value.map((each) => nameOf(each, speaker)).join(', ') || MISSING;
  return typeof value === 'number' ? speaker.name(value) : value === null ? MISSING : speaker.value(value);
}

function counted(value: Json, one: string, many: string, speaker: Speaker): string {
  const number = isList(value) ? value.length : value;
  return (number === 1 ? one : many).replaceAll('#', () => speaker.value(number));
}
