// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWords } from '../../src/i18n/index.ts';
import RegisterScreen from '../../src/screens/access/RegisterScreen.tsx';
import { LOCKED_MS, takeInvitation } from '../../src/state/invitation.ts';
import { fake } from '../support/page.tsx';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);

const KEY = 'TIDEMARK_INVITATION';
const NOW = Date.UTC(2026, 2, 10);
const keep = (value: unknown) => localStorage.setItem(KEY, JSON.stringify(value));

beforeAll(() => startWords('en_us'));
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  fake.call.mockReset();
});
afterEach(cleanup);

describe('an invitation', () => {
  it('is kept from the link that is opened first, for 30 days', () => {
    expect(takeInvitation('FIRST222', NOW)).toEqual({ code: 'FIRST222', lockedUntil: NOW + LOCKED_MS });
    expect(takeInvitation('OTHER222', NOW + LOCKED_MS - 1)?.code).toBe('FIRST222');
    expect(takeInvitation(null, NOW + LOCKED_MS)).toEqual({ code: 'FIRST222', lockedUntil: undefined });
    expect(takeInvitation('OTHER222', NOW + LOCKED_MS)?.code).toBe('OTHER222');
  });
  it('of a clock that was set back locks nothing', () => {
    keep({ code: 'FUTURE22', at: NOW + 1 });
    expect(takeInvitation(null, NOW)).toEqual({ code: 'FUTURE22', lockedUntil: undefined });
  });
  it.each([
    ['nothing', null],
    ['a code of signs', { code: '<b>', at: NOW }],
    ['no moment', { code: 'FIRST222' }],
    ['a moment that is none', { code: 'FIRST222', at: 1.5 }],
    ['a list', ['FIRST222', NOW]],
  ])('that is damaged (%s) is set aside', (_, value) => {
    keep(value);
    expect(takeInvitation('OTHER222', NOW)?.code).toBe('OTHER222');
    expect(localStorage.getItem(`${KEY}.damaged`)).toBe(JSON.stringify(value));
  });
  it('is none when the link’s code is no code', () => {
    expect(takeInvitation('no code!', NOW)).toBeUndefined();
    expect(localStorage.getItem(KEY)).toBeNull();
  });
});

const open = (path = '/register') =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <RegisterScreen />
    </MemoryRouter>,
  );
const field = () => screen.getByLabelText<HTMLInputElement>(/Invite code/);

describe('the invite code at registration', () => {
  it('comes from the link and cannot be changed, on the next visit either', () => {
    open('/register?code=FIRST222');
    expect([field().value, field().readOnly]).toEqual(['FIRST222', true]);
    expect(screen.getByText(/From your invitation/)).toBeTruthy();
    cleanup();
    open();
    expect([field().value, field().readOnly]).toEqual(['FIRST222', true]);
    expect(screen.queryByRole('button', { name: 'Remove the invite code' })).toBeNull();
  });
  it('can be removed when its time is over', () => {
    keep({ code: 'FIRST222', at: Date.now() - LOCKED_MS });
    open();
    expect([field().value, field().readOnly]).toEqual(['FIRST222', false]);
    fireEvent.click(screen.getByRole('button', { name: 'Remove the invite code' }));
    expect(field().value).toBe('');
    expect(localStorage.getItem(KEY)).toBeNull();
  });
  it('that is nobody’s holds nobody up', async () => {
    fake.call.mockResolvedValue({ ok: false, error: { code: 'inviteUnknown', message: '' } });
    open('/register?code=NOBODY22');
    const type = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    type('Email or phone', 'ada@mail.example');
    type('Verification code', '123456');
    type('Password', 'tide4mark');
    type('Confirm password', 'tide4mark');
    fireEvent.click(screen.getByRole('checkbox'));
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Create account' })));
    expect(fake.call).toHaveBeenCalledWith(
      'account.register',
      expect.objectContaining({ inviteCode: 'NOBODY22' }),
    );
    expect(field().readOnly).toBe(false);
    expect(screen.getByText('This invite code does not exist.')).toBeTruthy();
    expect(localStorage.getItem(KEY)).toBeNull();
  });
});
