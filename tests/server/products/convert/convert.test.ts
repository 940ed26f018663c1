import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { convertStock, D, isRefusalCode } from '../../../../domain/index.ts';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { conversionsOf } from '../../../../server/products/convert/history.ts';
import type { ConvertWorld } from '../../../support/convert.ts';
import { newAsset, openConvert } from '../../../support/convert.ts';
import { withDatabase } from '../../../support/databases.ts';
import { codeOf } from '../../../support/spot.ts';

withDatabase('conversions', (db) => {
  let x: ConvertWorld;
  let [a, b] = ['', ''];
  beforeEach(async () => {
    [a, b] = [newAsset(), newAsset()];
    x = await openConvert(db(), { [a]: '50000', [b]: '2500' }, { userCount: 2 });
    await x.give('USDT', '1000');
    await x.give(b, '10');
  });
  afterEach(async () => {
    x.close();
    expect(await verifyLedger(db())).toEqual([]);
  });
  const books = () =>
    db().query(
      'select (select count(*) from journal) as j, (select sum(posted) from account where posted > 0) as p',
    );

  describe('a quote', () => {
    it('is booked as it says, to the last digit', async () => {
      const quote = await x.quote(b, 'USDT', '1.23456789');
      expect(quote).toMatchObject({ price: '2497.5', reference: '2500', toAmount: '3083.33330527' });
      const { conversion } = await x.accept(quote.id);
      expect(conversion).toMatchObject({
        kind: 'quote',
        from: b,
        to: 'USDT',
        fromAmount: '1.23456789',
        toAmount: '3083.33330527',
        price: '2497.5',
        reference: '2500',
        at: x.clock.now(),
      });
      expect(await x.has(b)).toBe('8.76543211');
      expect(await x.has('USDT')).toBe('4083.33330527');
      expect((await conversionsOf(db(), x.users[0] ?? 0, { limit: 50 })).rows).toEqual([conversion]);
    });
    it('gives at least what is wished when the other side is typed', async () => {
      const quote = await x.quote('USDT', b, '0.1', 'to');
      expect(quote.toAmount).toBe('0.1');
      // The price is rounded down at its twelfth digit, and what it takes is rounded up.
      expect(quote.fromAmount).toBe('250.25000001');
      await x.accept(quote.id);
      expect([await x.has(b), await x.has('USDT')]).toEqual(['10.1', '749.74999999']);
    });
    it.each([
      ['up', '2502.5', undefined],
      ['down', '2497.5', undefined],
      ['up', '2502.6', 'quoteMoved'],
      ['down', '2497.4', 'quoteMoved'],
    ])('is looked at once more, whoever a move %s to %s is good for', async (_, last, code) => {
      const { id, toAmount } = await x.quote(b, 'USDT', '1');
      const before = await x.has('USDT');
      // The last price of a market that nobody watches is requested once a second.
      x.clock.jump(1_000);
      x.set(b, last);
      expect(await codeOf(x.accept(id))).toBe(code);
      const got = code === undefined ? toAmount : '0';
      expect(await x.has('USDT')).toBe(new D(before).plus(got).toFixed());
    });
    it('is the only one of its pair: prices are not collected to choose from', async () => {
      const first = await x.quote(b, 'USDT', '1');
      const other = await x.quote('USDT', b, '100');
      const theirs = await x.quote(b, 'USDT', '1', 'from', 1);
      const second = await x.quote(b, 'USDT', '2');
      expect(await codeOf(x.accept(first.id))).toBe('quoteExpired');
      expect(await codeOf(x.accept(second.id))).toBeUndefined();
      expect(await codeOf(x.accept(other.id))).toBeUndefined();
      // Somebody else's quote stands: what it lacks is money.
      expect(await codeOf(x.accept(theirs.id, 1))).toBe('insufficientBalance');
    });
    it('can be taken at its last instant, and not after it', async () => {
      const first = await x.quote(b, 'USDT', '1');
      expect(first.expiresAt - first.now).toBe(8_000);
      x.clock.jump(8_000);
      // Of a silent market nobody knows whether the price has moved.
      expect(await codeOf(x.accept(first.id))).toBe('marketStale');
      x.set(b, '2500');
      await x.accept(first.id);
      const second = await x.quote(b, 'USDT', '1');
      x.clock.jump(8_001);
      expect(await codeOf(x.accept(second.id))).toBe('quoteExpired');
    });
    it('does not come to life again when the clock is set back', async () => {
      const first = await x.quote(b, 'USDT', '1');
      const mine = await x.quote('USDT', b, '100');
      x.clock.jump(-2_000);
      await x.accept(first.id);
      const second = await x.quote(b, 'USDT', '1');
      x.clock.jump(-3_600_000);
      x.set(b, '2500');
      expect(await codeOf(x.accept(second.id))).toBe('quoteExpired');
      const third = await x.quote(b, 'USDT', '1');
      // It is gone by now, whatever the clock comes to say.
      x.clock.jump(3_602_000);
      x.set(b, '2500');
      for (const { id } of [mine, second, third]) expect(await codeOf(x.accept(id))).toBe('quoteExpired');
    });
    it('is taken once by twenty at once', async () => {
      const { id, toAmount } = await x.quote(b, 'USDT', '1');
      const tried = await Promise.all(Array.from({ length: 20 }, () => codeOf(x.accept(id))));
      expect(tried.filter((code) => code === undefined)).toHaveLength(1);
      expect(tried.filter((code) => code === 'quoteUsed')).toHaveLength(19);
      expect(await x.has('USDT')).toBe(new D(1000).plus(toAmount).toFixed());
    });
    it('gives the same answer for the same key', async () => {
      const { id } = await x.quote(b, 'USDT', '1');
      const first = await x.accept(id, 0, 'one-and-the-same');
      x.clock.jump(60_000);
      expect(await x.accept(id, 0, 'one-and-the-same')).toEqual(first);
    });
    it('is its user’s alone, and of its own kind', async () => {
      const { id } = await x.quote(b, 'USDT', '1');
      expect(await codeOf(x.accept(id, 1))).toBe('quoteExpired');
      expect(await codeOf(x.acceptSmall(id, [b]))).toBe('quoteExpired');
      expect(await codeOf(x.accept('never-was-one'))).toBe('quoteExpired');
    });
    it('is not given while the source has been silent for more than five seconds', async () => {
      x.clock.jump(5_000);
      await x.quote(b, 'USDT', '1');
      x.clock.jump(1);
      expect(await codeOf(x.quote(b, 'USDT', '1'))).toBe('marketStale');
      x.set(b, '2500');
      await x.quote(b, 'USDT', '1');
    });
    it.each([
      ['the same asset twice', () => x.quote(b, b, '1'), 'convertSame'],
      ['an asset without a market', () => x.quote('NONE', 'USDT', '1'), 'assetUnknown'],
      ['less than the least', () => x.quote(b, 'USDT', '0.00099999'), 'convertTooSmall'],
      ['more than the most', () => x.quote(b, 'USDT', '1000000.00000001'), 'convertTooLarge'],
      ['a wish that takes less than the least', () => x.quote(b, 'USDT', '0.01', 'to'), 'convertTooSmall'],
      ['a wish that takes more than the most', () => x.quote('USDT', b, '401', 'to'), 'convertTooLarge'],
      ['nothing', () => x.quote(b, 'USDT', '0'), 'amountZero'],
      ['too many digits', () => x.quote(b, 'USDT', '1.000000001'), 'amountTooFine'],
    ])('is refused for %s', async (_, ask, code) => {
      expect(await codeOf(ask())).toBe(code);
    });
    it('is refused for what becomes nothing, and for a market that is closed', async () => {
      const dust = newAsset();
      const poor = await openConvert(db(), { [dust]: '0.0000001', [a]: '50000' });
      expect(await codeOf(poor.quote(dust, a, '0.01'))).toBe('convertZero');
      expect((await poor.quote(dust, a, '10000')).toAmount).toBe('0.00000001');
      poor.source.setStatus(`${a}-USDT`, 'closed');
      expect(await codeOf(poor.quote('USDT', a, '1'))).toBe('marketClosed');
      poor.close();
    });
  });

  describe('the books', () => {
    it('are as they were after every refusal', async () => {
      await x.accept((await x.quote(b, 'USDT', '1')).id);
      const { id } = await x.quote(b, 'USDT', '10.00000001');
      const before = await books();
      expect(await codeOf(x.accept(id))).toBe('insufficientBalance');
      expect(await codeOf(x.accept('never-was-one'))).toBe('quoteExpired');
      expect(await codeOf(x.acceptSmall('never-was-one', [b]))).toBe('quoteExpired');
      expect(await books()).toEqual(before);
    });
    it('let fifty conversions of the whole balance at once through one time', async () => {
      const under: Promise<unknown>[] = [];
      // A newer quote ends none that was taken already.
      for (let i = 0; i < 50; i++) under.push(codeOf(x.accept((await x.quote(b, 'USDT', '10')).id)));
      const tried = await Promise.all(under);
      expect(tried.filter((code) => code === undefined)).toHaveLength(1);
      expect(tried.filter((code) => code === 'insufficientBalance')).toHaveLength(49);
      expect(await x.has(b)).toBe('0');
    });
    it('cross in both directions without losing a unit', async () => {
      await x.give(b, '10', 1);
      await x.give(a, '10', 1);
      await x.give(a, '10');
      const under: Promise<unknown>[] = [];
      for (let i = 0; i < 20; i++) {
        const [from, to] = i % 2 === 0 ? [a, b] : [b, a];
        under.push(x.accept((await x.quote(from, to, '0.1', 'from', i % 2)).id, i % 2));
      }
      expect(await Promise.all(under)).toHaveLength(20);
    });
    it('give the house a stock of each asset once, and let it give no more', async () => {
      await x.accept((await x.quote('USDT', a, '500')).id);
      expect(await x.has(a, 'house')).toBe(new D(convertStock('50000')).minus(await x.has(a)).toFixed());
      await x.give('USDT', '5000000');
      const tried: (string | undefined)[] = [];
      for (let i = 0; i < 6; i++)
        tried.push(await codeOf(x.quote('USDT', a, '1000000').then(({ id }) => x.accept(id))));
      expect(tried).toEqual([...Array.from({ length: 5 }, () => undefined), 'convertLimit']);
      expect(new D(await x.has(a, 'house')).gte(0)).toBe(true);
    });
    it('keep the house from taking more of a falling asset than twice its stock’s worth', async () => {
      await x.give(a, '200');
      const tried: (string | undefined)[] = [];
      for (let i = 0; i < 3; i++) {
        await x.accept((await x.quote(b, 'USDT', '0.01')).id);
        tried.push(await codeOf(x.quote(a, b, '40').then(({ id }) => x.accept(id))));
      }
      expect(tried).toEqual([undefined, undefined, 'convertLimit']);
    });
    it('never pump: there and back again and again only loses', async () => {
      let before = new D(await x.has('USDT'));
      await x.give('USDT', '1');
      before = before.plus(1);
      for (let round = 0; round < 25; round++) {
        const there = await x.accept((await x.quote('USDT', a, '0.001')).id).catch((error) => error);
        // A thousandth of a USDT becomes some units of the asset, and these become less than they came from.
        if (isRefusalCode(there.code)) break;
        const back = await codeOf(
          x.quote(a, 'USDT', there.conversion.toAmount).then(({ id }) => x.accept(id)),
        );
        expect(['convertTooSmall', 'convertZero', undefined]).toContain(back);
      }
      expect(new D(await x.has('USDT')).lt(before)).toBe(true);
    });
  });

  describe('small balances', () => {
    it('become USDT in one entry each, those that are chosen', async () => {
      const [c, d] = [newAsset(), newAsset()];
      const y = await openConvert(db(), { [a]: '50000', [c]: '0.5', [d]: '3' }, { userCount: 1 });
      await y.give(a, '0.00001');
      await y.give(c, '9.9');
      await y.give(d, '2');
      const { id, rows, below, expiresAt, now } = await y.small();
      expect(below).toBe('5');
      expect(expiresAt - now).toBe(8_000);
      expect(rows.map(({ asset, toAmount }) => [asset, toAmount]).sort()).toEqual(
        [
          [a, '0.4995'],
          [c, '4.94505'],
        ].sort(),
      );
      const { conversions } = await y.acceptSmall(id, [a, c]);
      expect(conversions.map(({ kind, toAmount }) => [kind, toAmount])).toEqual(
        rows.map(({ toAmount }) => ['small', toAmount]),
      );
      expect(await y.has('USDT')).toBe('5.44455');
      expect(await codeOf(y.acceptSmall(id, [a]))).toBe('quoteUsed');
      expect(await y.small()).toMatchObject({ id: '', rows: [] });
      y.close();
    });
    it('are all booked or none, and only those of the quote', async () => {
      const c = newAsset();
      const y = await openConvert(db(), { [a]: '50000', [c]: '1' });
      await y.give(a, '0.00001');
      await y.give(c, '1');
      const { id } = await y.small();
      expect(await codeOf(y.acceptSmall(id, [a, b]))).toBe('assetUnknown');
      await y.accept((await y.quote(c, 'USDT', '0.5')).id);
      const before = await books();
      expect(await codeOf(y.acceptSmall(id, [a, c]))).toBe('insufficientBalance');
      expect(await books()).toEqual(before);
      await y.acceptSmall(id, [a]);
      y.close();
    });
    it('are not told while the source is silent', async () => {
      await x.give(a, '0.00001');
      x.clock.jump(5_001);
      expect(await codeOf(x.small())).toBe('marketStale');
    });
    it('are left out, and stop no others, while no venue says their price', async () => {
      const c = newAsset();
      const y = await openConvert(db(), { [a]: '50000', [c]: '1' });
      await y.give(a, '0.00001');
      await y.give(c, '1');
      const stale = new Set([`${c}-USDT`]);
      Object.assign(y.source, { live: { isStale: (id: string) => stale.has(id) } });
      const { id, rows } = await y.small();
      expect(rows.map(({ asset }) => asset)).toEqual([a]);
      expect(await codeOf(y.acceptSmall(id, [a, c]))).toBe('assetUnknown');
      expect(await codeOf(y.acceptSmall(id, [a]))).toBeUndefined();
      expect(await codeOf(y.quote(c, 'USDT', '1'))).toBe('marketStale');
      expect(await y.small()).toMatchObject({ id: '', rows: [] });
      stale.clear();
      expect((await y.small()).rows.map(({ asset }) => asset)).toEqual([c]);
      y.close();
    });
  });

  it('are listed by asset, kind and day, page by page', async () => {
    for (let i = 0; i < 5; i++) await x.accept((await x.quote(b, i === 2 ? a : 'USDT', '0.1')).id);
    const user = x.users[0] ?? 0;
    const first = await conversionsOf(db(), user, { limit: 2 });
    const second = await conversionsOf(db(), user, { limit: 50, before: first.next ?? 0 });
    expect([first.rows.length, second.rows.length, second.next]).toEqual([2, 3, null]);
    expect((await conversionsOf(db(), user, { limit: 50, asset: a })).rows).toHaveLength(1);
    expect((await conversionsOf(db(), user, { limit: 50, kind: 'small' })).rows).toHaveLength(0);
    expect((await conversionsOf(db(), user, { limit: 50, to: x.clock.now() - 1 })).rows).toHaveLength(0);
    expect((await conversionsOf(db(), x.users[1] ?? 0, { limit: 50 })).rows).toHaveLength(0);
  });

  it('cannot be changed or made up in the database', async () => {
    await x.accept((await x.quote(b, 'USDT', '1')).id);
    await expect(db().query('update conversion set to_amount = 1')).rejects.toThrow(/append-only/);
    await expect(db().query('delete from conversion')).rejects.toThrow(/append-only/);
    await expect(
      db().query(
        `insert into conversion (user_id, quote_id, place, kind, from_asset, to_asset, from_amount, to_amount, price, reference, at)
         values ($1, 'made-up-1', 0, 'quote', $2, 'USDT', 1, 3000, 2500, 2500, 1)`,
        [x.users[0], b],
      ),
    ).rejects.toThrow(/conversion_as_quoted/);
  });
});
