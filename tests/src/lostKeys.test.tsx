// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startWords } from '../../src/i18n/index.ts';
import { MakeApiKey } from '../../src/screens/account/MakeApiKey.tsx';
import PasskeysScreen from '../../src/screens/account/PasskeysScreen.tsx';
import { signIn } from '../../src/state/login.ts';
import { fake, forgetWorker, tap, type } from '../support/page.tsx';
import { profileOf } from '../support/profile.ts';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);
vi.mock('../../src/state/passkeys.ts', () => ({
  hasPasskeys: () => true,
  makePasskey: async () => ({ ok: true, data: { id: 'k1' } }),
}));

const LOST = { ok: false, error: { code: 'networkDown', message: '' } };
const ok = (data: object) => ({ ok: true, data });
/** What the exchange answers; all else is lost. */
let answers: Record<string, () => object> = {};

beforeAll(() => startWords('en_us'));
beforeEach(() => {
  signIn('token');
  fake.call.mockImplementation(async (name: string) => answers[name]?.() ?? LOST);
});
afterEach(() => {
  cleanup();
  forgetWorker();
});

it('an API key whose answer was lost is looked for: it may be there, and act', async () => {
  const look = vi.fn(async () => undefined);
  answers = { 'withdraw.prove': () => ok({ proof: 'p' }) };
  const needs = { code: 'email', fundPassword: true, totp: false, passkey: false } as const;
  render(
    <MemoryRouter>
      <MakeApiKey needs={needs} onMade={look} />
    </MemoryRouter>,
  );
  await type(screen.getByLabelText(/^Name/), 'Bot');
  await tap(screen.getByRole('button', { name: 'Make a key' }));
  const sheet = within(screen.getByRole('dialog'));
  await type(sheet.getByLabelText('Funding password'), '123456');
  await type(sheet.getByLabelText('Verification code'), '123456');
  expect(look).not.toHaveBeenCalled();
  await tap(sheet.getByRole('button', { name: 'Make a key' }));
  expect(fake.call.mock.calls.at(-1)?.[0]).toBe('apiKey.add');
  expect(look).toHaveBeenCalledOnce();
});

it('a passkey whose answer was lost is looked for', async () => {
  let rows: object[] = [];
  answers = {
    'account.profile': () => ok(profileOf({ uid: '1', level: 1 })),
    'account.passkeys': () => ok({ rows, rpId: location.hostname }),
    'account.passkeyStart': () => {
      rows = [{ id: 'k1', label: 'Phone', createdAt: 1, usedAt: null }];
      return ok({});
    },
  };
  render(
    <MemoryRouter>
      <PasskeysScreen />
    </MemoryRouter>,
  );
  await type(await screen.findByLabelText(/Name/), 'Phone');
  await type(screen.getByLabelText('Login password'), 'tide4mark');
  await tap(screen.getByRole('button', { name: 'Add a passkey' }));
  expect(fake.call.mock.calls.map(([name]) => name)).toContain('account.passkeyAdd');
  expect(screen.getByText('Phone')).toBeTruthy();
});
