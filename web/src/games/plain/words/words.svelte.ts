/** The words that a game of another package brings, in the reader's language, and what is said where it brings none. */

import { preferences } from '../../../device/preferences.svelte';
import { m } from '../../../paraglide/messages.js';
import { api } from '../../../wire/api';
import type { Json, JsonObject } from '../../../wire/protocol';
import { ANY_GAME } from '../../../words/anyGame';
import { nameLevels } from '../../../words/seats';
import type { Words } from '../../../words/values';
import { beginning, filled, isList, type Speaker } from './template';

type Templates = { readonly [key: string]: string };

/** A label that says: do not show this. */
const HIDDEN = '-';

export class GameWords {
  private found = $state.raw<{ readonly [language: string]: Templates }>({});
  private asked: Promise<void> | null = null;

  constructor(readonly game: string) {}

  /** Fetch the words, unless they are here. Without them everything is called as the server calls it. */
  async fetch(): Promise<void> {
    this.asked ??= api.words(this.game).then(
      (found) => {
        this.found = found;
        nameLevels((level) => this.template(`level.${level}`));
      },
      () => {
        this.asked = null;
      },
    );
    await this.asked;
  }

  /** A sentence as it was brought, in the reader's language or else in English. */
  template(key: string): string | null {
    return this.found[preferences.locale]?.[key] ?? this.found['en']?.[key] ?? null;
  }

  title(): string {
    return this.template('title') ?? capital(humanised(this.game));
  }

  blurb(): string {
    return this.template('blurb') ?? '';
  }

  /** What a field of the options is called. */
  option(field: string): string {
    return this.template(`option.${field}`) ?? capital(humanised(field));
  }

  optionHint(field: string): string {
    return this.template(`option.${field}.hint`) ?? '';
  }

  /** What a choice for a field of the options is called. */
  choice(field: string, value: Json): string {
    return this.template(`option.${field}.${String(value)}`) ?? capital(this.value(value));
  }

  action(action: JsonObject, names: readonly string[]): string {
    return this.sentence('action', action, names);
  }

  event(event: JsonObject, names: readonly string[]): string {
    return this.sentence('event', event, names);
  }

  /** What all actions of a kind are called together. */
  kind(tag: string): string {
    return beginning(this.template(`action.${tag}`) ?? '') || capital(humanised(tag));
  }

  /** A field of an action, for whoever fills in a form. */
  field(tag: string, field: string): string {
    return this.template(`action.${tag}.${field}`) ?? capital(humanised(field));
  }

  /** What a part of the view is called; null if it is not to be shown. */
  label(path: string): string | null {
    const words = this.template(`view.${path}`);
    return words === HIDDEN ? null : (words ?? capital(humanised(path.split('.').at(-1) ?? path)));
  }

  refusal(code: string, values: JsonObject): string | null {
    const template = this.template(`refusal.${code}`);
    if (template !== null) return filled(template, values, this.speaker([]));
    const words: { readonly [code: string]: Words } = ANY_GAME;
    return words[code]?.({}) ?? null;
  }

  /** A value in the reader's language. */
  value(value: Json): string {
    if (value === null) return '–';
    if (typeof value === 'boolean') return value ? m.plain_yes() : m.plain_no();
    if (typeof value === 'number') {
      // Years and the like are not grouped.
      return value.toLocaleString(preferences.locale, { useGrouping: Math.abs(value) >= 10_000 });
    }
    if (typeof value === 'string') return this.template(`value.${value}`) ?? humanised(value);
    if (isList(value)) return value.map((each) => this.value(each)).join(', ') || '–';
    return Object.entries(value)
      .map(([name, each]) => (name === 'type' ? this.value(each) : `${humanised(name)} ${this.value(each)}`))
      .join(', ');
  }

  private sentence(of: 'action' | 'event', thing: JsonObject, names: readonly string[]): string {
    const tag = typeof thing['type'] === 'string' ? thing['type'] : '';
    const template = this.template(`${of}.${tag}`);
    if (template !== null) return filled(template, thing, this.speaker(names));
    const { type: _, ...rest } = thing;
    const parts = Object.keys(rest).length ? `: ${this.value(rest)}` : '';
    return `${capital(humanised(tag))}${parts}`;
  }

  private speaker(names: readonly string[]): Speaker {
    return {
      value: (value) => this.value(value),
      name: (seat) => names[seat] ?? m.new_seat_number({ number: seat + 1 }),
    };
  }
}

/** A name of a program as a person would write it: `draw-again` is "draw again". */
export function humanised(name: string): string {
  return /^[a-z0-9]+([-_][a-z0-9]+)*$/i.test(name) ? name.replace(/[-_]+/g, ' ') : name;
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
