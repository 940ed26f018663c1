// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { orderRequestOf } from '../../src/screens/trade/useOrderSender.ts';
import type { Ticket } from '../../src/ui/ticket/ticket.ts';
import { storedTicket } from '../../src/ui/ticket/ticket.ts';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);

const quick = { last: '100' };
const sent = (type: Ticket['type'], order: Parameters<typeof orderRequestOf>[2], last = quick) =>
  orderRequestOf('BTC-USDT', { ...storedTicket('BTC-USDT'), type, side: 'sell' }, order, { quick: last })
    .request;

beforeEach(() => sessionStorage.clear());

it.each(['stopLimit', 'stopMarket'] as const)(
  'a %s says which way it waits by the price that its user sees: one that jumps on the way turns it round otherwise',
  (type) => {
    expect(sent(type, { stopPrice: '99.5', quantity: '1' })).toMatchObject({ stopAbove: false });
    expect(sent(type, { stopPrice: '100', quantity: '1' })).toMatchObject({ stopAbove: false });
    expect(sent(type, { stopPrice: '1000', quantity: '1' })).toMatchObject({ stopAbove: true });
  },
);

it('without a price, or without a stop, it is left out', () => {
  const noLast = orderRequestOf(
    'BTC-USDT',
    { ...storedTicket('BTC-USDT'), type: 'stopLimit' },
    { stopPrice: '99', quantity: '1' },
    { quick: {} },
  );
  expect(noLast.request).not.toHaveProperty('stopAbove');
  expect(sent('limit', { price: '99', quantity: '1' })).not.toHaveProperty('stopAbove');
});
