/** The moment after which someone with nothing to play is passed for. */

export const SHORTEST = 900;
export const LONGEST = 2400;

/** Call `pass` after a moment that says nothing: it has the same odds for everyone. Returns how to stop it. */
export function passing(pass: () => void, chance: () => number = Math.random): () => void {
  const timer = setTimeout(pass, SHORTEST + chance() * (LONGEST - SHORTEST));
  return () => clearTimeout(timer);
}
