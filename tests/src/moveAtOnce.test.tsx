// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startWords } from '../../src/i18n/index.ts';
import { toasts } from '../../src/state/toasts.ts';
import { MoveAtOnce } from '../../src/ui/trade/MoveAtOnce.tsx';
import type { Submitted } from '../../workers/api.ts';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);

const settled = { state: 'settled', data: {} } as Submitted<'spot.amend'>;
beforeAll(() => startWords('en_us'));
beforeEach(() => {
  toasts.list = [];
});
afterEach(cleanup);

async function moved(send: (price: string) => Promise<Submitted<'spot.amend'>>) {
  const [onRefused, onClose] = [vi.fn(), vi.fn()];
  await act(async () => {
    render(
      <MoveAtOnce
        name="BTC/USDT"
        from="60000"
        to="60500.5"
        send={send}
        onRefused={onRefused}
        onClose={onClose}
      />,
    );
  });
  return { onRefused, onClose };
}

it('moves a line without a question, and takes it back by a tap on what tells of it, once', async () => {
  const send = vi.fn(async () => settled);
  const { onClose } = await moved(send);
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(send.mock.calls).toEqual([['60500.5']]);
  expect(toasts.list).toMatchObject([{ title: 'Order changed', text: 'BTC/USDT 60,000 → 60,500.5' }]);
  await act(async () => toasts.list[0]?.action?.run());
  expect(send.mock.calls).toEqual([['60500.5'], ['60000']]);
  expect(toasts.list).toMatchObject([{ title: 'Order changed', text: 'BTC/USDT 60,000' }]);
  expect(toasts.list[0]?.action).toBeUndefined();
});

it('says why a line stays where it was, and has nothing to take back then', async () => {
  const error = { code: 'triggerPassed' } as never;
  const { onRefused } = await moved(async () => ({ state: 'refused', error }) as Submitted<'spot.amend'>);
  expect(onRefused).toHaveBeenCalledWith(error);
  expect(toasts.list).toEqual([]);
});
