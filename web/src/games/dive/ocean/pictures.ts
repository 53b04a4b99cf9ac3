/** Fetches what the server drew of a round. Decoding happens beside the page, so that nothing stutters. */

import { api } from '../../../wire/api';
import type { Look } from '../../../wire/protocol';
import type { Bitmaps, Pictures } from './painter';

/** The view from straight above, which is there first. */
export async function firstPictures(address: string, round: number): Promise<[Look, Pictures]> {
  const look = await api.look(address, round);
  const centre = await bitmap(look.centre);
  return [look, { size: look.size, steps: look.steps, centre, rows: [], lights: {} }];
}

/** All views, and the lights of a flashlight table. */
export async function allPictures(look: Look, first: Pictures): Promise<Pictures> {
  const [rows, lights] = await Promise.all([
    Promise.all(look.rows.map(bitmap)),
    Promise.all(
      Object.entries(look.lights).map(async ([name, address]) => [name, await bitmap(address)] as const),
    ),
  ]);
  return { ...first, rows, lights: Object.fromEntries(lights) as Bitmaps };
}

/** Let go of pictures that are no longer shown. */
export function discard(pictures: Pictures | null, kept: Pictures | null): void {
  if (!pictures) return;
  const still = new Set(kept ? [kept.centre, ...kept.rows, ...Object.values(kept.lights)] : []);
  for (const each of [pictures.centre, ...pictures.rows, ...Object.values(pictures.lights)]) {
    if (!still.has(each)) each.close();
  }
}

async function bitmap(address: string): Promise<ImageBitmap> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(address);
  return createImageBitmap(await response.blob());
}
