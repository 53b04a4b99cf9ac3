/** The crew's portraits, put together from a few shapes: who wears what. */

export interface Portrait {
  readonly hat: keyof typeof HATS;
  readonly skin: string;
  readonly coat: string;
  readonly beard?: string;
}

/** Hats, drawn over a head whose middle is at 32, 24 on a sheet of 64 × 52. */
export const HATS = {
  cap: '<path d="M19 20c0-9 6-13 13-13s13 4 13 13z" fill="#173b63"/><path d="M17 19.500h30v3.500H17z" fill="#f4e6c2"/><path d="M32 23h17c-2 4-10 4-17 3z" fill="#0c2340"/>',
  captain:
    '<path d="M15 15c4-8 10-9 17-9s13 1 17 9c-3 2-6 3-17 3s-14-1-17-3z" fill="#fffdf4"/><path d="M19 16h26v6H19z" fill="#173b63"/><circle cx="32" cy="18.500" r="3" fill="#ffc145"/>',
  beanie:
    '<path d="M19 21c0-10 5-14 13-14s13 4 13 14z" fill="#c8472f"/><path d="M18 18h28v5H18z" fill="#e7765f"/>',
  bandana:
    '<path d="M19 19c1-8 6-12 13-12s12 4 13 12c-8-2-18-2-26 0z" fill="#8a2f5d"/><path d="M45 18l8 3-6 2 3 4-6-4z" fill="#8a2f5d"/><path d="M23 15h.1M30 12h.1M37 14h.1" stroke="#fff" stroke-width="2.500" stroke-linecap="round"/>',
  wester:
    '<path d="M14 21c4-2 5-14 18-14s14 12 18 14c-5 3-8 3-18 3s-13 0-18-3z" fill="#e5b02f"/><path d="M20 19h24" stroke="#a6760b" stroke-width="2"/>',
  helmet:
    '<circle cx="32" cy="23" r="17" fill="#c98a3c"/><circle cx="32" cy="24" r="10.500" fill="#bfe6ee" stroke="#7b4d17" stroke-width="3"/><path d="M18 37h28v5H18z" fill="#a86a24"/><path d="M27 19c2-3 5-4 8-3" stroke="#fff" stroke-width="2" fill="none" stroke-linecap="round"/>',
  hood: '<path d="M15 40c0-22 4-34 17-34s17 12 17 34c-4-2-5-8-6-16-3-6-19-6-22 0-1 8-2 14-6 16z" fill="#3b2a63"/>',
  top: '<path d="M22 18V4h20v14z" fill="#14233a"/><path d="M16 18h32v4H16z" fill="#14233a"/><path d="M22 14h20v3.500H22z" fill="#ffc145"/>',
  straw:
    '<path d="M12 20c6-3 12-3 20-3s14 0 20 3c-6 3-12 3-20 3s-14 0-20-3z" fill="#e8cf8f"/><path d="M22 18c0-8 4-11 10-11s10 3 10 11z" fill="#dcbd72"/><path d="M22 16h20v3H22z" fill="#8a3f2b"/>',
  hair: '<path d="M18 26c-1-14 6-19 14-19s15 5 14 19c-3-7-6-10-14-10s-11 3-14 10z" fill="#5b3620"/>',
  goggles:
    '<path d="M18 22c0-10 6-15 14-15s14 5 14 15c-8-4-20-4-28 0z" fill="#6b4a2b"/><circle cx="26" cy="17" r="5" fill="#9adbe4" stroke="#2a2a33" stroke-width="2.500"/><circle cx="38" cy="17" r="5" fill="#9adbe4" stroke="#2a2a33" stroke-width="2.500"/>',
} as const;

export const PORTRAITS: { readonly [card: string]: Portrait } = {
  helmsman: { hat: 'cap', skin: '#e7b48b', coat: '#1f5d86', beard: '#6b4423' },
  deckhand: { hat: 'bandana', skin: '#a9714b', coat: '#d9d3c2' },
  purser: { hat: 'top', skin: '#f0c9a5', coat: '#34506b', beard: '#d8d2c6' },
  'gold-diver': { hat: 'goggles', skin: '#c98f63', coat: '#c2872a' },
  'hose-tender': { hat: 'wester', skin: '#e7b48b', coat: '#2a6fb0' },
  'pump-hand': { hat: 'beanie', skin: '#7d4f33', coat: '#2a6fb0' },
  harpooner: { hat: 'hair', skin: '#c98f63', coat: '#2b3440', beard: '#3a2416' },
  'net-caster': { hat: 'straw', skin: '#8a5a3a', coat: '#2b3440' },
  'ruby-seeker': { hat: 'hair', skin: '#f0c9a5', coat: '#a3122c' },
  'gem-cutter': { hat: 'goggles', skin: '#7d4f33', coat: '#a3122c' },
  'gold-hound': { hat: 'helmet', skin: '#e7b48b', coat: '#b87503' },
  assayer: { hat: 'top', skin: '#a9714b', coat: '#b87503' },
  'silver-hand': { hat: 'helmet', skin: '#e7b48b', coat: '#8796a5' },
  'coin-collector': { hat: 'straw', skin: '#f0c9a5', coat: '#8796a5', beard: '#b5aea0' },
  occultist: { hat: 'hood', skin: '#d8e0c4', coat: '#0c6a41' },
  archaeologist: { hat: 'straw', skin: '#e7b48b', coat: '#5d2390', beard: '#7d5130' },
  'relic-hunter': { hat: 'bandana', skin: '#8a5a3a', coat: '#5d2390' },
  'deep-veteran': { hat: 'helmet', skin: '#e7b48b', coat: '#14233a' },
  'old-salt': { hat: 'captain', skin: '#e7b48b', coat: '#14233a', beard: '#f1efe8' },
  navigator: { hat: 'captain', skin: '#a9714b', coat: '#1f5d86' },
  'first-mate': { hat: 'cap', skin: '#7d4f33', coat: '#14233a' },
  patron: { hat: 'top', skin: '#f0c9a5', coat: '#4b2a72' },
};

const HAT_NAMES = Object.keys(HATS) as (keyof typeof HATS)[];

/** The portrait of a card; one that we do not know gets a face of its own all the same. */
export function portraitOf(card: string): Portrait {
  const known = PORTRAITS[card];
  if (known) return known;
  const sum = [...card].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return { hat: HAT_NAMES[sum % HAT_NAMES.length] ?? 'cap', skin: '#c98f63', coat: '#34506b' };
}
