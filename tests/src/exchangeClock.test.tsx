// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR_MS } from '../../domain/index.ts';
import { startWords } from '../../src/i18n/index.ts';
import CoinAddressScreen from '../../src/screens/wallet/CoinAddressScreen.tsx';
import { signIn } from '../../src/state/login.ts';
import { applyStatus, exchangeNow } from '../../src/state/status.ts';
import { Afterwards } from '../../src/ui/account/Hold.tsx';
import { ExpirySheet } from '../../src/ui/ticket/ExpirySheet.tsx';
import type { StatusFrame } from '../../workers/api.ts';
import { fake, forgetWorker, tap } from '../support/page.tsx';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);

const NOW = new Date(2026, 10, 23, 14, 30).getTime();
const setAhead = (clockOffsetMs: number) =>
  applyStatus({ kind: 'status', link: 'live', markets: 6, clockOffsetMs } as StatusFrame);

beforeAll(() => startWords('en_us'));
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  signIn('token-of-ada');
});
afterEach(() => {
  cleanup();
  forgetWorker();
  setAhead(0);
  vi.useRealTimers();
});

describe('on a device whose clock is wrong, the exchange decides what time it is', () => {
  it('also while a frame says nothing of it', () => {
    setAhead(HOUR_MS);
    applyStatus({ kind: 'status', link: 'offline', markets: 6 } as StatusFrame);
    expect(exchangeNow()).toBe(NOW + HOUR_MS);
  });
  it.each([
    [0, 1],
    [HOUR_MS, 0],
  ])('when the end of an order is chosen: %i ms ahead', async (ahead, times) => {
    setAhead(ahead);
    const choose = vi.fn();
    render(<ExpirySheet expiry="2026-11-23T15:00" onChoose={choose} onClose={() => undefined} />);
    await tap(screen.getByRole('button', { name: 'Choose' }));
    expect(choose).toHaveBeenCalledTimes(times);
  });
  it.each([
    [0, true],
    [HOUR_MS, false],
  ])('when it is said that a new address rests: %i ms ahead', async (ahead, rests) => {
    setAhead(ahead);
    const row = { id: 1, currency: 'USDT', chain: 'tron', address: 'T1', label: 'Own', createdAt: 1 };
    fake.call.mockResolvedValue({
      ok: true,
      data: {
        addresses: [{ ...row, usableAt: NOW + HOUR_MS / 2 }],
        whitelist: { on: true, offAt: null },
      },
    });
    render(<CoinAddressScreen />, { wrapper: MemoryRouter });
    await screen.findByText('Own');
    expect(document.body.textContent?.includes('15:00')).toBe(rests);
  });
  it('when it is said until when withdrawals will rest', () => {
    setAhead(HOUR_MS);
    render(<Afterwards rests />);
    expect(document.body.textContent).toContain('15:30');
  });
});
