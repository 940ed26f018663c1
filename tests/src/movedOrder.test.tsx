// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startWords } from '../../src/i18n/index.ts';
import { MovedOrder } from '../../src/screens/trade/MovedOrder.tsx';
import { toasts } from '../../src/state/toasts.ts';
import { fake, forgetWorker, publish } from '../support/page.tsx';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);

beforeAll(() => startWords('en_us'));
afterEach(() => {
  cleanup();
  forgetWorker();
});

it('an order that ended before its line was let go is not waited for, and its user is shown why it stays', async () => {
  const closed = vi.fn();
  render(<MovedOrder order={7} price="61050.5" market="BTC-USDT" onClose={closed} />);
  await publish({ kind: 'orders', isKnown: false, lines: [] });
  expect(closed).not.toHaveBeenCalled();
  await publish({ kind: 'orders', isKnown: true, lines: [] });
  expect(closed).toHaveBeenCalled();
  expect(toasts.list).toMatchObject([{ tone: 'bad', text: 'This order is no longer open.' }]);
  expect(fake.submit).not.toHaveBeenCalled();
});
