/** Which of a grid of views are seen from somewhere between them, and how much of each. */

export interface Part {
  readonly row: number;
  readonly column: number;
  readonly weight: number;
}

/**
 * The views around an eye at (`across`, `down`), each from -1 to 1. The weights add up to 1.
 *
 * `snap` gives the nearest view alone.
 */
export function views(steps: number, across: number, down: number, snap = false): Part[] {
  const x = ((clamp(across) + 1) / 2) * (steps - 1);
  const y = ((clamp(down) + 1) / 2) * (steps - 1);
  if (snap) return [{ row: Math.round(y), column: Math.round(x), weight: 1 }];
  const column = Math.min(Math.floor(x), Math.max(0, steps - 2));
  const row = Math.min(Math.floor(y), Math.max(0, steps - 2));
  const right = x - column;
  const below = y - row;
  return [
    { row, column, weight: (1 - right) * (1 - below) },
    { row, column: column + 1, weight: right * (1 - below) },
    { row: row + 1, column, weight: (1 - right) * below },
    { row: row + 1, column: column + 1, weight: right * below },
  ].filter((part) => part.weight > 0);
}

function clamp(value: number): number {
  return Math.max(-1, Math.min(1, value));
}
