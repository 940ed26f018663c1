import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OpeningTerms, OrderPlace, Position, PreviewedOrder } from '../../../domain/index.ts';
import {
  applyFill,
  averageEntryOf,
  crossTotals,
  D,
  liquidationPrice,
  maxOpenSize,
  openingCost,
  perpetualFees,
  positionValue,
  previewOrder,
  safetyShares,
  tierSteps,
  tiersOf,
  toText,
  valueBound,
} from '../../../domain/index.ts';
import { position as anyPosition, decimal, marked, markNear, price, table } from './arbitrary.ts';

const major = tiersOf(tierSteps('major'));
const place = (change: Partial<OrderPlace> = {}): OrderPlace => ({
  balance: '1000',
  held: '0',
  position: undefined,
  others: [],
  mark: '100',
  table: major,
  feeRate: perpetualFees.taker,
  ...change,
});
type Change = Partial<Pick<OpeningTerms, 'mode' | 'leverage'> & Omit<PreviewedOrder, 'terms'>>;
const request = ({ mode = 'isolated', leverage = 10, ...change }: Change = {}): PreviewedOrder => ({
  side: 'buy',
  terms: { mode, leverage },
  quantity: '10',
  price: '100',
  ...change,
});
const limits = { lot: '0.001', share: safetyShares.limit };

function openPosition(change: Partial<Position> = {}): Position {
  const { position } = applyFill(
    undefined,
    { side: 'buy', quantity: '10', price: '100', fee: '0' },
    { mode: 'cross', leverage: 10 },
  );
  if (position === undefined) throw new Error('open');
  return { ...position, ...change };
}

describe('a preview', () => {
  it('of an opening order tells margin, fee, liquidation price and what is left', () => {
    const preview = previewOrder(place(), request());
    expect(preview).toMatchObject({
      closes: '0',
      opens: '10',
      margin: '100',
      fee: '0.5',
      profit: '0',
      left: '899.5',
      refusal: undefined,
    });
    // (100 − 1000) ÷ (10·(0.004 + 0.0005 − 1))
    expect(preview.liquidation).toEqual({ kind: 'at', price: toText(new D('-900').div('-9.955')) });
  });
  it('of a cross order has the whole balance behind it', () => {
    const { liquidation, left, position } = previewOrder(place(), request({ mode: 'cross', quantity: '20' }));
    expect(left).toBe('799');
    expect(position).toMatchObject({ mode: 'cross', margin: '0' });
    // The fee has gone from the balance.
    expect(liquidation).toEqual({ kind: 'at', price: toText(new D('-1001').div('-19.91')) });
    expect(previewOrder(place(), request({ mode: 'cross', quantity: '9' })).liquidation).toEqual({
      kind: 'never',
    });
  });
  it('of an order that closes gives back margin and P/L', () => {
    const place0 = place({ position: openPosition(), mark: '110' });
    const preview = previewOrder(place0, request({ side: 'sell', quantity: '4', price: '110' }));
    expect(preview).toMatchObject({ closes: '4', opens: '0', margin: '0', profit: '40', fee: '0.22' });
    expect(preview.position).toMatchObject({ side: 'long', quantity: '6' });
    // 1000 + 40 − 0.22 less 6·110/10
    expect(preview.left).toBe('973.78');
    const flat = previewOrder(place0, request({ side: 'sell', quantity: '10', price: '110' }));
    expect(flat).toMatchObject({ position: undefined, liquidation: undefined, left: '1099.45' });
  });
  it('is of the position’s own mode and leverage', () => {
    const preview = previewOrder(place({ position: openPosition() }), request({ leverage: 50 }));
    expect(preview.position).toMatchObject({ mode: 'cross', leverage: 10, quantity: '20' });
    expect(preview.margin).toBe('100');
  });
  it('takes a resting order’s price as the mark that fills it', () => {
    const preview = previewOrder(place(), request({ price: '50', quantity: '10' }));
    expect(preview).toMatchObject({ margin: '50', fee: '0.25', left: '949.75' });
    expect(preview.liquidation?.kind).toBe('at');
  });
  it('says when an order that takes far from the mark would be liquidated at once', () => {
    expect(previewOrder(place(), request({ price: '130', leverage: 20 })).liquidation).toEqual({
      kind: 'due',
    });
  });
  it.each<[string, Partial<OrderPlace>, Change, string]>([
    ['more than there is', {}, { quantity: '100' }, 'insufficientBalance'],
    [
      'a leverage beyond its tier',
      { balance: '1e9' },
      { quantity: '1000', leverage: 125 },
      'leverageTooHigh',
    ],
    ['a leverage that is none', {}, { leverage: 200 }, 'leverageInvalid'],
    ['more than any tier', { balance: '1e12' }, { quantity: '9000000', leverage: 1 }, 'positionTooLarge'],
  ])('refuses %s', (_, there, requested, code) => {
    expect(previewOrder(place(there), request(requested)).refusal).toBe(code);
  });
  it('agrees with what the fill then does', () => {
    fc.assert(
      fc.property(marked, price, decimal(8, 1, 10 ** 9), (each, at, quantity) => {
        const { mark, table: tiers } = each;
        const there = place({ balance: '1e15', position: each.position, mark, table: tiers });
        const requested = request({ price: at, quantity, side: 'sell' });
        const preview = previewOrder(there, requested);
        const { position } = applyFill(each.position, { ...requested, fee: preview.fee }, requested.terms);
        expect(preview.position).toEqual(position);
        expect(new D(preview.closes).plus(preview.opens).eq(quantity)).toBe(true);
        if (position === undefined) return;
        const filledAt = toText(D.max(mark, at));
        expect(preview.liquidation).toEqual(liquidationPrice(position, position.margin, filledAt, tiers));
      }),
    );
  });
});

describe('the largest order', () => {
  it('is what is available over margin and fee, on the lot', () => {
    // 1000 ÷ (100·(0.1 + 0.0005)) = 99.5024…
    expect(maxOpenSize(place(), request(), limits)).toBe('99.502');
    expect(maxOpenSize(place(), request(), { ...limits, share: safetyShares.market })).toBe('99.004');
    expect(maxOpenSize(place({ held: '500' }), request(), limits)).toBe('49.751');
    expect(maxOpenSize(place({ balance: '0' }), request(), limits)).toBe('0');
    expect(maxOpenSize(place(), request(), { ...limits, mostQuantity: '7.0005' })).toBe('7');
    expect(maxOpenSize(place(), request(), { ...limits, lot: '0' })).toBe('99.50248756');
  });
  it('stays below the cap of the tier that allows the leverage', () => {
    const rich = place({ balance: '1000000' });
    expect(maxOpenSize(rich, request({ leverage: 125 }), limits)).toBe('999.999');
    expect(maxOpenSize(rich, request({ leverage: 100 }), limits)).toBe('9999.999');
    expect(maxOpenSize({ ...rich, position: openPosition({ leverage: 125 }) }, request(), limits)).toBe(
      '989.999',
    );
  });
  it('against the position has its closing room, at most twice the position', () => {
    const there = place({ position: openPosition() });
    const [same, against] = [request(), request({ side: 'sell' })].map((each) =>
      maxOpenSize(there, each, limits),
    );
    // 900 available ÷ 10.05 = 89.552; closing frees 100 less its fee of 0.5: 10 + 999.5 ÷ 10.05.
    expect([same, against]).toEqual(['89.552', '109.452']);
  });
  it('is accepted, and costs no more than there is', () => {
    const sides = fc.constantFrom('buy' as const, 'sell' as const);
    const modes = fc.constantFrom('cross' as const, 'isolated' as const);
    const around = fc
      .record({ open: fc.option(anyPosition, { nil: undefined }), at: price })
      .chain(({ open, at }) =>
        fc.record({
          position: fc.constant(open),
          mark: markNear(open ? averageEntryOf(open) : at),
          price: markNear(open ? averageEntryOf(open) : at),
        }),
      );
    const settings = fc.record({
      side: sides,
      mode: modes,
      leverage: fc.integer({ min: 1, max: 50 }),
      balance: decimal(8, 0, 2 ** 31 - 1),
      rich: fc.constantFrom(1, 1_000, 1_000_000),
      lot: fc.constantFrom('0.001', '1', '0.00001'),
    });
    fc.assert(
      fc.property(around, settings, table, fc.array(marked, { maxLength: 2 }), (here, set, tiers, others) => {
        const open = here.position && {
          ...here.position,
          mode: set.mode,
          leverage: Math.min(here.position.leverage, tiers[0].maxLeverage),
          margin: set.mode === 'cross' ? '0' : here.position.margin,
        };
        const balance = toText(new D(set.balance).times(set.rich));
        const there = place({ balance, position: open, others, mark: here.mark, table: tiers });
        const { side, mode, leverage } = set;
        const requested = request({ side, mode, leverage, price: here.price });
        const quantity = maxOpenSize(there, requested, { lot: set.lot, share: '1' });
        expect(new D(quantity).gte(0)).toBe(true);
        if (quantity === '0') return;
        expect(previewOrder(there, { ...requested, quantity }).refusal).toBeUndefined();
      }),
      { numRuns: 2_000 },
    );
  });
  it('leaves no room for one more lot, when money is the bound', () => {
    fc.assert(
      fc.property(
        price,
        decimal(8, 1, 2 ** 31 - 1),
        fc.integer({ min: 1, max: 20 }),
        (at, balance, leverage) => {
          const there = place({ balance, mark: at });
          const quantity = maxOpenSize(there, request({ price: at, leverage }), limits);
          const more = toText(new D(quantity).plus('0.002'));
          if (new D(positionValue(more, at)).gte(valueBound(leverage, major))) return;
          expect(
            new D(openingCost(more, at, leverage, perpetualFees.taker)).plus('0.00000002').gt(balance),
          ).toBe(true);
        },
      ),
    );
  });
});

it('counts an open cross position’s margin as used', () => {
  const { available } = crossTotals({
    balance: '1000',
    held: '0',
    positions: [{ position: openPosition(), mark: '110', table: major }],
  });
  // The gain of 100 is not spent before it is realised.
  expect(available).toBe('890');
});
