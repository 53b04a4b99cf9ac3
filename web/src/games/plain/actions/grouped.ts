/** Actions by what they do, and only those that are looked for. */

import type { PlainAction } from '../../../wire/protocol';
import { plain, wordsOf } from '../../../words/search';

export interface Said {
  readonly action: PlainAction;
  readonly text: string;
}

export interface Found {
  readonly groups: readonly { readonly tag: string; readonly said: readonly Said[] }[];
  /** How many were found, also where fewer are listed. */
  readonly count: number;
}

/** The actions whose sentences have all words of the query, in the order of the menu; at most so many. */
export function grouped(all: readonly Said[], query: string, most: number): Found {
  const sought = wordsOf(query);
  const found = all.filter(({ text }) => sought.every((word) => plain(text).includes(word)));
  const groups = new Map<string, Said[]>();
  for (const said of found.slice(0, most)) {
    groups.set(said.action.type, [...(groups.get(said.action.type) ?? []), said]);
  }
  return { groups: [...groups].map(([tag, said]) => ({ tag, said })), count: found.length };
}
