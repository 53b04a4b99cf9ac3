/** Milliseconds between two words about a torch: the server drops what comes faster. */
const PAUSE = 120;

/** The same function, called at most so often; the last call is never lost, only late. */
export function throttled<Value>(tell: (value: Value) => void): (value: Value) => void {
  let free = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (value) => {
    clearTimeout(timer);
    const told = () => {
      free = performance.now() + PAUSE;
      tell(value);
    };
    const wait = free - performance.now();
    if (wait <= 0) told();
    else timer = setTimeout(told, wait);
  };
}
