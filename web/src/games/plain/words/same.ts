/** Whether two values are the same, whatever the order of their fields. */

import type { Json } from '../../../wire/protocol';
import { isList, isObject } from './template';

export function same(one: Json, other: Json): boolean {
  if (isList(one) && isList(other)) {
    return one.length === other.length && one.every((each, index) => same(each, other[index] ?? null));
  }
  if (isObject(one) && isObject(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...names].every((name) => same(one[name] ?? null, other[name] ?? null));
  }
  return one === other;
}
