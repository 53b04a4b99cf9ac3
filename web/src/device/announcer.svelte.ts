/** What a screen reader is told, sentence by sentence. */

import { untrack } from 'svelte';

class Announcer {
  said = $state.raw<readonly { readonly id: number; readonly text: string }[]>([]);
  private count = 0;

  say(text: string): void {
    if (!text) return;
    this.count += 1;
    const before = untrack(() => this.said);
    this.said = [...before.slice(-7), { id: this.count, text }];
  }
}

export const announcer = new Announcer();
