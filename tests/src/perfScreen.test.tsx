// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startWords } from '../../src/i18n/index.ts';
import PerfScreen from '../../src/screens/dev/PerfScreen.tsx';
import { forgetWorker, publish, text } from '../support/page.tsx';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);

beforeAll(() => startWords('en_us'));
afterEach(() => {
  cleanup();
  forgetWorker();
});

it('the page of measures says what it measures from its first moment on', async () => {
  render(
    <MemoryRouter>
      <PerfScreen />
    </MemoryRouter>,
  );
  expect(text()).toContain('Waiting for a first price');
  for (const name of ['Page', 'Worker', 'Felt, ms', 'Stream'])
    expect(screen.getByRole('table', { name })).toBeTruthy();
  await publish({ kind: 'perf', sample: { market: 'BTC/USDT', price: '61,842.16', at: 1 } });
  expect(text()).toContain('61,842.16');
  expect(text()).not.toContain('Waiting for a first price');
});
