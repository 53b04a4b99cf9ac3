/** A piece dragged over the board with finger or mouse, until it is dropped on a level or beside the board. */

import type { Piece } from './planning.svelte';

const A_TAP = 7;

export class Dragging {
  piece = $state<Piece | null>(null);
  x = $state(0);
  y = $state(0);
  /** Whether it has left its place: until then it may still be a tap. */
  moved = $state(false);
  /** The level it hovers over. */
  over = $state<number | null>(null);

  constructor(private readonly drop: (piece: Piece, level: number | null) => void) {}

  press(event: PointerEvent, piece: Piece): void {
    if (event.button !== 0) return;
    this.piece = piece;
    this.x = event.clientX;
    this.y = event.clientY;
    this.moved = false;
  }

  move(event: PointerEvent): void {
    if (this.piece === null) return;
    if (!this.moved && Math.hypot(event.clientX - this.x, event.clientY - this.y) <= A_TAP) return;
    this.x = event.clientX;
    this.y = event.clientY;
    this.moved = true;
    this.over = levelUnder(event);
  }

  release(event: PointerEvent): void {
    if (this.piece !== null && this.moved) {
      this.drop(this.piece, levelUnder(event));
      // The click that may end a drag is no tap.
      const swallow = (click: Event) => click.stopPropagation();
      addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener('click', swallow, { capture: true }));
    }
    this.cancel();
  }

  cancel(): void {
    this.piece = null;
    this.moved = false;
    this.over = null;
  }
}

function levelUnder(event: PointerEvent): number | null {
  const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-level]');
  return cell instanceof HTMLElement ? Number(cell.dataset['level']) : null;
}
