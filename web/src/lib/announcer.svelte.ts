/** What a screen reader is told, sentence by sentence. */

class Announcer {
  said = $state.raw<readonly { readonly id: number; readonly text: string }[]>([]);
  private count = 0;

  say(text: string): void {
    if (!text) return;
    this.count += 1;
    this.said = [...this.said.slice(-7), { id: this.count, text }];
  }
}

export const announcer = new Announcer();
