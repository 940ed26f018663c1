import { expect, it } from 'vitest';
import type { OpeningTerms, Position, PreviewedOrder } from '../../../domain/index.ts';
import { applyFill, openingTermsOf, previewOrder, tierSteps, tiersOf } from '../../../domain/index.ts';

const position: Position = {
  side: 'long',
  mode: 'isolated',
  leverage: 7,
  quantity: '3',
  cost: '300',
  margin: '42.86',
  realised: { price: '0', fees: '0', funding: '0' },
};
const fill = { side: 'sell', quantity: '1', price: '100', fee: '0' } as const;

it('have mode and leverage and nothing else of the position that they were read from', () => {
  expect(openingTermsOf(position)).toEqual({ mode: 'isolated', leverage: 7 });
});

// The compiler looks at these: a line that it would take again fails the check of types.
it('are no position', () => {
  // @ts-expect-error a position has a side and a quantity of its own
  const terms: OpeningTerms = position;
  // @ts-expect-error the same as an argument
  applyFill(undefined, fill, position);
  // @ts-expect-error and as the terms of an order
  const request: PreviewedOrder = { side: 'sell', quantity: '1', price: '100', terms: position };
  const place = { balance: '1000', held: '0', position, others: [], mark: '100', feeRate: '0.0005' };
  const table = tiersOf(tierSteps('major'));
  // A caller that gets past the compiler changes nothing: the order has its own side and size.
  expect(previewOrder({ ...place, table }, request)).toEqual(
    previewOrder({ ...place, table }, { ...request, terms: openingTermsOf(terms) }),
  );
});
