// A game on boardgame.io, as small as can be, whose messages have the size of Deep Blue's: a table of some 5 kB,
// a hand for each player that the other may not see, and moves that change a little of it.

import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { Server, Origins } = require('boardgame.io/server');

const PLACES = 40;

const game = {
  name: 'peer',
  setup: () => ({
    places: Array.from({ length: PLACES }, (_, number) => ({
      id: `place-${number}`,
      wreck: null,
      gems: ['none', 'blue', 'red'][number % 3],
      captains: [],
      neighbours: [(number + 1) % PLACES, (number + 7) % PLACES],
    })),
    hands: { 0: ['deckhand', 'helmsman', 'purser'], 1: ['deckhand', 'diver', 'purser'] },
    scores: [0, 0],
  }),
  playerView: ({ G, playerID }) => ({ ...G, hands: { [playerID]: G.hands[playerID] } }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    sail: ({ G, playerID }, to) => {
      for (const place of G.places) place.captains = place.captains.filter((one) => one !== playerID);
      G.places[to % PLACES].captains.push(playerID);
      G.scores[Number(playerID)] += to % 3;
    },
  },
};

const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
const running = await server.run({ port: 0 });
console.log(`http://127.0.0.1:${running.appServer.address().port}`);
