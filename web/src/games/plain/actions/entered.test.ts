import { expect, test } from 'vitest';

import type { Form } from '../../../wire/protocol';
import { actionFrom, beginOf } from './entered';

const FORM: Form = {
  tag: 'move',
  fields: [
    { name: 'from', kind: 'number', least: 3, most: 900 },
    { name: 'piece', kind: 'choice', choices: ['king', 'pawn'] },
    { name: 'silent', kind: 'switch' },
    { name: 'note', kind: 'text' },
    { name: 'path', kind: 'json' },
  ],
};

test('a form begins with what could be meant', () => {
  expect(beginOf(FORM)).toEqual({ from: '3', piece: '0', silent: false, note: '', path: 'null' });
});

test('what was entered becomes an action of its kind', () => {
  const entered = { from: '12', piece: '1', silent: true, note: 'hello', path: '[1, {"a": 2}]' };
  expect(actionFrom(FORM, entered)).toEqual({
    action: { type: 'move', from: 12, piece: 'pawn', silent: true, note: 'hello', path: [1, { a: 2 }] },
  });
});

test('a field that cannot be read is named', () => {
  expect(actionFrom(FORM, { ...beginOf(FORM), path: '[1,' })).toEqual({ wrong: 'path' });
  expect(actionFrom(FORM, { ...beginOf(FORM), from: '' })).toEqual({ wrong: 'from' });
});
