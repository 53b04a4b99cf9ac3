/** The pictures of the cards that were lifted, loaded before they are shown. */

import { api } from '../../../wire/api';

/** Their addresses once all of them are here; none if they cannot be had. */
export async function films(address: string, round: number): Promise<readonly string[]> {
  try {
    const { lifted } = await api.look(address, round);
    await Promise.all(
      lifted.map((address) => {
        const picture = new Image();
        picture.src = address;
        return picture.decode();
      }),
    );
    return lifted;
  } catch {
    return [];
  }
}
