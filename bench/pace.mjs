/** 64 MB of places: more than any cache here holds. */
const PLACES = 2 ** 24;
const STEPS = 2 ** 20;
const RUNS = 3;

/**
 * How fast the machine is at this hour, where its hours differ: the memory's answer, on which everything here waits.
 * Each step of a walk through all of it reads where the next one goes, so that nothing can be fetched ahead.
 * @returns ns a step: some 100 on a processor of its own, twice as much where neighbours press on it.
 */
export function memoryPace() {
  const next = new Uint32Array(PLACES);
  // A step of a linear congruential generator, which passes through every place before it comes back to the first.
  for (let place = 0; place < PLACES; place++)
    next[place] = (Math.imul(place, 1_664_525) + 1_013_904_223) & (PLACES - 1);
  let place = 0;
  const walk = () => {
    const begun = performance.now();
    for (let step = 0; step < STEPS; step++) place = next[place];
    return ((performance.now() - begun) * 1e6) / STEPS;
  };
  walk();
  return Math.min(...Array.from({ length: RUNS }, walk));
}
