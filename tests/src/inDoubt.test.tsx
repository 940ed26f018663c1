// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startWords } from '../../src/i18n/index.ts';
import { CloseSheet } from '../../src/screens/perpetual/CloseSheet.tsx';
import { MarginSheet } from '../../src/screens/perpetual/MarginSheet.tsx';
import { ReverseButton } from '../../src/screens/perpetual/ReverseButton.tsx';
import StopPlScreen from '../../src/screens/perpetual/StopPlScreen.tsx';
import type { PositionHead } from '../../src/state/futures.ts';
import { signIn } from '../../src/state/login.ts';
import type { Frame } from '../../workers/api.ts';
import { account, ID, position } from '../support/futuresFrames.ts';
import { fake, forgetWorker, publish, tap } from '../support/page.tsx';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);

const head = position as unknown as PositionHead;
const frame = (kind: string, parts: object) =>
  publish({ kind, view: undefined, tick: '0.1', ...parts } as unknown as Frame);
const journal = (call: string, state: string) =>
  publish({
    kind: 'journal',
    entries: [{ key: 'k', call, state }],
    isLasting: true,
  } as unknown as Frame);
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const inSheet = (name: string | RegExp) => within(screen.getByRole('dialog')).getByRole('button', { name });

/** What is shown, and how it is sent once. */
const acts: Record<string, readonly [React.ReactNode, () => Promise<void>]> = {
  'perpetual.reverse': [
    <ReverseButton key="r" head={head} />,
    async () => {
      await tap(button('Reverse'));
      if (screen.queryByRole('dialog')) await tap(inSheet('Reverse'));
    },
  ],
  'perpetual.changeMargin': [
    <MarginSheet key="m" head={head} onClose={() => undefined} />,
    async () => {
      await frame('futuresMargin', { amount: '5', liquidation: { kind: 'none' } });
      const all = within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Add margin' });
      await tap(all.find((each) => !each.hasAttribute('aria-pressed')) as Element);
    },
  ],
  'perpetual.close': [
    <CloseSheet key="c" head={head} onClose={() => undefined} />,
    async () => {
      const quantity = { quantity: '0.02', request: { quantity: '0.02' } };
      await frame('futuresClose', { quick: {}, liquidation: { kind: 'none' }, ...quantity });
      await tap(inSheet(/0\.02/));
    },
  ],
  'perpetual.protect': [
    <StopPlScreen key="s" />,
    async () => {
      await publish(account({ positions: [position] }));
      const takeProfit = { request: { by: 'price', value: '70000', source: 'last' } };
      await frame('futuresGuard', { canSend: true, takeProfit, stopLoss: {}, trailing: {} });
      await tap(button('Set'));
    },
  ],
};

beforeAll(() => startWords('en_us'));
beforeEach(() => signIn('token'));
afterEach(() => {
  cleanup();
  forgetWorker();
});

it.each(Object.keys(acts))('%s is not sent again while nobody knows whether it has acted', async (call) => {
  const [element, send] = acts[call] as (typeof acts)[string];
  fake.submit.mockResolvedValue({ state: 'unknown', key: 'k' });
  render(<MemoryRouter initialEntries={[`/?market=${ID}`]}>{element}</MemoryRouter>);
  await send();
  expect(fake.submit.mock.calls.map(([name]) => name)).toEqual([call]);
  await send();
  await journal(call, 'unknown');
  await send();
  expect(fake.submit).toHaveBeenCalledTimes(1);
  await journal(call, 'absent');
  await send();
  expect(fake.submit).toHaveBeenCalledTimes(2);
});
