import { expect, test } from 'vitest';

import { m } from '../paraglide/messages.js';
import { LESSONS as DEEP_BLUE } from '../games/deep-blue/deepBlueLessons';
import { LESSONS as DIVE } from '../games/dive/diveLessons';

const WORDS = { ...DIVE.words, ...DEEP_BLUE.words };

test('every name stands for the message that bears it', () => {
  const messages = m as unknown as { readonly [key: string]: unknown };
  for (const [lesson, words] of Object.entries(WORDS)) {
    const name = lesson.replaceAll('-', '_');
    for (const [step, said] of Object.entries(words)) {
      if (step === 'title') expect(said).toBe(messages[`learn_about_${name}`]);
      else if (step === 'about') expect(said).toBe(messages[`learn_about_${name}_hint`]);
      else expect([step, said]).toEqual([step, messages[`learn_${name}_${step}`]]);
    }
  }
});

test('every message of a lesson has its name', () => {
  const known = Object.entries(WORDS).flatMap(([lesson, words]) =>
    Object.keys(words).map((step) => `learn_${lesson.replaceAll('-', '_')}_${step}`),
  );
  const lessons = Object.keys(WORDS).map((lesson) => lesson.replaceAll('-', '_'));
  const told = Object.keys(m).filter((key) => lessons.some((lesson) => key.startsWith(`learn_${lesson}_`)));
  expect(told.filter((key) => !known.includes(key))).toEqual([]);
});
