import type { Clock } from '../types.ts';

/** Silence after which what is shown is old, and after which the socket is not believed any more. */
export const SILENT_MS = 3_000;
export const REPLACE_MS = 10_000;
const CHECK_MS = 1_000;
/** A check that comes this much too late, or clocks that part by this much: the device slept. */
const JUMP_MS = 5_000;

export interface SilenceEvents {
  /** When the open socket last spoke, the clock's monotonic ms; undefined while none is open. */
  receivedAt(): number | undefined;
  silent(): void;
  /** Again and again from REPLACE_MS of silence on. */
  dead(quietMs: number): void;
  /** The device slept, or its clock was set: an open socket proves nothing. */
  slept(): void;
}

/** Looks whether the line still speaks and whether time went on evenly, until undone. */
export function watchSilence(clock: Clock, events: SilenceEvents): () => void {
  let stop: () => void = () => undefined;
  let reported: number | undefined;
  let isStopped = false;

  function check(): void {
    const receivedAt = events.receivedAt();
    const quiet = receivedAt === undefined ? 0 : clock.monotonic() - receivedAt;
    if (quiet >= REPLACE_MS) events.dead(quiet);
    else if (quiet >= SILENT_MS && reported !== receivedAt) {
      reported = receivedAt;
      events.silent();
    }
  }
  function next(): void {
    if (isStopped) return;
    const wall = clock.now();
    const monotonic = clock.monotonic();
    const ms = nextCheckMs(monotonic, events.receivedAt());
    stop = clock.after(ms, () => {
      const passed = clock.monotonic() - monotonic;
      if (passed > ms + JUMP_MS || Math.abs(clock.now() - wall - passed) > JUMP_MS) events.slept();
      else check();
      next();
    });
  }
  next();
  return () => {
    isStopped = true;
    stop();
  };
}

/** Every second, and exactly when a bound is reached. */
function nextCheckMs(now: number, receivedAt: number | undefined): number {
  const quiet = receivedAt === undefined ? 0 : now - receivedAt;
  const bounds = [SILENT_MS, REPLACE_MS].map((bound) => bound - quiet).filter((ms) => ms > 0);
  return Math.min(CHECK_MS, ...bounds);
}
