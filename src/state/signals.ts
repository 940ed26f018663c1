import { settings } from './settings.ts';

/** `good`: an order was filled, a price was reached; `bad`: a liquidation. */
export type Signal = 'good' | 'bad';

/** Tones in hertz, one after the other, and a pattern of vibration in ms. */
const SIGNALS: Readonly<Record<Signal, { readonly tones: readonly number[]; readonly shakes: number[] }>> = {
  good: { tones: [660, 880], shakes: [60] },
  bad: { tones: [440, 330, 440], shakes: [120, 80, 120] },
};
const TONE_S = 0.14;
const LOUD = 0.12;
/** A sound that has waited longer for its page to be touched is no news any more, ms. */
const LATE_MS = 1_000;

let context: AudioContext | undefined;

/** Plays a sound and vibrates, as far as the user has turned it on. */
export function signal(kind: Signal): void {
  if (settings.sound) void play(SIGNALS[kind].tones);
  if (settings.vibration && canVibrate()) navigator.vibrate(SIGNALS[kind].shakes);
}

export const canVibrate = (): boolean =>
  typeof navigator.vibrate === 'function' && !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

async function play(tones: readonly number[]): Promise<void> {
  try {
    context ??= new AudioContext();
    // A page that nobody has touched yet stays silent: browsers want it so. All that waits goes on with the first touch.
    const since = performance.now();
    if (context.state === 'suspended') await context.resume();
    if (performance.now() - since > LATE_MS) return;
    for (const [place, hertz] of tones.entries()) tone(context, hertz, place * TONE_S);
  } catch {
    // A device without sound has none.
  }
}

/** One soft tone. @param after seconds from now. */
function tone(on: AudioContext, hertz: number, after: number): void {
  const start = on.currentTime + after;
  const sound = on.createOscillator();
  const loudness = on.createGain();
  sound.frequency.value = hertz;
  loudness.gain.setValueAtTime(LOUD, start);
  loudness.gain.exponentialRampToValueAtTime(0.001, start + TONE_S);
  sound.connect(loudness).connect(on.destination);
  sound.start(start);
  sound.stop(start + TONE_S);
}
