// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startWords } from '../../src/i18n/index.ts';
import { TrailSheet } from '../../src/screens/perpetual/TrailSheet.tsx';
import { signIn } from '../../src/state/login.ts';
import { AlertForm } from '../../src/ui/alerts/AlertForm.tsx';
import type { Frame } from '../../workers/api.ts';
import { ID } from '../support/futuresFrames.ts';
import { fake, forgetWorker, publish, tap, type, viewOf } from '../support/page.tsx';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent ?? '');

beforeAll(() => startWords('en_us'));
beforeEach(() => signIn('token-of-ada'));
afterEach(() => {
  cleanup();
  forgetWorker();
});

it('why one distance of a trailing stop was refused is not said beside the next', async () => {
  const trail = {
    ...{ distance: '1%', activation: '', best: '61,200.0', reached: '' },
    raw: { by: 'rate', value: '1', activation: '' },
  } as const;
  render(
    <MemoryRouter>
      <TrailSheet market={ID} id={7} isGuard trail={trail} source="mark" onClose={() => undefined} />
    </MemoryRouter>,
  );
  const request = { by: 'rate', value: '0.01', source: 'mark' };
  const publishTrail = () =>
    publish({
      ...{ kind: 'futuresTrail', view: viewOf('futuresTrail'), tick: '0.1' },
      ...{ trigger: '60,588.0', request },
    } as unknown as Frame);
  await publishTrail();
  fake.submit.mockResolvedValueOnce({ state: 'refused', error: { code: 'marketClosed', message: '' } });
  await tap(button('Save changes'));
  expect(alerts()).toHaveLength(1);
  await type(screen.getByLabelText(/Distance/), '2');
  expect(alerts()).toEqual([]);
});

it('why one price of an alert was refused is not said beside the next', async () => {
  render(
    <MemoryRouter>
      <AlertForm market="BTC-USDT" />
    </MemoryRouter>,
  );
  const price = screen.getByLabelText('Price');
  const publishTicket = () =>
    publish({
      ...{ kind: 'alertTicket', view: viewOf('alertTicket'), name: 'BTC/USDT', last: '61,200.00', near: [] },
      alert: { price: '70000', direction: 'above' },
    } as unknown as Frame);
  await type(price, '70000');
  await publishTicket();
  fake.call.mockResolvedValueOnce({ ok: false, error: { code: 'alertsTooMany', message: '' } });
  await tap(button(/alert/));
  expect(alerts().join('')).not.toBe('');
  await type(price, '70001');
  await publishTicket();
  expect(alerts().join('')).toBe('');
});
