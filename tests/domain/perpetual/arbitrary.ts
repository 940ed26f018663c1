import fc from 'fast-check';
import type { CrossAccount, Dec, Fill, Position, RiskClass } from '../../../domain/index.ts';
import { D, positionSides, tierSteps, tiersOf, toText } from '../../../domain/index.ts';

/** A decimal text of `units / 10^places`. */
export const decimal = (places: number, least: number, most: number): fc.Arbitrary<Dec> =>
  fc.integer({ min: least, max: most }).map((units) => toText(new D(units).div(10 ** places)));

export const risk = fc.constantFrom<RiskClass>('major', 'large', 'other', 'commodity');
export const table = risk.map((each) => tiersOf(tierSteps(each)));
export const side = fc.constantFrom(...positionSides);
/** From 0.0001 to 100,000, on ticks of a hundredth of a per cent or so. */
export const price = fc.oneof(decimal(4, 1, 99_999), decimal(2, 1_000, 10_000_000));
export const quantity = fc.oneof(decimal(3, 1, 100_000), decimal(0, 1, 100_000));
export const leverage = fc.integer({ min: 1, max: 125 });

export const fill: fc.Arbitrary<Fill> = fc.record({
  side: fc.constantFrom('buy' as const, 'sell' as const),
  quantity,
  price,
  fee: decimal(8, -1_000_000, 100_000_000),
});

/** An isolated position at one entry with margin between a twentieth of and twice its initial margin. */
export const position: fc.Arbitrary<Position> = fc
  .record({ side, quantity, entry: price, leverage, margin: fc.integer({ min: 50, max: 2_000 }) })
  .map(({ entry, margin, ...rest }) => {
    const cost = new D(entry).times(rest.quantity);
    const posted = cost.div(rest.leverage).times(margin).div(1_000).toDecimalPlaces(8, D.ROUND_UP);
    return {
      ...rest,
      mode: 'isolated',
      cost: toText(cost),
      margin: toText(posted),
      realised: { price: '0', fees: '0', funding: '0' },
    };
  });

/** A mark within a fifth of the entry. */
export const markNear = (entry: Dec): fc.Arbitrary<Dec> =>
  fc
    .integer({ min: 800, max: 1_200 })
    .map((share) => toText(D.max('0.0001', new D(entry).times(share).div(1_000).toDecimalPlaces(4))));

export const marked = fc.tuple(position, table).chain(([each, tiers]) =>
  fc.record({
    position: fc.constant(each),
    mark: markNear(toText(new D(each.cost).div(each.quantity))),
    table: fc.constant(tiers),
  }),
);

export const crossAccount: fc.Arbitrary<CrossAccount> = fc
  .record({
    positions: fc.array(marked, { minLength: 1, maxLength: 5 }),
    share: fc.integer({ min: 1, max: 30_000 }),
    held: decimal(4, 0, 50_000_000),
  })
  .map(({ positions, share, held }) => {
    const costs = positions.reduce((sum, each) => sum.plus(each.position.cost), new D(0));
    const balance = costs.times(share).div(10_000).plus(held).toDecimalPlaces(8);
    return { balance: toText(balance), held, positions };
  });

/** Difference of two decimal texts, without sign. */
export const apart = (a: Dec, b: Dec): D => new D(a).minus(b).abs();
