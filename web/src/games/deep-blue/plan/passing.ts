/** The moment after which someone with nothing to play is passed for. */

export const SHORTEST = 900;
export const LONGEST = 2400;
/** Bots learn nothing from how long someone takes: among them there is only time to see what was drawn. */
export const AMONG_BOTS = 300;

/** What it takes to read a sentence before it is acted on. */
export const TO_READ = 2500;

/**
 * Call `pass` after a moment that says nothing: it has the same odds for everyone. `least` is for what is to be read
 * first. Returns how to stop it.
 */
export function passing(
  pass: () => void,
  watched: boolean,
  least = 0,
  chance: () => number = Math.random,
): () => void {
  const moment = watched ? SHORTEST + chance() * (LONGEST - SHORTEST) : AMONG_BOTS;
  const timer = setTimeout(pass, least + moment);
  return () => clearTimeout(timer);
}
