import { expect, it } from 'vitest';
import '../../workers/views/userViews.ts';
import { connect, open, pass, world, worldForEach } from './world.ts';

worldForEach();

const requestsOf = (end: string) => world.requested.filter(([path]) => path.endsWith(end)).length;

it('the list of markets is requested again for a page that opens while the others are hidden', async () => {
  await pass(100);
  await world.session.setSettings({ visible: false });
  await world.clock.advance(300_000);
  await pass(100);
  const before = requestsOf('market/list');
  await connect();
  await pass(1_000);
  expect(requestsOf('market/list')).toBe(before + 1);
});

it('nothing is polled for a hidden page that goes on to be sent news', async () => {
  await open({ kind: 'news', whileHidden: true });
  await open({ kind: 'openInterest', market: 'AAA-USDT' });
  await pass(1_000);
  await world.session.setSettings({ visible: false });
  await pass(100);
  const before = requestsOf('market/interest');
  expect(before).toBeGreaterThan(0);
  await pass(30_000);
  expect(requestsOf('market/interest')).toBe(before);
});
