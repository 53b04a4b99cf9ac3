/** Fingers, a mouse or a wheel on the frame: one drags or taps, two pinch and move, the wheel comes closer. */

import type { Point } from './painting/painter';

export interface Gestures {
  /** A finger went down on the frame. Answering true keeps everything else from happening with it. */
  press(at: Point): boolean;
  /** A pointer is here, pressed or not. */
  hover(at: Point, pressed: boolean): void;
  /** Dragged by this share of the frame since it was pressed, and since it was here last. */
  drag(by: Point, step: Point, finger: boolean): void;
  /** Closer by a factor around a point, moved by a share of the frame. */
  pinch(factor: number, around: Point, by: Point): void;
  /** Pressed and let go at one place. */
  tap(at: Point): void;
  /** All fingers are up. */
  release(): void;
}

const WHEEL = 0.0016;

/** Pixels that a finger may move and still tap. */
const A_TAP = 8;

export class Hands {
  private readonly fingers = new Map<number, Point>();
  private start: Point | null = null;
  private moving = false;
  private tapping = false;

  constructor(private readonly does: Gestures) {}

  down = (event: PointerEvent): void => {
    const frame = event.currentTarget as HTMLElement;
    const at = within(frame, event);
    if (this.does.press(at)) return;
    frame.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, at);
    // A second finger, a second button or Shift moves the picture instead of tilting it.
    this.moving = event.shiftKey || event.button === 2;
    this.start = this.fingers.size === 1 ? at : null;
    this.tapping = this.fingers.size === 1 && event.button === 0;
  };

  move = (event: PointerEvent): void => {
    const frame = event.currentTarget as HTMLElement;
    const at = within(frame, event);
    const before = this.fingers.get(event.pointerId);
    this.does.hover(at, before !== undefined);
    if (!before) return;
    if (this.fingers.size === 1) {
      if (this.start && apart(at, this.start) * frame.clientWidth > A_TAP) this.tapping = false;
      const step = { x: at.x - before.x, y: at.y - before.y };
      if (this.moving) this.does.pinch(1, at, step);
      else if (this.start && !this.tapping) {
        const by = { x: at.x - this.start.x, y: at.y - this.start.y };
        this.does.drag(by, step, event.pointerType !== 'mouse');
      }
    } else {
      const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        const middle = (one: Point) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
        const [was, is] = [middle(before), middle(at)];
        const factor = apart(at, other) / Math.max(0.01, apart(before, other));
        this.does.pinch(factor, is, { x: is.x - was.x, y: is.y - was.y });
      }
    }
    this.fingers.set(event.pointerId, at);
  };

  up = (event: PointerEvent): void => {
    const at = this.fingers.get(event.pointerId);
    if (!at) return;
    this.fingers.delete(event.pointerId);
    this.start = null;
    if (this.tapping && event.type === 'pointerup') this.does.tap(at);
    this.tapping = false;
    if (this.fingers.size === 0) this.does.release();
  };

  /** The wheel comes closer; all the way out it scrolls the page again. */
  wheel(event: WheelEvent, zoom: number): void {
    if (zoom <= 1 && event.deltaY > 0) return;
    event.preventDefault();
    const at = within(event.currentTarget as HTMLElement, event);
    this.does.pinch(Math.exp(-event.deltaY * (event.ctrlKey ? 6 : 1) * WHEEL), at, { x: 0, y: 0 });
  }
}

function within(frame: HTMLElement, event: MouseEvent): Point {
  const box = frame.getBoundingClientRect();
  return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
}

function apart(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
