import { expect, it } from 'vitest';
import { SharedPlaces } from '../../../../server/edge/bus/sharedPlaces.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

const WHO = 'reads user-7';

/** Places of which two may be taken. */
function openPlaces() {
  const clock = new FakeClock();
  const places = new SharedPlaces(clock);
  const request = (gateway: string) => ({
    ...{ gateway, data: { who: WHO, most: 2 }, body: new Uint8Array(), gone: new AbortController().signal },
  });
  const take = async (gateway: string) => (await places.kinds['takePlace']?.(request(gateway)))?.data;
  const leave = (gateway: string) => places.kinds['leavePlace']?.(request(gateway));
  return { clock, places, take, leave };
}

it('counts the places of all gateways and its own, to the last one', async () => {
  const { places, take, leave } = openPlaces();
  expect([await take('g1'), await take('g2'), await take('g1')]).toEqual([true, true, false]);
  expect(places.take(WHO, 2)).toBe(false);
  await leave('g1');
  expect(places.take(WHO, 2)).toBe(true);
  expect(await take('g2')).toBe(false);
});

it.each([0, -3_600_000])(
  'frees the places of a gateway that is gone, also when the clock is set by %i ms',
  async (ms) => {
    const { clock, take } = openPlaces();
    await take('g1');
    await take('g1');
    clock.jump(ms, 0);
    expect(await take('g2')).toBe(false);
    await clock.advance(6_001);
    expect(await take('g2')).toBe(true);
  },
);
