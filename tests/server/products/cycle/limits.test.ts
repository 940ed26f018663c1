import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Market } from '../../../../domain/index.ts';
import { D, RuleError, stakeLimits, userLimits } from '../../../../domain/index.ts';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import type { CycleWorld } from '../../../support/cycle.ts';
import { cycleFlaws, newCycleMarket, openCycle } from '../../../support/cycle.ts';
import { withDatabase } from '../../../support/databases.ts';
import type { FakeSource } from '../../../support/fakeSource.ts';
import { runOps } from '../../../support/ops.ts';
import { codeOf } from '../../../support/spot.ts';

const flat = (price: string, seconds: number): string[] => Array.from({ length: seconds }, () => price);
const bar = (minute: number, close: string) => ({
  ...{ at: minute * 60_000, open: close, high: close, low: close, close, volume: '1' },
});

withDatabase('what can be bought', (db) => {
  let x: CycleWorld;
  let market: Market;
  const open = async (more: Partial<Market> = {}, options: Parameters<typeof openCycle>[2] = {}) => {
    market = newCycleMarket(more);
    x = await openCycle(db(), [market], options);
  };
  beforeEach(() => open());
  afterEach(async () => {
    await x.settled();
    await x.close();
    expect(x.logged).toEqual([]);
    expect(await cycleFlaws(db())).toEqual([]);
    expect(await verifyLedger(db())).toEqual([]);
  });

  describe('a quote', () => {
    it('can be bought at its last instant, and not after it', async () => {
      const { id, expiresAt, now } = await x.quote(0, '60s');
      expect(expiresAt - now).toBe(5_000);
      x.play(flat('100', 5));
      const { contract } = await x.buyAt(0, { quote: id, direction: 'up', amount: '5' });
      expect(contract.acceptedAt).toBe(expiresAt);
      const late = await x.quote(0, '60s');
      x.play(flat('100', 5));
      x.clock.jump(1);
      expect(await codeOf(x.buyAt(0, { quote: late.id, direction: 'up', amount: '5' }))).toBe('quoteExpired');
      x.play(flat('100', 20));
    });
    it('is good once, whatever is bought with it', async () => {
      const { id } = await x.quote(0, '30s');
      await x.buyAt(0, { quote: id, direction: 'up', amount: '5' });
      for (const direction of ['up', 'down'] as const)
        expect(await codeOf(x.buyAt(0, { quote: id, direction, amount: '5' }))).toBe('quoteUsed');
      expect((await x.money(0))[1]).toBe('5');
    });
    it('is bought once by twenty purchases at once', async () => {
      const { id } = await x.quote(0, '30s');
      const tried = await Promise.all(
        Array.from({ length: 20 }, () => codeOf(x.buyAt(0, { quote: id, direction: 'up', amount: '5' }))),
      );
      expect(tried.filter((code) => code === undefined)).toHaveLength(1);
      expect(tried.filter((code) => code === 'quoteUsed')).toHaveLength(19);
    });
    it('is its user’s alone', async () => {
      const two = await openCycle(db(), [market], { userCount: 2 });
      const { id } = await two.quote(0, '30s');
      expect(await codeOf(two.buyAt(1, { quote: id, direction: 'up', amount: '5' }))).toBe('quoteExpired');
      expect(await codeOf(two.buyAt(1, { quote: 'never-was', direction: 'up', amount: '5' }))).toBe(
        'quoteExpired',
      );
      await two.close();
    });
    it('gives the same answer for the same key', async () => {
      const { id } = await x.quote(0, '30s');
      const request = { quote: id, direction: 'up', amount: '5' } as const;
      const first = await x.buyAt(0, request, 'the-same-key');
      x.play(flat('100', 40));
      await x.settled();
      expect(await x.buyAt(0, request, 'the-same-key')).toEqual(first);
    });
  });

  describe('limits', () => {
    it('let fifty purchases at once through until the most that one user may have', async () => {
      const quotes = await Promise.all(Array.from({ length: 50 }, () => x.quote(0, '30s')));
      const tried = await Promise.all(
        quotes.map(({ id }) => codeOf(x.buyAt(0, { quote: id, direction: 'up', amount: '1' }))),
      );
      expect(tried.filter((code) => code === undefined)).toHaveLength(userLimits.contracts);
      expect(tried.filter((code) => code === 'contractsTooMany')).toHaveLength(50 - userLimits.contracts);
      expect((await x.money(0))[1]).toBe(`${userLimits.contracts}`);
      expect((await x.quote(0, '30s')).most).toBe('0');
    });
    it('let fifty purchases of the whole balance through once', async () => {
      const poor = await openCycle(db(), [market], { userCount: 1, funds: '100' });
      const quotes = await Promise.all(Array.from({ length: 50 }, () => poor.quote(0, '30s')));
      const tried = await Promise.all(
        quotes.map(({ id }) => codeOf(poor.buyAt(0, { quote: id, direction: 'up', amount: '100' }))),
      );
      expect(tried.filter((code) => code === undefined)).toHaveLength(1);
      expect(tried.filter((code) => code === 'insufficientBalance')).toHaveLength(49);
      await poor.close();
    });
    it('bound the stakes of one user together', async () => {
      for (let i = 0; i < 4; i++) await x.buy(0, 'up', '30s', stakeLimits.crypto.most);
      expect(await codeOf(x.buy(0, 'up', '30s', '1'))).toBe('stakeLimit');
    });
    it('bound what the house may lose on an asset, and never more than it has', async () => {
      await open({}, { userCount: 15 });
      const codes: (string | undefined)[] = [];
      for (let user = 0; user < 15; user++)
        for (let i = 0; i < 4; i++) codes.push(await codeOf(x.buy(user, 'up', '30s', '5000')));
      expect(codes.indexOf('exposureLimit')).toBeGreaterThan(50);
      const { most } = await x.quote(14, '30s');
      expect(Number(most)).toBeLessThan(5_000);
      if (most !== '0') await x.buy(14, 'up', '30s', most);
    });
    it.each([
      ['0', 'amountZero'],
      ['0.99999999', 'stakeTooSmall'],
      ['5000.00000001', 'stakeTooLarge'],
      ['1.000000001', 'amountTooFine'],
      ['-1', 'amountInvalid'],
      ['1e3', 'amountInvalid'],
      ['0x10', 'amountInvalid'],
      ['NaN', 'amountInvalid'],
    ])('refuse a stake of %s: %s', async (amount, code) => {
      const { id } = await x.quote(0, '30s');
      expect(await codeOf(x.buyAt(0, { quote: id, direction: 'up', amount }))).toBe(code);
      expect(await x.money(0)).toEqual(['100000', '0']);
    });
  });

  describe('a market', () => {
    it('that is unknown, closed, silent or halted sells nothing', async () => {
      expect(await codeOf(x.quote(0, '30s', 'NO-SUCH'))).toBe('marketUnknown');
      const { id } = await x.quote(0, '30s');
      const refusal = () => codeOf(x.buyAt(0, { quote: id, direction: 'up', amount: '5' }));
      x.source.setStatus(market.id, 'closed');
      expect([await codeOf(x.quote(0, '30s')), await refusal()]).toEqual(['marketClosed', 'marketClosed']);
      x.source.setStatus(market.id, 'open');
      const ops = { db: db(), clock: x.clock, published: () => undefined };
      await runOps(ops, 'cycle close', [market.id]);
      expect([await codeOf(x.quote(0, '30s')), await refusal()]).toEqual(['assetHalted', 'assetHalted']);
      expect((await x.engine.assets())[0]?.status).toBe('halted');
      await runOps(ops, 'cycle open', [market.id]);
      expect(await refusal()).toBeUndefined();
      x.clock.jump(3_001);
      expect(await codeOf(x.quote(0, '30s'))).toBe('marketStale');
      x.source.tick(market.id, '100');
    });
    it('is listed for the operator with what runs on it', async () => {
      const { lines: before } = await runOps(
        { db: db(), clock: x.clock, published: () => undefined },
        'cycle list',
        [],
      );
      expect(before.some((line) => line.startsWith(`${market.id}:`))).toBe(false);
      const { rate } = await x.buy(0, 'up', '30s', '100');
      const ops = { db: db(), clock: x.clock, published: () => undefined };
      await runOps(ops, 'cycle close', [market.id]);
      const { lines } = await runOps(ops, 'cycle list', []);
      const win = new D(rate).times(100).toFixed();
      expect(lines).toContain(`${market.id}: 1 running, 100 staked, ${win} at risk, closed for new ones`);
      await runOps(ops, 'cycle open', [market.id]);
    });
    it('that an operator closes lets what runs end by the index', async () => {
      const { id } = await x.buy(0, 'up', '30s', '10');
      await runOps({ db: db(), clock: x.clock, published: () => undefined }, 'cycle close', [market.id]);
      x.play([...flat('100', 27), ...flat('101', 4)]);
      await x.settled();
      expect(await x.contract(id)).toMatchObject({ outcome: 'win' });
    });
    it('of several venues has the middle price of those that speak and are open', async () => {
      await open({}, { venues: 4 });
      const index = async () => (await x.quote(0, '30s')).price;
      for (const [i, price] of ['100', '101', '104', '900'].entries()) x.sources[i]?.tick(market.id, price);
      expect(await index()).toBe('102.5');
      x.sources[3]?.setStatus(market.id, 'closed');
      expect(await index()).toBe('101');
      x.clock.jump(3_001);
      for (const i of [0, 2]) x.sources[i]?.tick(market.id, '200');
      x.sources[2]?.tick(market.id, '201.000000000001');
      expect(await index()).toBe('200.500000000001');
    });
    it('of several venues is quoted by the minutes of one that answers, those that speak first', async () => {
      await open({}, { venues: 3 });
      const [first, second, third] = x.sources;
      if (!first || !second || !third) throw new Error('three venues');
      const requested: string[] = [];
      const says = (source: FakeSource, name: string, swing: string | undefined) => {
        source.candles = async () => {
          requested.push(name);
          if (swing === undefined) throw new RuleError('venueAway');
          const candles = Array.from({ length: 62 }, (_, i) => bar(i, i % 2 === 0 ? '100' : swing));
          return { candles, more: false };
        };
      };
      says(first, 'first', undefined);
      says(second, 'second', '101');
      says(third, 'third', '102');
      const volatility = async () => (await x.quote(0, '30s')).volatility;
      const calm = await volatility();
      expect(requested.splice(0)).toEqual(['first', 'second']);
      // Within its time it is requested from nobody again.
      expect([await volatility(), requested]).toEqual([calm, []]);
      second.setStatus(market.id, 'closed');
      x.clock.jump(15_000);
      for (const each of [second, third]) each.tick(market.id, '10');
      expect(new D(await volatility()).gt(calm)).toBe(true);
      // One that is silent comes last, and its failure is the answer when no venue has another.
      expect(requested.splice(0)).toEqual(['third']);
      says(third, 'third', undefined);
      says(second, 'second', undefined);
      x.clock.jump(15_000);
      third.tick(market.id, '10');
      expect(await codeOf(x.quote(0, '30s'))).toBe('venueAway');
      expect(requested.splice(0)).toEqual(['third', 'first', 'second']);
      says(third, 'third', '102');
      expect(await codeOf(x.quote(0, '30s'))).toBeUndefined();
    });
    it('is quoted as it stands when its venue has answered, not as it stood before', async () => {
      let answer: () => void = () => undefined;
      const { candles } = x.source;
      x.source.candles = async (query) => {
        await new Promise<void>((resolve) => void (answer = resolve));
        return candles(query);
      };
      const [quote, late] = [x.quote(0, '30s'), codeOf(x.quote(0, '60s'))];
      x.source.tick(market.id, '11');
      x.clock.jump(2_000);
      answer();
      expect(await quote).toMatchObject({ price: '11', now: x.clock.now() });
      expect(await late).toBeUndefined();
      x.clock.jump(15_000);
      x.source.tick(market.id, '11');
      const closed = codeOf(x.quote(0, '30s'));
      x.source.setStatus(market.id, 'closed');
      answer();
      expect(await closed).toBe('marketClosed');
    });
    it('of a commodity has hours: nothing ends while it is closed', async () => {
      const friday = Date.UTC(2026, 10, 20, 21, 59, 20);
      await open({ asset: 'commodity' }, { now: friday });
      expect(await codeOf(x.quote(0, '30s'))).toBeUndefined();
      expect(await codeOf(x.quote(0, '60s'))).toBe('sessionTooShort');
      expect(await codeOf(x.quote(0, '1d'))).toBe('sessionTooShort');
      const [asset] = await x.engine.assets();
      expect(asset).toMatchObject({ kind: 'commodity', cycles: ['30s'], most: '2000' });
      expect(asset?.changesAt).toBe(Date.UTC(2026, 10, 20, 22));
    });
  });
});
