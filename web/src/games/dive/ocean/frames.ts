/** All views of a look, one picture each: from one moving picture where the browser can take it apart, else from rows. */

import type { LookPictures } from '../../../wire/protocol';

const AVIF = 'image/avif';

/** The views of the grid, rows from the top, each from left to right. */
export async function allViews(look: LookPictures): Promise<ImageBitmap[]> {
  // On secure pages only, and not in every browser.
  if ('ImageDecoder' in globalThis && (await ImageDecoder.isTypeSupported(AVIF).catch(() => false))) {
    try {
      return await takenApart(look);
    } catch {
      // The rows are there for whatever may be wrong with it.
    }
  }
  return (await Promise.all(look.rows.map((row) => cut(row, look)))).flat();
}

/** Where the view of a frame belongs: frames wind through the grid, every second row from right to left. */
export function placeOf(frame: number, steps: number): number {
  const row = Math.floor(frame / steps);
  const along = frame % steps;
  return row * steps + (row % 2 ? steps - 1 - along : along);
}

async function takenApart(look: LookPictures): Promise<ImageBitmap[]> {
  const data = await (await found(look.views)).arrayBuffer();
  const decoder = new ImageDecoder({ data, type: AVIF, preferAnimation: true });
  const views: ImageBitmap[] = [];
  try {
    for (let frame = 0; frame < look.steps * look.steps; frame += 1) {
      const { image } = await decoder.decode({ frameIndex: frame });
      views[placeOf(frame, look.steps)] = await createImageBitmap(image);
      image.close();
    }
    return views;
  } catch (error) {
    for (const view of views) (view as ImageBitmap | undefined)?.close();
    throw error;
  } finally {
    decoder.close();
  }
}

async function cut(address: string, { size, steps }: LookPictures): Promise<ImageBitmap[]> {
  const row = await createImageBitmap(await (await found(address)).blob());
  const views = await Promise.all(
    Array.from({ length: steps }, (_, column) => createImageBitmap(row, column * size, 0, size, size)),
  );
  row.close();
  return views;
}

export async function bitmap(address: string): Promise<ImageBitmap> {
  return createImageBitmap(await (await found(address)).blob());
}

async function found(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(address);
  return response;
}
