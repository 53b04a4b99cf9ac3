/** From what was entered into a form to an action. */

import type { Form, Field, Json, PlainAction } from '../../../wire/protocol';

/** Texts and switches by field; a choice is the number of its place in the list. */
export type Entered = { readonly [field: string]: string | boolean };

/** A form as it is found. */
export function beginOf({ fields }: Form): Entered {
  return Object.fromEntries(fields.map((field) => [field.name, first(field)]));
}

function first({ kind, least }: Field): string | boolean {
  switch (kind) {
    case 'number':
      return String(least ?? 0);
    case 'choice':
      return '0';
    case 'switch':
      return false;
    case 'json':
      return 'null';
    case 'text':
      return '';
  }
}

/** The action, or the field that cannot be read. */
export function actionFrom(
  { tag, fields }: Form,
  entered: Entered,
): { readonly action: PlainAction } | { readonly wrong: string } {
  const values: { [name: string]: Json } = {};
  for (const field of fields) {
    const value = read(field, entered[field.name] ?? first(field));
    if (value === undefined) return { wrong: field.name };
    values[field.name] = value;
  }
  return { action: { ...values, type: tag } };
}

function read({ kind, choices = [] }: Field, entered: string | boolean): Json | undefined {
  if (typeof entered === 'boolean') return entered;
  switch (kind) {
    case 'number':
      return entered.trim() === '' || Number.isNaN(Number(entered)) ? undefined : Number(entered);
    case 'choice':
      return choices[Number(entered)];
    case 'json':
      try {
        return JSON.parse(entered) as Json;
      } catch {
        return undefined;
      }
    default:
      return entered;
  }
}
