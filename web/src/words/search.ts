/** Finding rules by words: all of them must be there, in any order, whatever the case and the accents. */

import type { Rulebook, Run, Section } from './rulebook';

export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();
}

export function wordsOf(query: string): string[] {
  return plain(query).split(/\s+/).filter(Boolean);
}

export function textOf(runs: readonly Run[]): string {
  return runs.map((run) => (typeof run === 'string' ? run : run.text)).join('');
}

/** The sections with only those parts in which every word is found; a clause is found by its number too. */
export function found(book: Rulebook, query: string): readonly Section[] {
  const words = wordsOf(query);
  if (!words.length) return book.sections;
  return book.sections
    .map((section) => ({
      ...section,
      parts: section.parts.filter((part) => {
        const id = part.type === 'clause' ? `${part.id} ` : '';
        const text = plain(`${id}${section.title} ${textOf(part.runs)}`);
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ parts }) => parts.length > 0);
}

/** A text cut where one of the words begins or ends, so that they can be marked. */
export function marked(text: string, words: readonly string[]): { text: string; hit: boolean }[] {
  if (!words.length) return [{ text, hit: false }];
  // One plain letter for each place of the text, so that what is found there is found here.
  const letters = [...text];
  const plainly = letters.map((letter) => plain(letter));
  const starts: number[] = [];
  let length = 0;
  for (const each of plainly) {
    starts.push(length);
    length += each.length;
  }
  const whole = plainly.join('');
  const hit = new Array<boolean>(letters.length).fill(false);
  for (const word of words) {
    for (let at = whole.indexOf(word); at !== -1; at = whole.indexOf(word, at + word.length)) {
      starts.forEach((start, index) => {
        if (start >= at && start < at + word.length) hit[index] = true;
      });
    }
  }
  const pieces: { text: string; hit: boolean }[] = [];
  letters.forEach((letter, index) => {
    const last = pieces[pieces.length - 1];
    if (last && last.hit === hit[index]) last.text += letter;
    else pieces.push({ text: letter, hit: hit[index] ?? false });
  });
  return pieces;
}
