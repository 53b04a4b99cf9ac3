/** Where words go that point at something: near it, never over it, and over as little as can be of what matters. */

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Spot {
  readonly left: number;
  readonly top: number;
}

/** How far the words keep from everything. */
const GAP = 10;

/** The box with so many pixels more on each side. */
export function around({ left, top, right, bottom }: Box, by: number): Box {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

export function sameBox(one: Box | null, other: Box | null): boolean {
  if (!one || !other) return one === other;
  return (['left', 'top', 'right', 'bottom'] as const).every((side) => one[side] === other[side]);
}

/** The best place in the window for words of this size about `it`; `keep` should stay free if it can. */
export function beside(it: Box, words: Size, window: Size, keep: readonly Box[]): Spot {
  const inside = ({ left, top }: Spot): Spot => ({
    left: clamp(left, window.width - words.width),
    top: clamp(top, window.height - words.height),
  });
  const [middle, centre] = [(it.left + it.right - words.width) / 2, (it.top + it.bottom - words.height) / 2];
  const spots = [it, ...keep]
    .flatMap((box): Spot[] => {
      // Under something wide they stay within its width, so that they cover nothing beside it.
      const wide = box.right - box.left >= words.width;
      const left = wide ? Math.max(box.left, Math.min(middle, box.right - words.width)) : middle;
      return [
        { left, top: box.bottom + GAP },
        { left, top: box.top - GAP - words.height },
        { left: box.left - GAP - words.width, top: centre },
        { left: box.right + GAP, top: centre },
      ];
    })
    .map(inside);
  const cost = (spot: Spot) => {
    const box = { ...spot, right: spot.left + words.width, bottom: spot.top + words.height };
    // Whatever else they cover, they never cover what they speak of.
    return shared(box, it) * 1e6 + keep.reduce((sum, each) => sum + shared(box, each), 0);
  };
  return spots.reduce((best, spot) => (cost(spot) < cost(best) ? spot : best));
}

function clamp(at: number, most: number): number {
  return Math.round(Math.max(GAP, Math.min(at, most - GAP)));
}

/** How many square pixels two boxes share. */
function shared(one: Box, other: Box): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}
