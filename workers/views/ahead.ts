import type { ViewDeps } from './view.ts';

/** To this many ms: a frame is no other one for each beat of the clocks. */
const STEP_MS = 10_000;

/** How far the exchange's clock is ahead of the device's, ms, for a frame; nothing where they agree. */
export function aheadOf({ offsetMs = 0 }: Pick<ViewDeps['ages'], 'offsetMs'>): { readonly ahead?: number } {
  const ahead = Math.round(offsetMs / STEP_MS) * STEP_MS;
  return ahead === 0 ? {} : { ahead };
}
