/** The ocean painted on a plain canvas, where there is no WebGL: the same views, and a simpler torch. */

import { corner, REACH, seenOf, type Gaze, type Painter, type Pictures } from './painter';

export function paperPainter(canvas: HTMLCanvasElement): Painter | null {
  const paper = canvas.getContext('2d');
  if (!paper) return null;
  const cone = document.createElement('canvas');
  let pictures: Pictures | null = null;

  function lay(on: CanvasRenderingContext2D, picture: ImageBitmap, gaze: Gaze) {
    const start = corner(gaze);
    const part = picture.width / gaze.zoom;
    const [left, top] = [start.x * picture.width, start.y * picture.width];
    on.drawImage(picture, left, top, part, part, 0, 0, canvas.width, canvas.height);
  }

  function day(on: CanvasRenderingContext2D, shown: Pictures, gaze: Gaze) {
    let drawn = 0;
    for (const { picture, weight } of seenOf(shown, gaze)) {
      drawn += weight;
      // Laid one over the other like this, each view has exactly its weight in the end.
      on.globalAlpha = weight / drawn;
      lay(on, picture, gaze);
    }
    on.globalAlpha = 1;
  }

  function dark(on: CanvasRenderingContext2D, shown: Pictures, gaze: Gaze): boolean {
    const { night, above, below } = shown.lights;
    const bright = gaze.light === 'below' ? below : above;
    const inner = cone.getContext('2d');
    if (!night || !bright || !inner) return false;
    lay(on, night, gaze);
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
    lay(inner, bright, gaze);
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
