// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startWords } from '../../src/i18n/index.ts';
import { changeSettings } from '../../src/state/settings.ts';
import { SendButton } from '../../src/ui/ticket/SendButton.tsx';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);

beforeAll(() => startWords('en_us'));
afterEach(cleanup);

it('a tap that waits for its figures ends when the ticket is blocked meanwhile', async () => {
  changeSettings({ confirmOrders: false });
  const { rerender } = render(null);
  const onSend = vi.fn();
  let awaited: 'tap' | undefined = 'tap';
  const show = (isAnswered: boolean, blocked: string | undefined) =>
    act(async () =>
      rerender(
        <SendButton
          side="buy"
          action="Buy"
          state="idle"
          requested={isAnswered ? { quantity: '1' } : undefined}
          blocked={blocked}
          isAnswered={isAnswered}
          awaited={awaited}
          onEarlyTap={() => undefined}
          onWaited={() => {
            awaited = undefined;
          }}
          onTap={() => undefined}
          onSend={onSend}
          numbers={() => null}
        />,
      ),
    );
  await show(false, undefined);
  expect(awaited).toBe('tap');
  // The refusal stands in the place of the button: what was tapped before it is not sent once it has gone.
  await show(false, 'Prices are old.');
  await show(true, undefined);
  expect(onSend).not.toHaveBeenCalled();
});
