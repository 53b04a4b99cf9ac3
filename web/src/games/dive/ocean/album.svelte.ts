/** The pictures of the round that is looked at: fetched as they come, the centre first, and let go of again. */

import { RefusedByServer } from '../../../wire/api';
import type { LookPictures } from '../../../wire/protocol';
import { CLOSELY } from './painting/eye';
import type { Pictures } from './painting/painter';
import { allPictures, discard, firstPictures, largePicture } from './pictures';

export class Album {
  pictures = $state.raw<Pictures | null>(null);
  state = $state<'waiting' | 'here' | 'none'>('waiting');
  readonly flashlight = $derived(Object.keys(this.pictures?.lights ?? {}).length > 0);

  /** What can still be had in more pixels. */
  private looked: LookPictures | null = null;
  private asked = 0;

  constructor(
    /** Told of new pictures before the old ones are closed. */
    private readonly shown: (pictures: Pictures) => void,
    /** How close someone is when everything has come. */
    private readonly zoom: () => number,
  ) {}

  /** Fetch a round's pictures. True if all of them came and nothing else was asked for meanwhile. */
  async load(address: string, round: number): Promise<boolean> {
    this.asked += 1;
    const mine = this.asked;
    try {
      const [look, first] = await firstPictures(address, round);
      if (mine !== this.asked) return this.drop(first, null);
      // By torch it is dark from the start: nothing is seen by day first.
      if (Object.keys(look.lights).length === 0) this.show(first);
      const all = await allPictures(look, first);
      if (mine !== this.asked) return this.drop(all, this.pictures);
      this.show(all);
      this.looked = look;
      void this.closely(this.zoom());
      return true;
    } catch (error) {
      // Gone already: the server will say when the next one is there.
      if (mine !== this.asked) return false;
      const later = error instanceof RefusedByServer && error.refusal.code === 'no-look';
      if (!this.pictures) this.state = later ? 'waiting' : 'none';
      return false;
    }
  }

  /** Whoever comes closer gets the centre in more pixels: once per look, when it is wanted. */
  async closely(zoom: number): Promise<void> {
    if (zoom < CLOSELY || !this.looked || !this.pictures || this.pictures.large) return;
    const [look, mine] = [this.looked, this.asked];
    this.looked = null;
    try {
      const large = await largePicture(look);
      if (mine !== this.asked || !this.pictures) large.close();
      else this.show({ ...this.pictures, large });
    } catch {
      // Then the small one has to do.
    }
  }

  end(): void {
    this.asked += 1;
    discard(this.pictures, null);
  }

  private show(next: Pictures): void {
    const before = this.pictures;
    this.pictures = next;
    this.state = 'here';
    this.shown(next);
    discard(before, next);
  }

  private drop(late: Pictures, kept: Pictures | null): false {
    discard(late, kept);
    return false;
  }
}
