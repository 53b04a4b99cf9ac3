/**
 * The pictures of a dive, fetched before they are shown: the stack before each card was lifted, each card as a film
 * that can be seen through, and the outlines of the animals that mattered. They are kept here and nowhere else, and
 * let go of when the diver goes on (D5.4).
 */

import { api } from '../../../wire/api';

export interface Outline {
  readonly animal: string;
  readonly path: string;
  /** The middle of it, in the picture's coordinates. */
  readonly x: number;
  readonly y: number;
}

export interface Reel {
  /** The width and height of the pictures, in which outlines are given. */
  readonly size: number;
  /** The stack with 0, 1, 2 … cards lifted. */
  readonly stacks: readonly string[];
  readonly films: readonly string[];
  readonly outlines: readonly (readonly Outline[])[];
  /** Let go of the pictures. */
  close(): void;
}

/**
 * The pictures of a dive that lifted so many cards, once all of them are here; null if they cannot be had. `round` is
 * the one whose list names them: the next one at a table, the round itself in a game that is over.
 */
export async function reel(address: string, round: number, cards: number): Promise<Reel | null> {
  const held: string[] = [];
  const close = () => {
    for (const url of held) URL.revokeObjectURL(url);
  };
  const fetched = async (picture: string) => {
    const url = URL.createObjectURL(await (await found(picture)).blob());
    held.push(url);
    const image = new Image();
    image.src = url;
    await image.decode();
    return url;
  };
  try {
    const look = await api.look(address, round);
    if (look.lifted.length < cards || look.stacks.length < cards) return null;
    // What lies there after the last card: the list has it, or it is the picture of the new round.
    const after = look.stacks.length > cards ? [] : look.lifted.length === cards ? [look.centre] : [];
    const [stacks, films, outlines] = await Promise.all([
      Promise.all([...look.stacks.slice(0, cards + 1), ...after].map(fetched)),
      Promise.all(look.lifted.slice(0, cards).map(fetched)),
      Promise.all(
        look.outlines.slice(0, cards).map(async (one) => outlinesIn(await (await found(one)).text())),
      ),
    ]);
    return { size: look.size, stacks, films, outlines, close };
  } catch {
    close();
    return null;
  }
}

async function found(address: string): Promise<Response> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer;
}

/** The paths of an outline as the server draws it. Only their numbers are taken over. */
export function outlinesIn(svg: string): Outline[] {
  return [...svg.matchAll(/<path data-animal="([a-z]+)" d="M([\d\sL.-]+)Z"\/>/g)].map(
    ([, animal = '', line = '']) => {
      const points = line.split('L').map((point) => point.split(' ').map(Number));
      const middle = (axis: number) => {
        const values = points.map((point) => point[axis] ?? 0);
        return (Math.min(...values) + Math.max(...values)) / 2;
      };
      return { animal, path: `M${line}Z`, x: middle(0), y: middle(1) };
    },
  );
}
