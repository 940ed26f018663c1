import { beforeEach, describe, expect, it } from 'vitest';
import type { ScaledView } from '../../workers/api.ts';
import '../../workers/views/userViews.ts';
import { open, pass, publish, ticker, userState, world, worldForEach } from './world.ts';

worldForEach();

const ID = 'AAA-USDT';
const view = (more: Partial<ScaledView> = {}): ScaledView => ({
  kind: 'scaled',
  market: ID,
  side: 'buy',
  from: '9.9',
  to: '9.7',
  count: '3',
  shape: 'flat',
  amount: '3',
  ...more,
});
const publishMoney = (usdt: string) =>
  world.feed.subject.next({
    kind: 'private',
    at: world.clock.now(),
    snapshot: userState({
      uid: '1',
      balances: [{ account: 'spot', asset: 'USDT', posted: usdt, held: '0', version: 1 }],
    }),
  });

beforeEach(async () => {
  await world.session.setSettings({ token: 'mine' });
  publish([ticker(ID, '10')], true);
  await pass(20);
});

describe('a scaled order', () => {
  it('says what it is made of, what is put aside and what there is', async () => {
    publishMoney('29.409');
    const { frames } = await open(view());
    await pass(100);
    expect(frames.at(-1)).toMatchObject({
      levels: [
        { price: '9.9000', quantity: '1.00' },
        { price: '9.8000', quantity: '1.00' },
        { price: '9.7000', quantity: '1.00' },
      ],
      quantity: '3.00',
      total: '29.40',
      held: '29.40',
      available: '29.40',
      errors: {},
      order: { from: '9.9', to: '9.7', count: 3, quantity: '3' },
    });
  });

  it('says nothing of money that is not known', async () => {
    const { frames } = await open(view());
    await pass(100);
    expect(frames.at(-1)).toMatchObject({ available: '--', held: '29.40' });
  });

  it('of more than there is says so', async () => {
    publishMoney('29.39');
    const { frames } = await open(view());
    await pass(100);
    expect(frames.at(-1)?.errors).toEqual({ amount: 'insufficientBalance' });
    expect(frames.at(-1)?.order).toBeUndefined();
  });

  it('is not given by an old price, and is again by a new one', async () => {
    publishMoney('100');
    const { frames } = await open(view());
    await pass(100);
    expect(frames.at(-1)?.blocked).toBeUndefined();
    await pass(4_000);
    expect(frames.at(-1)?.blocked).toBe('marketStale');
    publish([ticker(ID, '10')]);
    await pass(100);
    expect(frames.at(-1)?.blocked).toBeUndefined();
  });

  it('is read in the language of who types it', async () => {
    publishMoney('100');
    const { frames } = await open(view({ from: '９，９', to: '9,7' }));
    await pass(100);
    expect(frames.at(-1)?.order).toMatchObject({ from: '9.9', to: '9.7' });
  });
});
