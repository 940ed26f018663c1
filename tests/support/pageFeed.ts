import type { VenueName } from '../../feeds/index.ts';
import { VenueFeed } from '../../feeds/index.ts';
import type { FakeClock } from './fakeClock.ts';
import type { FakeVenue } from './fakeVenue.ts';

/** The feed of a page without an exchange over venues that say what a test says, in their order of preference. */
export function pageFeed(
  clock: FakeClock,
  venues: Partial<Readonly<Record<VenueName, FakeVenue>>>,
): VenueFeed {
  const [first = 'binance', ...others] = Object.keys(venues) as VenueName[];
  return new VenueFeed({
    names: [first, ...others],
    clock,
    random: () => 0.5,
    connect: async (name) => {
      const venue = venues[name];
      if (!venue) throw new Error(`no ${name} here`);
      return venue;
    },
  });
}
