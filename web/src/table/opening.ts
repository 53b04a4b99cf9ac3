/** Opening a table: asks the server, keeps the invite that only this browser will ever know, and goes there. */

import { api } from '../wire/api';
import type { NewTable, Agreement } from '../wire/protocol';
import { router } from '../device/router.svelte';
import { remember, preferences } from '../device/preferences.svelte';

/** How a table is kept if nobody says otherwise: among friends, and with all the time they want. */
export function usual(): Agreement {
  return {
    public: false,
    spectators: true,
    text: true,
    clock: { type: 'none' },
    soundings: preferences.soundings,
    advice: null,
    torches: false,
    taking_back: true,
    odds: true,
    youngest: null,
  };
}

type Opening = Omit<NewTable, 'settings'> & { readonly settings?: Agreement };

export async function openTable(table: Opening): Promise<void> {
  const seated = await api.open({ settings: usual(), ...table });
  remember(`invite.${seated.table}`, seated.invite);
  router.go(`/table/${seated.table}`);
}
