// Players for both servers: two for each table, who play what a script says, as fast as they can or at a rate.
// Latency is counted from sending an action to the update of the other seat. Prints one line of JSON.

import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';

const require = createRequire(import.meta.url);
const WebSocket = require('ws');
const { io } = require('socket.io-client');

const { values: asked } = parseArgs({
  options: {
    kind: { type: 'string' },
    url: { type: 'string' },
    script: { type: 'string' },
    tables: { type: 'string' },
    seconds: { type: 'string' },
    rate: { type: 'string', default: '0' },
    // Dive: look at the centre of every round before acting in it, and think for about so many milliseconds.
    pictures: { type: 'boolean', default: false },
    think: { type: 'string', default: '0' },
  },
});
const script = JSON.parse(readFileSync(asked.script, 'utf8'));
const host = asked.url.replace('http://', '');
/** From the update that opens a round to its centre at that seat, in milliseconds. */
const looks = [];

/** A table of Fathom: opened and joined over HTTP, played over two sockets. */
class Ours {
  async open() {
    this.tokens = [0, 1].map(() => randomBytes(32).toString('base64url'));
    const wishes = [{ type: 'me' }, { type: 'open' }];
    const opened = await this.post('/api/tables', 0, { options: script.options, seats: wishes, name: 'Ada' });
    this.id = opened.table;
    await this.post(`/api/tables/${this.id}/join`, 1, { invite: opened.invite, name: 'Bob' });
    this.move = 0;
    this.sockets = await Promise.all([0, 1].map((seat) => this.connect(seat)));
    const { commitment } = await (await fetch(`${asked.url}/api/tables/${this.id}`)).json();
    this.begun = [0, 1].map(() => Promise.withResolvers?.() ?? deferred());
    for (const seat of [0, 1]) {
      const hash = createHash('sha256').update(Buffer.from(script.entropies[seat], 'hex')).digest('hex');
      this.say(seat, { type: 'ready', hash, commitment });
    }
    await Promise.all(this.begun.map((one) => one.promise));
  }

  async post(path, seat, body) {
    const answer = await fetch(asked.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.tokens[seat]}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  }

  connect(seat) {
    const headers = { authorization: `Bearer ${this.tokens[seat]}` };
    const socket = new WebSocket(`ws://${host}/api/tables/${this.id}/socket`, { headers });
    socket.on('message', (text) => this.hear(seat, JSON.parse(text)));
    return new Promise((resolve, reject) => {
      socket.on('open', () => {
        socket.send(JSON.stringify({ type: 'hello', after: null }));
        resolve(socket);
      });
      socket.on('error', reject);
    });
  }

  say(seat, message) {
    this.sockets[seat].send(JSON.stringify(message));
  }

  hear(seat, message) {
    switch (message.type) {
      case 'reveal-now':
        this.say(seat, { type: 'reveal', entropy: script.entropies[seat] });
        break;
      case 'position':
        this.begun[seat].resolve();
        this.expect(seat, message.view.round);
        break;
      case 'look-ready':
        if (asked.pictures) void this.look(seat, message.round);
        break;
      case 'happened':
        if (message.view.round !== this.expected?.[seat]?.round) this.expect(seat, message.view.round);
        if (this.awaited && seat !== this.awaited.seat && message.number === this.move + 1) this.heard();
        break;
      case 'refused':
        throw new Error(JSON.stringify(message));
    }
  }

  /** A round has opened, and its picture is to come. */
  expect(seat, round) {
    this.expected ??= [];
    this.expected[seat] = { round, since: performance.now(), ...deferred() };
  }

  async look(seat, round) {
    const expected = this.expected[seat];
    if (expected.round !== round) return;
    const { centre } = await this.get(`/api/tables/${this.id}/looks/${round}`, seat, (answer) => answer.json());
    await this.get(centre, seat, (answer) => answer.arrayBuffer());
    looks.push(performance.now() - expected.since);
    expected.resolve();
  }

  async get(path, seat, read) {
    const headers = { authorization: `Bearer ${this.tokens[seat]}` };
    const answer = await fetch(asked.url + path, { headers });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return read(answer);
  }

  get over() {
    return this.move >= script.moves.length;
  }

  /** Before a move: everyone has looked, and thought. */
  async ready() {
    if (!asked.pictures) return;
    await Promise.all(this.expected.map((one) => one.promise));
    // From half to one and a half times as long, and never twice the same: nobody moves in step.
    this.thought = ((this.thought ?? tables.length * 0.37) + 0.618) % 1;
    await new Promise((resolve) => setTimeout(resolve, Number(asked.think) * (0.5 + this.thought)));
  }

  play() {
    const [seat, action] = script.moves[this.move];
    return new Promise((resolve) => {
      this.awaited = { seat, resolve };
      this.say(seat, { type: 'act', id: `move-${this.move}`, number: this.move, action });
    });
  }

  heard() {
    this.move += 1;
    const { resolve } = this.awaited;
    this.awaited = null;
    resolve();
  }

  close() {
    for (const socket of this.sockets) socket.terminate();
  }
}

/** A match of boardgame.io, spoken to as its own client does, without what that computes for itself. */
class Theirs {
  async open() {
    this.id = randomBytes(8).toString('hex');
    this.stateID = 0;
    this.move = 0;
    this.sockets = [];
    for (const seat of [0, 1]) {
      const socket = io(`${asked.url}/peer`, { transports: ['websocket'], forceNew: true, reconnection: false });
      this.sockets.push(socket);
      await new Promise((resolve, reject) => {
        socket.on('sync', () => resolve());
        socket.on('connect_error', reject);
        socket.on('connect', () => socket.emit('sync', this.id, String(seat), undefined, 2));
      });
      socket.on('update', (_, state) => this.hear(seat, state));
    }
  }

  hear(seat, state) {
    if (this.awaited && seat !== this.awaited.seat && state._stateID > this.stateID) {
      this.stateID = state._stateID;
      this.move += 1;
      const { resolve } = this.awaited;
      this.awaited = null;
      resolve();
    }
  }

  get over() {
    return this.move >= script.moves.length;
  }

  ready() {}

  play() {
    const seat = this.move % 2;
    const payload = { type: 'sail', args: [this.move * 7], playerID: String(seat) };
    return new Promise((resolve) => {
      this.awaited = { seat, resolve };
      this.sockets[seat].emit('update', { type: 'MAKE_MOVE', payload }, this.stateID, this.id, String(seat));
    });
  }

  close() {
    for (const socket of this.sockets) socket.disconnect();
  }
}

function deferred() {
  const made = {};
  made.promise = new Promise((resolve) => {
    made.resolve = resolve;
  });
  return made;
}

const Table = asked.kind === 'ours' ? Ours : Theirs;

async function opened() {
  const table = new Table();
  await table.open();
  return table;
}

const tables = [];
for (let begun = 0; begun < Number(asked.tables); begun += 20) {
  const some = Math.min(20, Number(asked.tables) - begun);
  tables.push(...(await Promise.all(Array.from({ length: some }, opened))));
}
console.log('ready');

const latencies = [];
const seconds = Number(asked.seconds);
const begin = performance.now();
const end = begin + 1000 * seconds;

async function move(number) {
  await tables[number].ready();
  const sent = performance.now();
  await tables[number].play();
  latencies.push(performance.now() - sent);
  if (tables[number].over) {
    tables[number].close();
    tables[number] = await opened();
  }
}

let missed = 0;
if (Number(asked.rate)) {
  // One move after the other is due, whether the last was answered or not; a table that still waits is left out.
  const busy = new Set();
  let due = begin;
  let next = 0;
  while (performance.now() < end) {
    while (due <= performance.now()) {
      due += 1000 / Number(asked.rate);
      const number = next++ % tables.length;
      if (busy.has(number)) {
        missed += 1;
        continue;
      }
      busy.add(number);
      move(number).then(() => busy.delete(number));
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
} else {
  await Promise.all(
    tables.map(async (_, number) => {
      while (performance.now() < end) await move(number);
    }),
  );
}
const took = (performance.now() - begin) / 1000;
/** The value below which so large a share of the times lies. */
function at(times, share) {
  times.sort((one, other) => one - other);
  return times[Math.min(times.length - 1, Math.floor(share * times.length))];
}
console.log(
  JSON.stringify({
    moves: latencies.length,
    missed,
    seconds: took,
    p50: at(latencies, 0.5),
    p99: at(latencies, 0.99),
    looks: looks.length,
    look50: at(looks, 0.5) ?? 0,
    look99: at(looks, 0.99) ?? 0,
  }),
);
process.exit(0);
