/** The ocean painted on a plain canvas, where there is no WebGL: the same views, and a simpler torch. */

import { corner, REACH, type Gaze, type Painter, type Pictures } from './painter';
import { views } from './views';

export function paperPainter(canvas: HTMLCanvasElement): Painter | null {
  const paper = canvas.getContext('2d');
  if (!paper) return null;
  const cone = document.createElement('canvas');
  let pictures: Pictures | null = null;

  function lay(on: CanvasRenderingContext2D, picture: ImageBitmap, shown: Pictures, gaze: Gaze, column = 0) {
    const start = corner(gaze);
    const part = shown.size / gaze.zoom;
    const [left, top] = [(column + start.x) * shown.size, start.y * shown.size];
    on.drawImage(picture, left, top, part, part, 0, 0, canvas.width, canvas.height);
  }

  function day(on: CanvasRenderingContext2D, shown: Pictures, gaze: Gaze) {
    if (shown.rows.length !== shown.steps) {
      lay(on, shown.centre, shown, gaze);
      return;
    }
    let drawn = 0;
    for (const view of views(shown.steps, gaze.across, gaze.down, gaze.snap)) {
      const row = shown.rows[view.row];
      if (!row) continue;
      drawn += view.weight;
      // Laid one over the other like this, each view has exactly its weight in the end.
      on.globalAlpha = view.weight / drawn;
      lay(on, row, shown, gaze, view.column);
    }
    on.globalAlpha = 1;
  }

  function dark(on: CanvasRenderingContext2D, shown: Pictures, gaze: Gaze): boolean {
    const { night, above, below } = shown.lights;
    const bright = gaze.light === 'below' ? below : above;
    const inner = cone.getContext('2d');
    if (!night || !bright || !inner) return false;
    lay(on, night, shown, gaze);
    cone.width = canvas.width;
    cone.height = canvas.height;
    const start = corner(gaze);
    for (const { x, y } of gaze.torches) {
      const at = [(x - start.x) * gaze.zoom * cone.width, (y - start.y) * gaze.zoom * cone.width] as const;
      const glow = inner.createRadialGradient(...at, 0, ...at, REACH * 1.3 * gaze.zoom * cone.width);
      glow.addColorStop(0, '#000');
      glow.addColorStop(0.6, 'rgb(0 0 0 / 0.8)');
      glow.addColorStop(1, 'transparent');
      inner.fillStyle = glow;
      inner.fillRect(0, 0, cone.width, cone.height);
    }
    inner.globalCompositeOperation = 'source-in';
    lay(inner, bright, shown, gaze);
    on.globalCompositeOperation = 'lighter';
    on.drawImage(cone, 0, 0);
    on.globalCompositeOperation = 'source-over';
    return true;
  }

  return {
    show(next) {
      pictures = next;
    },
    draw(gaze) {
      if (!pictures) return;
      paper.imageSmoothingQuality = 'high';
      if (gaze.light === 'day' || !dark(paper, pictures, gaze)) day(paper, pictures, gaze);
    },
    end() {
      pictures = null;
    },
  };
}
