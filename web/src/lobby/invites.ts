/** The long invite of a table, known to the browser that opened it or renewed it last. */

import { remember, remembered } from '../device/preferences.svelte';

/** The invite that goes with this code, or null if this browser knows none or an older one. */
export function inviteWith(table: string, code: string): string | null {
  const invite = remembered(`invite.${table}`);
  if (invite === null || code === '') return invite;
  const known = remembered(`invite-code.${table}`);
  // The code is known as soon as the table that was opened here is seen for the first time.
  if (known === null) remember(`invite-code.${table}`, code);
  return known === null || known === code ? invite : null;
}
