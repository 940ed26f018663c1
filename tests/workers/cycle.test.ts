import { proxy } from 'comlink';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CycleRow } from '../../domain/contract/index.ts';
import type { IndexTick } from '../../domain/index.ts';
import { FIRST_LINK, HOUR_MS, nextTick, RECEIPT_FORMAT, rateOf, ruleOf } from '../../domain/index.ts';
import type {
  CycleAssetsFrame,
  CycleHistoryFrame,
  CycleOpenFrame,
  CycleSecondsFrame,
  CycleTicketFrame,
  CycleTicketView,
  View,
} from '../../workers/api.ts';
import '../../workers/views/userViews.ts';
import { ask, market, pass, publish, ticker, userState, world, worldForEach } from './world.ts';

worldForEach();

const ID = 'BTC-USDT';
/** The server's clock, which is not the device's. */
const serverNow = () => world.clock.now() - HOUR_MS;
const AT = Date.UTC(2026, 10, 18, 11);
const hash = 'a'.repeat(64);

const asset = (id: string, change: object = {}) => ({
  id,
  name: id.replace('-', '/'),
  kind: 'crypto',
  base: id.split('-')[0],
  iconId: null,
  tick: '0.01',
  status: 'open',
  changesAt: null,
  cycles: ['30s'],
  least: '1',
  most: '5000',
  head: null,
  ...change,
});
const contract = (change: Partial<CycleRow> = {}): CycleRow => ({
  id: 1,
  asset: ID,
  kind: 'crypto',
  direction: 'up',
  cycle: '30s',
  amount: '10.5',
  rate: '0.853',
  fee: '0',
  acceptedAt: AT,
  startsAt: AT + 1_000,
  endsAt: AT + 31_000,
  entry: { seq: 5, at: AT + 1_000, price: '100.01', hash },
  settlementPrice: null,
  points: null,
  outcome: null,
  reason: null,
  payout: null,
  profit: null,
  settledAt: null,
  version: 2,
  ...change,
});
const won = contract({
  settlementPrice: '100.013333333333333333',
  points: 3,
  outcome: 'win',
  payout: '19.4565',
  profit: '8.9565',
  settledAt: AT + 31_200,
  version: 3,
});
const publishUser = (usdt = '1000') =>
  world.feed.subject.next({
    kind: 'private',
    at: serverNow(),
    snapshot: userState({
      balances: [{ account: 'spot', asset: 'USDT', posted: usdt, held: '0', version: 1 }],
    }),
  });
const publishCycle = (body: CycleRow) =>
  world.feed.subject.next({ kind: 'private', at: serverNow(), row: { type: 'cycle', body } });
const price = (last: string) => publish([ticker(ID, last)], false, serverNow());
const requested = (end: string) => world.requested.filter(([path]) => path.endsWith(end));

async function shown<F>(view: View) {
  const frames: F[] = [];
  const handle = await world.session.open(
    view,
    proxy((frame) => void frames.push(frame as F)),
  );
  await pass(200);
  return {
    frames,
    last: () => frames.at(-1),
    update: async (next: View) => void (await handle.update(next)),
  };
}

let live: CycleRow[];
let quotes: number;
beforeEach(async () => {
  live = [];
  quotes = 0;
  world.markets = [market('BTC', 'USDT', { cycle: true }), market('XAU', 'USD', { cycle: true })];
  Object.assign(world.answers, {
    'cycle/asset/list': () => ({
      now: serverNow(),
      stakeAsset: 'USDT',
      margin: '0.075',
      fee: '0',
      cycles: [],
      assets: [
        asset(ID),
        asset('XAU-USD', { kind: 'commodity', status: 'closed', changesAt: AT + 90 * 60_000 }),
      ],
    }),
    'cycle/quote': ({ asset: id, cycle }: { asset: string; cycle: string }) => ({
      id: `quote-${(quotes += 1)}`,
      asset: id,
      cycle,
      up: '0.853',
      down: '0.849',
      price: '100',
      volatility: '0.0006',
      least: '1',
      most: '2000',
      now: serverNow(),
      expiresAt: serverNow() + 5_000,
    }),
    'cycle/order/list': () => ({ rows: live, next: null }),
    'cycle/order/detail': () => ({ contract: won }),
  });
  await world.session.setSettings({ token: 'mine' });
  world.feed.subject.next({ kind: 'clock', offsetMs: -HOUR_MS });
  publish([ticker(ID, '100')], true, serverNow());
  await pass(20);
});

describe('the ticket', () => {
  const view: CycleTicketView = { kind: 'cycleTicket', asset: ID, cycle: '30s', amount: '10.5', turn: 0 };

  it('says rate and exact return of both directions, and what to send', async () => {
    publishUser();
    const { last } = await shown<CycleTicketFrame>(view);
    expect(last()).toMatchObject({
      up: { rate: '85.3%', payout: '19.4565', profit: '+8.9565' },
      down: { rate: '84.9%', payout: '19.4145', profit: '+8.9145' },
      stake: '10.50',
      windowSeconds: '3',
      available: '1,000.00',
      mostDigits: '1000',
      order: { quote: 'quote-1', amount: '10.5' },
    });
    expect(last()?.error).toBeUndefined();
    expect(last()?.blocked).toBeUndefined();
  });
  it('renews its quote by itself before it ends, and never shows one that has ended', async () => {
    publishUser();
    const { frames, last } = await shown<CycleTicketFrame>(view);
    for (let i = 0; i < 100; i++) {
      price(`${100 + (i % 3)}`);
      await pass(100);
    }
    expect(last()?.quote).toBe('quote-3');
    expect(requested('cycle/quote').length).toBe(3);
    const fromFirst = frames.slice(frames.findIndex(({ order }) => order !== undefined));
    expect(fromFirst.length).toBeGreaterThan(2);
    expect(fromFirst.every(({ order }) => order !== undefined)).toBe(true);
  });
  it('asks for nothing while nobody looks', async () => {
    publishUser();
    await shown<CycleTicketFrame>(view);
    await world.session.setSettings({ visible: false });
    const before = requested('cycle/quote').length;
    await pass(20_000);
    expect(requested('cycle/quote').length).toBe(before);
  });
  it('takes another quote after a purchase, and for another cycle', async () => {
    publishUser();
    const { last, update } = await shown<CycleTicketFrame>(view);
    await update({ ...view, turn: 1 });
    await pass(100);
    expect(last()?.order?.quote).toBe('quote-2');
    await update({ ...view, turn: 1, cycle: '5m' });
    await pass(100);
    expect(last()?.order?.quote).toBe('quote-3');
    expect(requested('cycle/quote').at(-1)?.[1]).toEqual({ asset: ID, cycle: '5m' });
    expect(last()?.windowSeconds).toBe('15');
  });
  it.each([
    ['', 'amountInvalid'],
    ['0', 'amountZero'],
    ['0.5', 'stakeTooSmall'],
    ['5000.01', 'stakeTooLarge'],
    ['2000.01', 'stakeLimit'],
    ['1.000000001', 'amountTooFine'],
    ['1e3', 'amountInvalid'],
  ])('of %j is wrong: %s', async (amount, error) => {
    publishUser('100000');
    const { last } = await shown<CycleTicketFrame>({ ...view, amount });
    expect(last()).toMatchObject({ error });
    expect(last()?.order).toBeUndefined();
  });
  it.each(['', '0.0000000033', '0.5', '5000.01'])(
    'has no figures of %j, which nobody can stake',
    async (amount) => {
      publishUser('100000');
      const { last } = await shown<CycleTicketFrame>({ ...view, amount });
      const none = { payout: '--', profit: '--' };
      expect(last()).toMatchObject({
        stake: '--',
        up: { rate: '85.3%', ...none },
        down: { rate: '84.9%', ...none },
      });
    },
  );
  it('knows what the user has', async () => {
    publishUser('10');
    const { last } = await shown<CycleTicketFrame>(view);
    expect(last()).toMatchObject({ error: 'insufficientBalance', mostDigits: '10' });
  });
  it('sells nothing on a closed asset, nor on old prices, nor what the exchange refuses', async () => {
    publishUser();
    const { last, update } = await shown<CycleTicketFrame>({ ...view, asset: 'XAU-USD' });
    expect(last()).toMatchObject({ blocked: 'marketClosed', asset: { opensIn: '1:30:00' } });
    expect(requested('cycle/quote')).toEqual([]);
    await update(view);
    await pass(100);
    expect(last()?.blocked).toBeUndefined();
    await pass(4_000);
    expect(last()?.blocked).toBe('marketStale');
    price('100');
    world.answers['cycle/quote'] = () => ({
      code: 'assetHalted',
      message: 'nein',
      data: null,
      requestId: 'r',
    });
    await update({ ...view, turn: 1 });
    await pass(100);
    expect(last()).toMatchObject({ blocked: 'assetHalted', refused: { message: 'nein' } });
    expect(last()?.order).toBeUndefined();
  });
  it('has dashes and no quote for somebody who is not logged in', async () => {
    const { last } = await shown<CycleTicketFrame>(view);
    expect(last()).toMatchObject({ available: '--', up: { rate: '--', payout: '--' }, quote: '' });
    expect(requested('cycle/quote')).toEqual([]);
  });
});

describe('assets', () => {
  it('have live prices, and the time until they open', async () => {
    const { last } = await shown<CycleAssetsFrame>({ kind: 'cycleAssets' });
    expect(last()?.lines).toMatchObject([
      { id: ID, status: 'open', price: '100.00', opensIn: '' },
      { id: 'XAU-USD', status: 'closed', assetClass: 'commodity', opensIn: '1:30:00' },
    ]);
    price('101');
    await pass(100);
    expect(last()?.lines[0]?.price).toBe('101.00');
  });
});

describe('running contracts', () => {
  it('count down on the server’s clock with the device’s an hour off, within a quarter of a second', async () => {
    live = [contract({ startsAt: serverNow(), endsAt: serverNow() + 30_000 })];
    const end = serverNow() + 30_000;
    const received: [string, number][] = [];
    publishUser();
    await world.session.open(
      { kind: 'cycleOpen', asset: ID },
      proxy((frame) => {
        const { open } = frame as CycleOpenFrame;
        if (open[0]) received.push([open[0].countdown, end - serverNow()]);
      }),
    );
    await pass(31_000);
    const firsts = [...new Map(received.toReversed()).entries()].filter(([text]) => text < '0:29');
    expect(firsts.length).toBeGreaterThan(27);
    for (const [text, left] of firsts) {
      const seconds = Number.parseInt(text.slice(2), 10);
      expect([text, Math.abs(left - seconds * 1_000) <= 250]).toEqual([text, true]);
    }
  });
  it('say what they would bring if they ended now', async () => {
    live = [contract()];
    publishUser();
    price('100.02');
    const { last } = await shown<CycleOpenFrame>({ kind: 'cycleOpen', asset: ID });
    const line = () => last()?.open[0];
    expect(line()).toMatchObject({
      state: 'running',
      profit: '+8.9565',
      profitDirection: 1,
      buyPrice: '100.01',
    });
    price('100.01');
    await pass(100);
    expect(line()).toMatchObject({ profit: '0.00', profitDirection: 0 });
    price('100');
    await pass(100);
    expect(line()).toMatchObject({ profit: '−10.50', profitDirection: -1, price: '100.00' });
    expect(last()?.marks).toMatchObject([{ id: 1, direction: 'up', price: 100.01 }]);
  });
  it('wait for their entry, settle, and end with their result', async () => {
    live = [contract({ entry: null, version: 1 })];
    publishUser();
    const { last } = await shown<CycleOpenFrame>({ kind: 'cycleOpen', asset: ID });
    expect(last()?.open[0]).toMatchObject({ state: 'waiting', buyPrice: '--', profit: '--' });
    expect(last()?.marks).toEqual([]);
    publishCycle(contract());
    await pass(100);
    expect(last()?.open[0]?.state).toBe('running');
    await pass(31_000);
    expect(last()?.open[0]).toMatchObject({ state: 'settling', countdown: '0:00' });
    publishCycle(won);
    publishCycle(contract());
    await pass(100);
    expect(last()?.open).toEqual([]);
    expect(last()?.ended).toMatchObject([
      {
        id: 1,
        outcome: 'win',
        profit: '+8.9565',
        payout: '19.4565',
        closePrice: '100.013333',
        points: '3/3',
      },
    ]);
    expect(last()?.marks).toEqual([]);
  });
  it('ask for a result that was not told', async () => {
    live = [contract()];
    publishUser();
    const { last } = await shown<CycleOpenFrame>({ kind: 'cycleOpen', asset: ID });
    await pass(36_000);
    expect(requested('order/detail').at(-1)?.[1]).toEqual({ id: 1 });
    expect(last()?.ended[0]).toMatchObject({ id: 1, outcome: 'win' });
  });
  it('are listed after a loss of the line, also where the first request after it is lost', async () => {
    publishUser();
    const { last } = await shown<CycleOpenFrame>({ kind: 'cycleOpen', asset: ID });
    expect(last()).toMatchObject({ isKnown: true, open: [] });
    // Bought while the line was away: its row was sent to nobody.
    live = [contract({ endsAt: serverNow() + 60_000 })];
    const { 'cycle/order/list': list } = world.answers;
    delete world.answers['cycle/order/list'];
    publishUser();
    await pass(1_000);
    expect(last()?.open).toEqual([]);
    const sent = requested('order/list').length;
    if (list) world.answers['cycle/order/list'] = list;
    await pass(4_000);
    expect(last()?.open).toHaveLength(1);
    await pass(10_000);
    expect(requested('order/list')).toHaveLength(sent + 1);
  });
  it('say what they would be bought back for, while that is known and they can be sold', async () => {
    live = [contract({ entry: null, version: 1, startsAt: serverNow() + 500, endsAt: serverNow() + 30_500 })];
    const until = serverNow() + 17_500;
    let price = '9.0199';
    world.answers['cycle/sale/list'] = () => ({
      now: serverNow(),
      sales: [{ id: 1, price, least: '8.11791', until }],
    });
    publishUser();
    const { last } = await shown<CycleOpenFrame>({ kind: 'cycleOpen', asset: ID });
    const sale = () => last()?.open[0]?.sale;
    const none = { price: '--', least: '--', kept: '2.5%' };
    // Before its entry there is nothing to ask for.
    expect(sale()).toEqual(none);
    expect(requested('cycle/sale/list')).toEqual([]);
    publishCycle(contract({ startsAt: live[0]?.startsAt ?? 0, endsAt: live[0]?.endsAt ?? 0 }));
    await pass(600);
    expect(sale()).toEqual({
      price: '9.01',
      least: '8.11',
      kept: '2.5%',
      order: { id: 1, least: '8.11791' },
    });
    price = '9.5';
    await pass(2_000);
    expect(sale()?.price).toBe('9.50');
    expect(requested('cycle/sale/list').length).toBeLessThanOrEqual(3);
    // An exchange that is silent: its price is old after four seconds.
    world.answers['cycle/sale/list'] = () => ({
      code: 'networkDown',
      message: '',
      data: null,
      requestId: 'r',
    });
    await pass(6_000);
    expect(sale()).toEqual(none);
    world.answers['cycle/sale/list'] = () => ({
      now: serverNow(),
      sales: [{ id: 1, price, least: '8', until }],
    });
    await pass(3_000);
    expect(sale()?.price).toBe('9.50');
    await world.session.setSettings({ visible: false });
    const before = requested('cycle/sale/list').length;
    await pass(4_000);
    expect(requested('cycle/sale/list').length).toBe(before);
    await world.session.setSettings({ visible: true });
    await pass(4_000);
    // Too late: nothing is shown, and nothing is requested any more.
    expect(sale()).toEqual(none);
    const late = requested('cycle/sale/list').length;
    await pass(4_000);
    expect(requested('cycle/sale/list').length).toBe(late);
  });
  it('end as sold back with the price that decided it', async () => {
    live = [contract()];
    publishUser();
    const { last } = await shown<CycleOpenFrame>({ kind: 'cycleOpen', asset: ID });
    const tick = { seq: 12, at: AT + 8_000, price: '100.5', hash };
    const sale = {
      acceptedAt: AT + 7_400,
      tick,
      volatility: '0.0006',
      chance: '0.61',
      margin: '0.025',
      least: '9',
    };
    const sold = { outcome: 'sold', payout: '11.5', profit: '1', settledAt: AT + 8_100, version: 3 } as const;
    publishCycle(contract({ ...sold, sale }));
    await pass(100);
    expect(last()?.open).toEqual([]);
    expect(last()?.ended).toMatchObject([
      { outcome: 'sold', profit: '+1.00', payout: '11.50', closePrice: '100.50', points: '--', sale: null },
    ]);
    live = [contract({ ...sold, sale })];
    const result = await ask('exportCycles', {});
    expect((result as { data: string }).data).toContain(',100.5,,sold,11.5,1,0');
  });
  it('are gone with the login', async () => {
    live = [contract()];
    publishUser();
    const { last } = await shown<CycleOpenFrame>({ kind: 'cycleOpen', asset: ID });
    expect(last()?.open).toHaveLength(1);
    await world.session.setSettings({ token: null });
    await pass(100);
    expect(last()).toMatchObject({ isKnown: false, open: [], ended: [] });
  });
});

describe('the seconds', () => {
  const trade = (id: number, ago: number, at: string) =>
    ({ id, price: at, quantity: '1', side: 'buy', at: serverNow() - ago }) as const;

  it('are a price each: of trades before anybody looked, then as it is seen, and none while it is old', async () => {
    const { last } = await shown<CycleSecondsFrame>({ kind: 'cycleSeconds', asset: ID });
    const second = Math.floor(serverNow() / 1_000) * 1_000;
    world.feed.subject.next({
      kind: 'trades',
      id: ID,
      snapshot: true,
      trades: [trade(1, 5_000, '90'), trade(2, 4_990, '91'), trade(3, 2_000, '92'), trade(4, 0, '93')],
      at: serverNow(),
    });
    await pass(100);
    const published = () => last()?.times.map((at, i) => [(at - second) / 1_000, last()?.prices[i]]);
    // The newest trade's second has been seen: there its ticker speaks.
    expect(published()).toEqual([
      [-5, 91],
      [-2, 92],
      [0, 100],
    ]);
    expect(last()).toMatchObject({ price: '100.00', high: '100.00', low: '91.000', decimals: 2 });
    await pass(1_000);
    price('100.5');
    await pass(100);
    expect(published()?.slice(2)).toEqual([
      [0, 100],
      [1, 100.5],
    ]);
    await pass(6_000);
    expect(published()?.at(-1)?.[0]).toBeLessThan(6);
    expect(last()?.now).toBeGreaterThan((last()?.times.at(-1) ?? 0) + 1_000);
  });
});

describe('the past', () => {
  it('is asked for by its filter, and grows by what ends', async () => {
    live = [won];
    publishUser();
    const { last } = await shown<CycleHistoryFrame>({
      kind: 'cycleHistory',
      want: 50,
      assetClass: 'crypto',
      outcome: 'win',
    });
    expect(requested('cycle/order/list').at(-1)?.[1]).toMatchObject({
      live: false,
      kind: 'crypto',
      outcome: 'win',
    });
    expect(last()?.lines).toMatchObject([{ id: 1, state: 'ended', fee: '0.00', amount: '10.50' }]);
    live = [{ ...won, id: 2 }, won];
    publishCycle({ ...won, id: 2 });
    await pass(100);
    expect(last()?.lines.map(({ id }) => id)).toEqual([2, 1]);
  });
  it('is saved with every digit', async () => {
    live = [won];
    const result = await ask('exportCycles', {});
    expect(result).toMatchObject({ ok: true });
    const text = (result as { data: string }).data;
    expect(text.split('\r\n')[1]).toContain(',100.01,100.013333333333333333,3,win,19.4565,8.9565,0');
  });
});

describe('a proof', () => {
  const ticks: IndexTick[] = [];
  for (let i = -1; i <= 30; i++)
    ticks.push(nextTick(ID, ticks.at(-1), AT + 1_000 + i * 1_000, i < 27 ? '100' : '101'));
  const receipt = {
    format: RECEIPT_FORMAT,
    contract: {
      id: 1,
      asset: ID,
      direction: 'up',
      cycle: '30s',
      stake: '10',
      fee: '0',
      rate: rateOf('0.0006', '30s', 'up'),
      volatility: '0.0006',
      acceptedAt: AT,
      startsAt: AT + 1_000,
      endsAt: AT + 31_000,
    },
    rule: ruleOf('30s'),
    runs: [{ before: FIRST_LINK, ticks }],
    result: {
      outcome: 'win',
      reason: null,
      entry: ticks[1],
      settlementPrice: '101',
      points: 3,
      payout: '18.5',
      profit: '8.5',
      settledAt: AT + 31_100,
    },
  };

  it('is recomputed here, and kept as JSON that is checked without a network too', async () => {
    world.answers['order/receipt'] = () => ({ receipt });
    const proof = await ask('cycleProof', 1);
    expect(proof).toMatchObject({
      ok: true,
      data: {
        ok: true,
        isWhole: true,
        outcome: 'win',
        entry: '100',
        settlement: '101',
        points: '3/3',
        ticks: '32',
      },
    });
    const { json, deciding, checks } = (proof as Extract<typeof proof, { ok: true }>).data;
    expect(deciding.map(({ price: at }) => at)).toEqual(['100', '101', '101', '101']);
    expect(checks.every(({ ok }) => ok)).toBe(true);
    // Without an exchange a file is consistent in itself, and no more is said.
    world.answers = {};
    expect(await ask('checkReceipt', json)).toMatchObject({
      ok: true,
      data: { ok: true, hashes: 'unknown', record: 'unknown' },
    });
  });
  it('compares a file with what the exchange publishes and has recorded', async () => {
    const answers = {
      'order/receipt': () => ({ receipt }),
      'tick/list': ({ from }: { from: number }) => ({
        before: FIRST_LINK,
        ticks: ticks.filter(({ seq }) => seq === from),
        more: false,
      }),
    };
    const look = async (file: unknown) => {
      const proof = await ask('checkReceipt', JSON.stringify(file));
      const { ok, hashes, record } = (proof as Extract<typeof proof, { ok: true }>).data;
      return { ok, hashes, record };
    };
    // The whole chain computed again, so that up would have lost.
    const again: IndexTick[] = [];
    for (const { at } of ticks) again.push(nextTick(ID, again.at(-1), at, at < AT + 28_000 ? '100' : '99'));
    const { result } = receipt;
    const lost = { outcome: 'lose', entry: again[1], settlementPrice: '99', payout: '0', profit: '-10' };
    const forged = {
      ...receipt,
      runs: [{ before: FIRST_LINK, ticks: again }],
      result: { ...result, ...lost },
    };
    const later = { ...receipt, result: { ...result, settledAt: result.settledAt + 1 } };
    const renumbered = { ...receipt, contract: { ...receipt.contract, id: 2 } };
    const early = { ...receipt, result: { ...result, settledAt: receipt.contract.endsAt - 1 } };
    world.answers = answers;
    expect(await look(receipt)).toEqual({ ok: true, hashes: 'same', record: 'same' });
    expect(await look(forged)).toEqual({ ok: false, hashes: 'other', record: 'other' });
    expect(await look(later)).toEqual({ ok: false, hashes: 'same', record: 'other' });
    expect(await look(renumbered)).toEqual({ ok: false, hashes: 'same', record: 'other' });
    world.answers = {};
    expect(await look(early)).toMatchObject({ ok: false, hashes: 'unknown' });
    expect(await look(forged)).toEqual({ ok: true, hashes: 'unknown', record: 'unknown' });
  });

  it('of tampered ticks fails, and says where', async () => {
    const forged = JSON.parse(JSON.stringify(receipt));
    forged.runs[0].ticks[29].price = '99';
    const proof = await ask('checkReceipt', JSON.stringify(forged));
    expect(proof).toMatchObject({ ok: true, data: { ok: false } });
    const { checks } = (proof as Extract<typeof proof, { ok: true }>).data;
    expect(checks.filter(({ ok }) => !ok).map(({ check }) => check)).toEqual(['chain', 'window']);
  });
  it.each(['', '{', '[]', '{}', 'null', '{"format":"tidemark-cycle-1"}'])('of %j is none', async (text) => {
    expect(await ask('checkReceipt', text)).toMatchObject({
      ok: false,
      error: { code: 'receiptInvalid' },
    });
  });
});
