/** Fetches what the server drew of a round. Decoding happens beside the page, so that nothing stutters. */

import { api } from '../../../wire/api';
import type { LookPictures } from '../../../wire/protocol';
import { allViews, bitmap } from './frames';
import { each, type Bitmaps, type Pictures } from './painting/painter';

/** The view from straight above, which is there first. */
export async function firstPictures(address: string, round: number): Promise<[LookPictures, Pictures]> {
  const look = await api.look(address, round);
  const centre = await bitmap(look.centre);
  return [look, { size: look.size, steps: look.steps, centre, large: null, views: [], lights: {} }];
}

/** All views, and the lights of a flashlight table. */
export async function allPictures(look: LookPictures, first: Pictures): Promise<Pictures> {
  const [views, lights] = await Promise.all([
    allViews(look),
    Promise.all(
      Object.entries(look.lights).map(async ([name, address]) => [name, await bitmap(address)] as const),
    ),
  ]);
  return { ...first, views, lights: Object.fromEntries(lights) as Bitmaps };
}

/** With the centre in twice as many pixels, for those who look closely. */
export async function largePicture(look: LookPictures): Promise<ImageBitmap> {
  return bitmap(look.large);
}

/** Let go of pictures that are no longer shown. */
export function discard(pictures: Pictures | null, kept: Pictures | null): void {
  if (!pictures) return;
  const still = new Set(kept ? each(kept) : []);
  for (const one of each(pictures)) if (!still.has(one)) one.close();
}
