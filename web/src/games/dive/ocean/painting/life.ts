/**
 * What makes tilting feel alive and tells nothing: the inner walls of the frame, shafts of light, caustics and plankton.
 *
 * All of it follows from a public seed and from how the frame is tilted, never from the pictures. For people who asked
 * for less motion it is not drawn at all.
 */

/** How far the whole picture moves with the frame at full tilt, in widths of the frame. */
export const COMMON = 0.022;

const SPECKS = 40;
const SHAFTS = 5;
const NET = 192;
const LONGEST = 50;

interface Speck {
  readonly x: number;
  readonly y: number;
  readonly near: number;
  readonly size: number;
  readonly phase: number;
}

export class Life {
  private readonly paper: CanvasRenderingContext2D | null;
  private readonly specks: readonly Speck[];
  private readonly net: HTMLCanvasElement;
  private drift = 0;
  private last = 0;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    seed: string,
  ) {
    this.paper = canvas.getContext('2d');
    const next = numbers(seed);
    this.specks = Array.from({ length: SPECKS }, () => ({
      x: next(),
      y: next(),
      near: 0.5 + 2.2 * next() ** 2,
      size: next(),
      phase: next() * 6.28,
    }));
    this.net = caustics(next);
  }

  /** Draw for a tilt, each from -1 to 1, at a time in milliseconds: what drifts does so while this is called. */
  draw(across: number, down: number, now: number): void {
    const { paper, canvas } = this;
    if (!paper) return;
    this.drift += Math.min(LONGEST, Math.max(0, now - this.last)) / 1000;
    this.last = now;
    paper.clearRect(0, 0, canvas.width, canvas.height);
    paper.globalCompositeOperation = 'screen';
    this.light(paper, across, down);
    this.plankton(paper, across, down);
    paper.globalCompositeOperation = 'source-over';
    this.walls(paper, across, down);
  }

  /** Shafts and caustics were drawn once; they only move. */
  private light(paper: CanvasRenderingContext2D, across: number, down: number): void {
    const { width, height } = this.canvas;
    const [left, top] = [0.07 * across - 0.1, 0.04 * down - 0.04];
    paper.drawImage(this.net, left * width, top * height, width * 1.2, height * 1.08);
  }

  private plankton(paper: CanvasRenderingContext2D, across: number, down: number): void {
    const { width, height } = this.canvas;
    paper.fillStyle = '#dff5ee';
    for (const { x, y, near, size, phase } of this.specks) {
      const sway = 0.008 * Math.sin(phase + 0.5 * this.drift);
      const at = wrapped(x + sway + 0.035 * near * across);
      const rise = wrapped(y - 0.004 * near * this.drift + 0.035 * near * down);
      paper.globalAlpha = (0.1 + 0.22 * size) / (0.6 + 0.5 * near);
      paper.beginPath();
      paper.arc(at * width, rise * height, (0.5 + size) * near * (width / 900), 0, 6.2832);
      paper.fill();
    }
    paper.globalAlpha = 1;
  }

  /** Where the picture has moved away from the frame, its inner wall shows. */
  private walls(paper: CanvasRenderingContext2D, across: number, down: number): void {
    const { width, height } = this.canvas;
    const [wide, tall] = [Math.abs(across) * COMMON * width, Math.abs(down) * COMMON * height];
    const sides = [
      [
        across > 0 ? 0 : width - wide,
        0,
        wide,
        height,
        across > 0 ? 0 : width,
        0,
        across > 0 ? wide : width - wide,
        0,
      ],
      [
        0,
        down > 0 ? 0 : height - tall,
        width,
        tall,
        0,
        down > 0 ? 0 : height,
        0,
        down > 0 ? tall : height - tall,
      ],
    ] as const;
    for (const [x, y, w, h, fromX, fromY, toX, toY] of sides) {
      if (w < 0.5 || h < 0.5) continue;
      const shade = paper.createLinearGradient(fromX, fromY, toX, toY);
      shade.addColorStop(0, '#b08f55');
      shade.addColorStop(0.7, '#5d4526');
      shade.addColorStop(1, '#1d1710');
      paper.fillStyle = shade;
      paper.fillRect(x, y, w, h);
    }
  }
}

function wrapped(value: number): number {
  return value - Math.floor(value);
}

/** A net of light and the shafts that make it, drawn once. */
function caustics(next: () => number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = NET;
  const paper = canvas.getContext('2d');
  if (!paper) return canvas;
  const waves = Array.from(
    { length: 5 },
    () => [next() * 6.28, 3 + Math.floor(next() * 5), next() * 6.28] as const,
  );
  const drawn = paper.createImageData(NET, NET);
  for (let y = 0; y < NET; y += 1) {
    for (let x = 0; x < NET; x += 1) {
      let sum = 0;
      for (const [turn, often, phase] of waves) {
        const along = (x * Math.cos(turn) + y * Math.sin(turn)) / NET;
        sum += Math.sin(6.28 * often * along + phase + Math.sin((9 * y) / NET + phase));
      }
      const bright = 20 * Math.max(0, 1 - Math.abs(sum)) ** 3 * (1 - (0.8 * y) / NET);
      drawn.data.set([235, 250, 240, bright], 4 * (y * NET + x));
    }
  }
  paper.putImageData(drawn, 0, 0);
  const shade = paper.createLinearGradient(0, 0, 0, NET * 0.8);
  shade.addColorStop(0, 'rgb(220 245 240 / 0.085)');
  shade.addColorStop(1, 'rgb(220 245 240 / 0)');
  paper.fillStyle = shade;
  for (let shaft = 0; shaft < SHAFTS; shaft += 1) {
    const [x, wide] = [NET * next(), NET * (0.05 + 0.03 * next())];
    paper.beginPath();
    paper.moveTo(x, 0);
    paper.lineTo(x + wide, 0);
    paper.lineTo(x + wide * 2 - NET * 0.12, NET * 0.8);
    paper.lineTo(x - NET * 0.12, NET * 0.8);
    paper.fill();
  }
  return canvas;
}

/** Numbers from 0 to 1 that follow from a text. */
export function numbers(seed: string): () => number {
  let state = 2166136261;
  for (let i = 0; i < seed.length; i += 1) state = Math.imul(state ^ seed.charCodeAt(i), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
