/** Opening a table: asks the server, keeps the invite that only this browser will ever know, and goes there. */

import { api } from '../lib/api';
import type { NewTable } from '../lib/protocol';
import { router } from '../lib/router.svelte';
import { remember } from '../lib/settings.svelte';

export async function openTable(table: NewTable): Promise<void> {
  const seated = await api.open(table);
  remember(`invite.${seated.table}`, seated.invite);
  router.go(`/table/${seated.table}`);
}
