import { expect, it } from 'vitest';
import '../../workers/views/userViews.ts';
import { open, pass, world, worldForEach } from './world.ts';

worldForEach();

const requestsOf = (end: string) => world.requested.filter(([path]) => path.endsWith(end)).length;

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
