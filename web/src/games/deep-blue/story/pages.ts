/** What the server tells, page by page, and what is kept of it to be shown again. */

import type { DeepBlueEvent, DeepBlueMenu, DeepBlueView } from '../../../wire/protocol';
import type { Colour } from '../box/box';

/** What followed from one decision, and where things stand then. */
export interface Page {
  /** The entry of the log. */
  readonly number: number;
  readonly events: readonly DeepBlueEvent[];
  readonly view: DeepBlueView;
  readonly menu: DeepBlueMenu;
}

/** A page that can be shown again, with what led to it. */
export interface KeptPage {
  readonly page: Page;
  readonly before: DeepBlueView;
  readonly gems: readonly Colour[];
}

/** Nobody presses a line that is older than so many pages. */
const KEPT_PAGES = 160;

export class Shelf {
  private kept: readonly KeptPage[] = [];

  put(page: KeptPage): void {
    this.kept = [...this.kept.slice(1 - KEPT_PAGES), page];
  }

  /** The pages of these entries; none if not all of them were told here. */
  of(first: number, last: number): readonly KeptPage[] {
    const found = this.kept.filter(({ page }) => page.number >= first && page.number <= last);
    return found[0]?.page.number === first ? found : [];
  }
}
