/** Whether someone is still new to Deep Blue on this device: the coach stays until the end of a first dive. */

import { remember, remembered } from '../../../device/preferences.svelte';

class Coaching {
  due = $state(remembered('blue-dived') === null);

  /** Never again, on this device. */
  leave(): void {
    if (!this.due) return;
    this.due = false;
    remember('blue-dived', 'yes');
  }
}

export const coaching = new Coaching();
