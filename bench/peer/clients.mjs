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
  },
});
const script = JSON.parse(readFileSync(asked.script, 'utf8'));
const host = asked.url.replace('http://', '');

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
        break;
      case 'happened':
        if (this.awaited && seat !== this.awaited.seat && message.number === this.move + 1) this.heard();
        break;
      case 'refused':
        throw new Error(JSON.stringify(message));
    }
  }

  get over() {
    return this.move >= script.moves.length;
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
latencies.sort((one, other) => one - other);
const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))];
console.log(
  JSON.stringify({ moves: latencies.length, missed, seconds: took, p50: at(0.5), p99: at(0.99) }),
);
process.exit(0);
