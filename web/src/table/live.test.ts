import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { FromClient, FromServer, GameMenu, GameView, Lobby } from '../wire/protocol';
import { LiveTable } from './live.svelte';

/** The other end of a line: keeps what was said, and can answer or break. */
class Line {
  static readonly OPEN = 1;
  static all: Line[] = [];
  readyState = 0;
  readonly said: FromClient[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly address: string) {
    Line.all.push(this);
  }

  send(frame: string): void {
    this.said.push(JSON.parse(frame) as FromClient);
  }

  close(): void {
    this.readyState = 3;
  }

  connect(): void {
    this.readyState = Line.OPEN;
    this.onopen?.();
  }

  tell(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  break(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

const LOBBY = {
  table: 'here',
  phase: 'playing',
  you: 0,
  host: 0,
  seats: [{ type: 'person', name: 'Ada', ready: true }],
} as unknown as Lobby;

const POSSIBLE = { type: 'ready' } as GameMenu;
const IMPOSSIBLE = { type: 'closed' } as GameMenu;
const VIEW = { game: 'dive' } as GameView;

const LOOK_AGAIN: FromServer = { type: 'lobby', lobby: LOBBY };

function newest(): Line {
  const line = Line.all[Line.all.length - 1];
  if (!line) throw new Error('no line was opened');
  return line;
}

beforeEach(() => {
  vi.useFakeTimers();
  Line.all = [];
  vi.stubGlobal('WebSocket', Line);
  vi.stubGlobal('location', { protocol: 'http:', host: 'fathom.test' });
  vi.stubGlobal('window', globalThis);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A table whose line is up. */
function open(): LiveTable {
  const table = new LiveTable('here', (_, __, menu) => menu.type === POSSIBLE.type);
  table.open();
  newest().connect();
  newest().tell(LOOK_AGAIN);
  return table;
}

test('what is asked while the line is down is said once when it is up again, in order', () => {
  const table = open();
  newest().break();
  table.ask({ type: 'phrase', phrase: 'hello' });
  table.ask({ type: 'mute', seat: 1, muted: true });
  vi.advanceTimersByTime(500);
  const second = newest();
  second.connect();
  expect(second.said.map((message) => message.type)).toEqual(['hello']);
  second.tell(LOOK_AGAIN);
  expect(second.said.map((message) => message.type)).toEqual(['hello', 'phrase', 'mute']);

  second.break();
  vi.advanceTimersByTime(500);
  newest().connect();
  newest().tell(LOOK_AGAIN);
  expect(newest().said.map((message) => message.type)).toEqual(['hello']);
});

test('a server that stops is said to be back in a moment until it is, or the moment is over', () => {
  const table = open();
  newest().break(1012);
  expect([table.line, table.soon]).toEqual(['broken', true]);
  vi.advanceTimersByTime(500);
  newest().break();
  expect(table.soon).toBe(true);
  vi.advanceTimersByTime(1000);
  newest().connect();
  newest().tell(LOOK_AGAIN);
  expect(table.line).toBe('open');

  newest().break();
  expect(table.soon).toBe(false);
});

test('a server that does not come back is lost like any other', () => {
  const table = open();
  newest().break(1012);
  for (const pause of [500, 1000, 2000, 4000]) {
    vi.advanceTimersByTime(pause);
    newest().break();
    expect(table.soon).toBe(true);
  }
  vi.advanceTimersByTime(8000);
  newest().break();
  expect(table.soon).toBe(false);
});

test('what was asked before the first lobby came waits for it', () => {
  const table = new LiveTable('here', (_, __, menu) => menu.type === POSSIBLE.type);
  table.open();
  table.ask({ type: 'rematch' });
  newest().connect();
  expect(newest().said).toEqual([{ type: 'hello', after: null, sign: '', shows: true }]);
  newest().tell(LOOK_AGAIN);
  expect(newest().said.map((message) => message.type)).toEqual(['hello', 'rematch']);
});

test('an action that was not confirmed is sent again under the same id, and a torch is not', () => {
  const table = open();
  table.act({ type: 'withdraw' });
  table.point({ x: 0.5, y: 0.5 });
  const [, act, torch] = newest().said;
  expect([act?.type, torch?.type]).toEqual(['act', 'torch']);
  newest().break();
  table.point(null);
  vi.advanceTimersByTime(500);
  newest().connect();
  newest().tell(LOOK_AGAIN);
  expect(newest().said.slice(1)).toEqual([act]);
  newest().tell({ type: 'done', id: act?.type === 'act' ? act.id : '', number: 1, sign: 'one' });
  expect(table.waiting).toBe(false);
});

test('whoever is ready before the line is up is ready as soon as it is', () => {
  const table = new LiveTable('here', (_, __, menu) => menu.type === POSSIBLE.type);
  table.open();
  table.ready();
  newest().connect();
  newest().tell({ type: 'lobby', lobby: { ...LOBBY, phase: 'lobby', commitment: 'c0ffee' } as Lobby });
  expect(newest().said.map((message) => message.type)).toEqual(['hello', 'ready']);
});

test('an action that came too late is sent anew while it is still possible, and given up when it is not', () => {
  const table = open();
  const stale = (id: string): FromServer => ({
    type: 'refused',
    id,
    refusal: { code: 'stale', clause: '', text: '', values: {} },
  });
  const position = (number: number, menu: GameMenu): FromServer => ({
    type: 'position',
    number,
    view: VIEW,
    menu,
    left: null,
    result: null,
    sign: '',
    can_take_back: null,
  });
  const last = () => {
    // Between actions the page also asks for the story of the table.
    const said = newest().said.flatMap((each) => (each.type === 'act' ? [each] : []));
    const newestAct = said.at(-1);
    if (!newestAct) throw new Error('no action was sent');
    return newestAct;
  };
  newest().tell(position(3, POSSIBLE));
  table.act({ type: 'withdraw' });
  const first = last();
  newest().tell(position(4, POSSIBLE));
  newest().tell(stale(first.id));
  expect(last()).toMatchObject({ number: 4, action: { type: 'withdraw' } });
  expect(last().id).not.toBe(first.id);
  expect([table.waiting, table.refusal]).toEqual([true, null]);

  newest().tell(position(5, IMPOSSIBLE));
  newest().tell(stale(last().id));
  expect(table.waiting).toBe(false);
  expect(table.refusal?.code).toBe('stale');
});

test('only the newest draft is answered', () => {
  const table = open();
  table.draft({ type: 'withdraw' });
  table.draft({ type: 'withdraw' });
  const [older, newer] = newest().said.flatMap((said) => (said.type === 'draft' ? [said.id] : []));
  newest().tell({ type: 'checked', id: older ?? '', refusal: null });
  expect(table.draftAnswered).toBe(false);
  newest().tell({ type: 'checked', id: newer ?? '', refusal: null });
  expect(table.draftAnswered).toBe(true);
});

test('a line that comes back shows the last number with its signature', () => {
  const table = open();
  newest().tell({ type: 'position', number: 4, view: VIEW, sign: 'four' } as unknown as FromServer);
  newest().tell({
    type: 'happened',
    number: 5,
    view: VIEW,
    events: [],
    sign: 'five',
  } as unknown as FromServer);
  newest().break();
  table.retry();
  newest().connect();
  expect(newest().said).toEqual([{ type: 'hello', after: 5, sign: 'five', shows: true }]);
  table.close();
});
