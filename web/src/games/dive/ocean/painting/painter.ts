/** What there is to paint of the ocean, from where it is looked at, and who can paint it. */

import { views } from './views';

export type Bitmaps = { readonly [name: string]: ImageBitmap };

/** The pictures of one look that are here by now. Everyone at the table gets the same. */
export interface Pictures {
  readonly size: number;
  readonly steps: number;
  readonly centre: ImageBitmap;
  /** The centre in twice as many pixels, once someone looked closely. */
  readonly large: ImageBitmap | null;
  /** The grid of views, rows from the top, each from left to right; none until all are here. */
  readonly views: readonly ImageBitmap[];
  /** On flashlight tables: night, above, below, north, east, south, west. */
  readonly lights: Bitmaps;
}

/** Every picture there is. */
export function each(pictures: Pictures): ImageBitmap[] {
  const large = pictures.large ? [pictures.large] : [];
  return [pictures.centre, ...large, ...pictures.views, ...Object.values(pictures.lights)];
}

export type Light = 'day' | 'above' | 'below' | 'side';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** From where someone looks at the stack: tilted (each from -1 to 1), how close, at what (from 0 to 1). */
export interface Viewpoint {
  readonly across: number;
  readonly down: number;
  readonly zoom: number;
  readonly at: Point;
}

/** From where and in which light. */
export interface Gaze extends Viewpoint {
  readonly light: Light;
  /** The torches over the stack, your own first. */
  readonly torches: readonly Point[];
  /** Only whole views, none blended: for people who asked for less motion. */
  readonly snap: boolean;
}

/** The views that are seen with their weights, and the large centre where that alone is seen. */
export function seenOf(
  shown: Pictures,
  gaze: Gaze,
): { readonly picture: ImageBitmap; readonly weight: number }[] {
  const { steps } = shown;
  const whole = shown.views.length === steps * steps;
  const parts = whole ? views(steps, gaze.across, gaze.down, gaze.snap) : [];
  const middle = (steps - 1) / 2;
  const [first] = parts;
  if (!first || (parts.length === 1 && first.row === middle && first.column === middle)) {
    return [{ picture: (gaze.zoom > 1 && shown.large) || shown.centre, weight: 1 }];
  }
  return parts.map(({ row, column, weight }) => ({
    picture: shown.views[row * steps + column] ?? shown.centre,
    weight,
  }));
}

export interface Painter {
  show(pictures: Pictures): void;
  draw(gaze: Gaze): void;
  end(): void;
}

export const MOST_TORCHES = 4;

/** The torch as the server's `fathom.ocean.torch` has it: how far it reaches, how strong it is. */
export const REACH = 0.3;
export const STRENGTH = 1.9;
export const SPILL = 0.1;

/** The corner of the part of the picture that is seen: `at` in the middle, as far as the edges allow. */
export function corner(gaze: Gaze): Point {
  const part = 1 / gaze.zoom;
  const start = (middle: number) => Math.max(0, Math.min(1 - part, middle - part / 2));
  return { x: start(gaze.at.x), y: start(gaze.at.y) };
}
