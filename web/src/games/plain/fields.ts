/** How the options of a game are put to people, as its offer says. */

import type { GameOffer, Json } from '../../wire/protocol';

export interface OptionField {
  readonly name: string;
  readonly kind: 'switch' | 'choice' | 'number';
  readonly default: Json;
  readonly choices?: readonly Json[];
  readonly least?: number;
  readonly most?: number;
}

/** The fields of an offer; none where it has none. */
export function fieldsOf(offer: GameOffer): readonly OptionField[] {
  const fields: unknown = 'fields' in offer ? offer.fields : [];
  return Array.isArray(fields) ? fields.filter(isField) : [];
}

function isField(field: unknown): field is OptionField {
  return typeof field === 'object' && field !== null && 'name' in field && 'kind' in field;
}
