/** The values that a refusal brings, as its words need them. */

import type { Refusal } from '../wire/protocol';

export type Values = Refusal['values'];
export type Words = (values: Values) => string;

/** These values as text; one that is missing is shown as "?". */
export function of<Key extends string>(values: Values, ...keys: Key[]): { [key in Key]: string } {
  const given = {} as { [key in Key]: string };
  for (const key of keys) given[key] = String(values[key] ?? '?');
  return given;
}

/** A refusal in words, if it is one of these. A newer server may know codes that this page does not. */
export function wordsFor(
  words: { readonly [code: string]: Words },
  { code, values }: Refusal,
): string | null {
  return words[code]?.(values) ?? null;
}
