import { describe, expect, it } from 'vitest';
import { PERIODS, SLACK_MS, untilBeat } from '../../workers/session/periods.ts';

const { beat, list } = PERIODS.balanced;

/** Frames of a list within some ms, when timers come late by what `late` says of each. */
function framesIn(ms: number, late: (beat: number) => number): number {
  let [now, sentAt, frames] = [0, Number.NEGATIVE_INFINITY, 0];
  for (let at = 0; now < ms; at++) {
    now += untilBeat(now, beat) + late(at);
    if (now < sentAt + list - SLACK_MS) continue;
    sentAt = now;
    frames += 1;
  }
  return frames;
}

describe('beats', () => {
  it.each([
    { name: 'on time', late: () => 0 },
    { name: 'a little late, now and then more', late: (at: number) => (at % 5 === 0 ? 6 : 0.4) },
    { name: 'a little early', late: () => -0.7 },
  ])('make twenty frames a second of a list: $name', ({ late }) => {
    expect(framesIn(10_000, late)).toBeGreaterThanOrEqual(199);
    expect(framesIn(10_000, late)).toBeLessThanOrEqual(201);
  });

  it('come back to their grid after a late one', () => {
    const late = 3 * beat + 5;
    expect((late + untilBeat(late, beat)) % beat).toBeCloseTo(0);
  });

  it('do not come twice for one that came early', () => {
    expect(untilBeat(10 * beat - 0.5, beat)).toBeCloseTo(beat + 0.5);
  });
});
