// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RefusalCode } from '../../domain/index.ts';
import { App } from '../../src/app/App.tsx';
import { startWords } from '../../src/i18n/index.ts';
import LoginScreen from '../../src/screens/access/LoginScreen.tsx';
import RegisterScreen from '../../src/screens/access/RegisterScreen.tsx';
import RetrieveScreen from '../../src/screens/access/RetrieveScreen.tsx';
import AccountScreen from '../../src/screens/account/AccountScreen.tsx';
import EditEmailScreen from '../../src/screens/account/EditEmailScreen.tsx';
import FundScreen from '../../src/screens/account/FundScreen.tsx';
import PasskeysScreen from '../../src/screens/account/PasskeysScreen.tsx';
import PhoneScreen from '../../src/screens/account/PhoneScreen.tsx';
import SessionsScreen from '../../src/screens/account/SessionsScreen.tsx';
import TotpScreen from '../../src/screens/account/TotpScreen.tsx';
import OutboxScreen from '../../src/screens/dev/OutboxScreen.tsx';
import { dropDrafts, readDraft, takeReturn, writeDraft } from '../../src/state/drafts.ts';
import { ask, login, logOut, signIn } from '../../src/state/login.ts';
import { profileOf } from '../support/profile.ts';

vi.mock('../../src/state/client.ts', () => ({
  client: {
    open: () => ({ update: () => undefined, legendAt: async () => undefined, close: () => undefined }),
  },
  reportError: () => undefined,
}));
const passkey = vi.hoisted(() => ({ isThere: false, sign: vi.fn() }));
vi.mock('../../src/state/passkeys.ts', async (original) => ({
  ...(await original<object>()),
  hasPasskeys: () => passkey.isThere,
  signByPasskey: passkey.sign,
}));
vi.mock('../../src/state/login.ts', async () => {
  const { proxy } = await import('valtio');
  return {
    login: proxy({ token: null, hasEnded: false }),
    ask: vi.fn(),
    signIn: vi.fn(),
    logOut: vi.fn(),
  };
});

type Answer = (request: never) => object | Promise<object>;
const requested = vi.mocked(ask);
let answers: Record<string, Answer>;
const ok = (data: object) => ({ ok: true, data });
const no = (code: RefusalCode, message = '') => ({ ok: false, error: { code, message } });
const asksOf = (name: string) => requested.mock.calls.filter(([own]) => own === name).map(([, own]) => own);
const SENT = ok({ againInMs: 60_000, validMs: 600_000, isLocal: true });
const PROFILE = profileOf({ uid: '80012345', email: 'a•••z@mail.example', level: 1 });

beforeAll(() => startWords('en_us'));
beforeEach(() => {
  answers = { 'account.profile': () => ok(PROFILE) };
  requested.mockImplementation(
    (async (name: string, request: never) => answers[name]?.(request) ?? no('unexpected')) as never,
  );
  login.token = null;
  login.hasEnded = false;
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.clearAllMocks();
});

function show(path: string, element: React.ReactNode) {
  return render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path={path.split('?')[0]} element={element} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
    </MemoryRouter>,
  );
}
const field = (label: RegExp | string) => screen.getByLabelText(label);
const type = (label: RegExp | string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: RegExp | string) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })));
const errorsOf = (label: RegExp | string) =>
  (field(label).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

function fillRegistration() {
  type('Email or phone', 'ada@mail.example');
  type('Verification code', '123456');
  type('Password', 'tide4mark');
  type('Confirm password', 'tide4mark');
  fireEvent.click(screen.getByRole('checkbox'));
}

describe('registration', () => {
  it('says at each field what is missing, and asks nothing', async () => {
    show('/register', <RegisterScreen />);
    await press('Create account');
    expect(errorsOf('Email or phone')).toContain('Email address cannot be empty');
    expect(errorsOf('Verification code')).toContain('Enter the code');
    expect(errorsOf('Password')).toContain('Password cannot be empty');
    expect(errorsOf(/I have read/)).toContain('Accept the user agreement to continue');
    expect(document.activeElement).toBe(field('Email or phone'));
    expect(requested).not.toHaveBeenCalled();
  });
  it('wants the same password twice, in the words of the specification', async () => {
    show('/register', <RegisterScreen />);
    type('Password', 'tide4mark');
    type('Confirm password', 'tide4marc');
    fireEvent.blur(field('Confirm password'));
    await waitFor(() =>
      expect(errorsOf('Confirm password')).toContain(
        'The new password and the confirmed password do not match',
      ),
    );
    type('Password', 'tide4marc');
    await waitFor(() => expect(errorsOf('Confirm password')).not.toContain('do not match'));
  });
  it('takes the invite code of a link, and keeps no password in its draft', async () => {
    answers['account.register'] = () => ok({ token: 't1', uid: '1' });
    show('/register?code=FRIEND', <RegisterScreen />);
    fillRegistration();
    await waitFor(() =>
      expect(readDraft('register')).toEqual({ contact: 'ada@mail.example', invite: 'FRIEND' }),
    );
    await press('Create account');
    expect(asksOf('account.register')).toEqual([
      {
        contact: { kind: 'email', email: 'ada@mail.example' },
        code: '123456',
        password: 'tide4mark',
        inviteCode: 'FRIEND',
        agreed: true,
      },
    ]);
    expect(signIn).toHaveBeenCalledWith('t1');
    expect(readDraft('register')).toEqual({});
    expect(screen.getByText('elsewhere')).toBeTruthy();
  });
  it('sends once, however often the button is tapped', async () => {
    let answer: (value: object) => void = () => undefined;
    answers['account.register'] = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    show('/register', <RegisterScreen />);
    fillRegistration();
    const button = screen.getByRole('button', { name: 'Create account' });
    await act(async () => {
      fireEvent.click(button);
      fireEvent.click(button);
    });
    await press('Create account');
    expect(asksOf('account.register')).toHaveLength(1);
    expect(button.getAttribute('aria-busy')).toBe('true');
    await act(async () => answer(no('inviteUnknown')));
    await press('Create account');
    expect(asksOf('account.register')).toHaveLength(2);
  });
  it('puts a refusal at its field, and one without a field above the button', async () => {
    answers['account.register'] = () => no('contactBound');
    show('/register', <RegisterScreen />);
    fillRegistration();
    await press('Create account');
    expect(errorsOf('Email or phone')).toContain('belongs to another account');
    answers['account.register'] = () => no('unavailable', 'Back at noon');
    await press('Create account');
    expect(screen.getByText('Back at noon')).toBeTruthy();
    expect(errorsOf('Email or phone')).not.toContain('belongs');
  });
});

describe('a phone number', () => {
  it('is told from an address as it is typed, with +1 before it', async () => {
    show('/login', <LoginScreen />);
    expect(screen.queryByRole('button', { name: /Calling code/ })).toBeNull();
    type('Email or phone', '415 555');
    expect(screen.getByRole('button', { name: /Calling code \+1,/ })).toBeTruthy();
    type('Email or phone', '415@mail.example');
    expect(screen.queryByRole('button', { name: /Calling code/ })).toBeNull();
  });
  it('takes the calling code that was chosen, and remembers it', async () => {
    answers['account.login'] = () => no('loginRefused');
    show('/login', <LoginScreen />);
    await press(/choose a calling code/);
    const search = await screen.findByRole('searchbox');
    fireEvent.change(search, { target: { value: 'germ' } });
    await waitFor(() => screen.getByRole('button', { name: /Germany/ }), { timeout: 10_000 });
    await press(/Germany/);
    expect(screen.queryByRole('searchbox')).toBeNull();
    await press('Log in');
    expect(errorsOf('Email or phone')).toContain('Phone number cannot be empty');
    type('Email or phone', '0151 234567');
    type('Password', 'x');
    await press('Log in');
    expect(asksOf('account.login')).toEqual([
      { contact: { kind: 'phone', phone: '+49151234567' }, password: 'x' },
    ]);
    cleanup();
    show('/login', <LoginScreen />);
    type('Email or phone', '0151');
    expect(screen.getByRole('button', { name: /Calling code \+49,/ })).toBeTruthy();
  });
});

describe('a code', () => {
  it('is asked for with a sound contact only', async () => {
    show('/retrieve', <RetrieveScreen />);
    await press('Send code');
    expect(errorsOf('Email or phone')).toContain('Email address cannot be empty');
    expect(requested).not.toHaveBeenCalled();
  });
  it('is filled in from the practice outbox, from the newest message to that address', async () => {
    answers['common.sendEmail'] = () => SENT;
    const message = (to: string, code: string) => ({ id: 1, to, subject: '', text: `Code ${code}.`, at: 0 });
    answers['dev.outbox'] = () =>
      ok({
        messages: [
          message('bob@mail.example', '111111'),
          message('ada@mail.example', '222222'),
          message('ada@mail.example', '333333'),
        ],
      });
    show('/register', <RegisterScreen />);
    type('Email or phone', 'ada@mail.example');
    await press('Send code');
    await press('Fill in the code');
    expect((field('Verification code') as HTMLInputElement).value).toBe('222222');
  });
  it('can be asked for again after a wait that survives a reload', async () => {
    vi.useFakeTimers();
    answers['common.sendEmail'] = () => SENT;
    show('/register', <RegisterScreen />);
    type('Email or phone', 'ada@mail.example');
    await press('Send code');
    await press(/Send code|Again/);
    expect(asksOf('common.sendEmail')).toEqual([{ email: 'ada@mail.example', purpose: 'register' }]);
    expect(screen.getByRole('button', { name: 'Again in 60 s' }).hasAttribute('disabled')).toBe(true);
    expect(screen.getByRole('link', { name: /open the outbox/ }).getAttribute('href')).toBe('/dev/outbox');
    cleanup();
    vi.setSystemTime(Date.now() + 20_000);
    show('/register', <RegisterScreen />);
    expect(screen.getByRole('button', { name: 'Again in 40 s' })).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(41_000));
    expect(screen.getByRole('button', { name: 'Send code' }).hasAttribute('disabled')).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });
  it('that is refused says so at its field', async () => {
    answers['common.sendSms'] = () => no('tooManyRequests');
    show('/register', <RegisterScreen />);
    type('Email or phone', '4155551234');
    await press('Send code');
    expect(asksOf('common.sendSms')).toEqual([{ phone: '+14155551234', purpose: 'register' }]);
    expect(errorsOf('Verification code')).toContain('Too many requests');
  });
});

describe('logging in', () => {
  it('asks for a time-based code when the exchange does, and sends all again', async () => {
    answers['account.login'] = ({ totp }: { totp?: string }) =>
      totp ? ok({ token: 't2', uid: '1' }) : no('totpRequired');
    show('/login', <LoginScreen />);
    type('Email or phone', 'ada@mail.example');
    type('Password', 'tide4mark');
    await press('Log in');
    await waitFor(() => expect(document.activeElement).toBe(field(/Code from the app/)));
    await press('Confirm and log in');
    expect(errorsOf(/Code from the app/)).toContain('Enter the code');
    type(/Code from the app/, ' 654321 ');
    await press('Confirm and log in');
    expect(asksOf('account.login')[1]).toMatchObject({ password: 'tide4mark', totp: '654321' });
    expect(signIn).toHaveBeenCalledWith('t2');
  });
  it('leaves what was typed to who typed it: to the user of a login that has ended, and to a visitor', async () => {
    const logIn = async (uid: string) => {
      answers['account.login'] = () => ok({ token: `of ${uid}`, uid });
      show('/login', <LoginScreen />);
      type('Email or phone', 'ada@mail.example');
      type('Password', 'tide4mark');
      await press('Log in');
      cleanup();
      return readDraft('withdraw');
    };
    const typed = { address: 'T-of-ada', amount: '5' };
    writeDraft('withdraw', typed);
    expect(await logIn('1')).toEqual(typed);
    expect(await logIn('1')).toEqual(typed);
    expect(await logIn('2')).toEqual({});
    writeDraft('withdraw', typed);
    dropDrafts();
    writeDraft('withdraw', typed);
    expect(await logIn('3')).toEqual(typed);
  });
  it('wants a time-based code of the account alone that has one', async () => {
    answers['account.login'] = ({ contact }: { contact: { email?: string } }) =>
      contact.email === 'ada@mail.example' ? no('totpRequired') : ok({ token: 't3', uid: '2' });
    show('/login', <LoginScreen />);
    type('Email or phone', 'ada@mail.example');
    type('Password', 'tide4mark');
    await press('Log in');
    await waitFor(() => expect(field(/Code from the app/)).toBeTruthy());
    await press('Confirm and log in');
    type('Email or phone', 'bob@mail.example');
    expect(screen.queryByLabelText(/Code from the app/)).toBeNull();
    await press('Log in');
    expect(signIn).toHaveBeenCalledWith('t3');
    expect(asksOf('account.login').at(-1)).not.toHaveProperty('totp');
  });
  it('leads nobody on who has left the screen before its answer', async () => {
    let answer: (result: object) => void = () => undefined;
    answers['account.login'] = () => new Promise((resolve) => (answer = resolve));
    render(
      <MemoryRouter initialEntries={['/login']}>
        <Routes>
          <Route path="/login" element={<LoginScreen />} />
          <Route path="/market" element={<p>the market</p>} />
          <Route path="*" element={<p>elsewhere</p>} />
        </Routes>
        <Link to="/market">Market</Link>
      </MemoryRouter>,
    );
    type('Email or phone', 'ada@mail.example');
    type('Password', 'tide4mark');
    await press('Log in');
    await act(async () => fireEvent.click(screen.getByRole('link', { name: 'Market' })));
    await act(async () => answer(ok({ token: 't4', uid: '1' })));
    expect(signIn).toHaveBeenCalledWith('t4');
    expect(screen.getByText('the market')).toBeTruthy();
  });
  it('says when the login had ended', () => {
    login.hasEnded = true;
    show('/login', <LoginScreen />);
    expect(screen.getByText('Login status expired, please log in again!')).toBeTruthy();
  });
  it('asks the device for its passkey once at a time', async () => {
    passkey.isThere = true;
    passkey.sign.mockReturnValue(new Promise(() => undefined));
    show('/login', <LoginScreen />);
    await press('Log in with a passkey');
    await press('Log in with a passkey');
    passkey.isThere = false;
    expect(passkey.sign).toHaveBeenCalledOnce();
  });
});

describe('the product', () => {
  const open = (path: string) => {
    window.history.replaceState(null, '', path);
    render(<App />);
  };
  it('leads to /login where a token is needed, and remembers the way back', async () => {
    open('/mine/identity?step=2');
    await screen.findByRole('heading', { name: 'Log in' });
    expect(window.location.pathname).toBe('/login');
    expect(takeReturn()).toBe('/mine/identity?step=2');
  });
  it('leads to /login when the exchange ends a login, once', async () => {
    login.token = 'ending';
    answers['account.sessions'] = () => ok({ sessions: [] });
    open('/mine/sessions');
    await screen.findByText('No other device is logged in.');
    await act(async () => {
      login.token = null;
      login.hasEnded = true;
    });
    await screen.findByText('Login status expired, please log in again!');
    expect(takeReturn()).toBe('/mine/sessions');
    await act(async () => fireEvent.click(screen.getByRole('link', { name: 'Create an account' })));
    expect(window.location.pathname).toBe('/register');
  });
});

describe('the personal centre', () => {
  it('says what logging in gives, and remembers the way back', () => {
    show('/mine', <AccountScreen />);
    expect(screen.getByText('Log in first')).toBeTruthy();
    expect(requested).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('link', { name: 'Log in' }));
    expect(takeReturn()).toBe('/mine');
  });
  it('shows who is logged in, and logs out', async () => {
    login.token = 'me';
    answers['account.logout'] = () => ok({});
    show('/mine', <AccountScreen />);
    expect(await screen.findByText('80012345')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Next: set a funding password' }).getAttribute('href')).toBe(
      '/mine/fund',
    );
    await press('Log out');
    expect(logOut).toHaveBeenCalledOnce();
  });
  it('asks before it leaves an account that may be a guest’s, also where nothing can be said of it', async () => {
    const leave = async () => {
      await press('Log out');
      expect(logOut).not.toHaveBeenCalled();
      return screen.getByRole('dialog').textContent;
    };
    login.token = 'guest';
    answers['account.profile'] = () => ok(profileOf({ email: null }));
    show('/mine', <AccountScreen />);
    await screen.findByText('Guest');
    expect(await leave()).toContain('nobody can open it again');
    cleanup();
    login.token = 'nobody knows';
    answers['account.profile'] = () => no('networkDown');
    show('/mine', <AccountScreen />);
    await screen.findByText('The request failed, click to reload');
    expect(await leave()).toContain('If it has no email or phone yet');
    const [, confirm] = screen.getAllByRole('button', { name: 'Log out' });
    await act(async () => fireEvent.click(confirm as Element));
    expect(logOut).toHaveBeenCalledOnce();
  });
  it('can be asked for again when it does not come', async () => {
    login.token = 'other';
    answers['account.profile'] = () => no('networkDown');
    show('/mine', <AccountScreen />);
    await screen.findByText('The request failed, click to reload');
    answers['account.profile'] = () => ok(PROFILE);
    await press(/click to reload/);
    expect(screen.getByText('80012345')).toBeTruthy();
  });
});

describe('account security', () => {
  beforeEach(() => {
    login.token = `me ${Math.random()}`;
  });
  it('sets a funding password by a code to the bound contact', async () => {
    answers['common.sendEmail'] = () => SENT;
    answers['account.setFundPassword'] = () => no('fundPasswordSame');
    show('/mine/fund', <FundScreen />);
    await screen.findByLabelText(/Code to a•••z/);
    await press('Send code');
    expect(asksOf('common.sendEmail')).toEqual([{ email: '', purpose: 'fundPassword' }]);
    type(/Code to/, '111222');
    type('Funding password', 'coffer77');
    type('Confirm funding password', 'coffer77');
    await press('Set funding password');
    expect(errorsOf('Funding password')).toContain('must differ from the login password');
    answers['account.setFundPassword'] = () => ok({});
    await press('Set funding password');
    expect(screen.getByText('Your funding password is set.')).toBeTruthy();
  });
  it('changes the address by two codes', async () => {
    answers['common.sendEmail'] = () => SENT;
    answers['account.changeEmail'] = () => ok({});
    show('/mine/editEmail', <EditEmailScreen />);
    await screen.findByLabelText(/Code to a•••z/);
    type('New email', 'new@mail.example');
    for (const button of screen.getAllByRole('button', { name: 'Send code' }))
      await act(async () => fireEvent.click(button));
    expect(asksOf('common.sendEmail')).toEqual([
      { email: '', purpose: 'changeEmail' },
      { email: 'new@mail.example', purpose: 'bindEmail' },
    ]);
    type(/Code to a•••z/, '111111');
    type('Code to the new address', '222222');
    await press('Change email');
    expect(asksOf('account.changeEmail')).toEqual([
      { oldCode: '111111', email: 'new@mail.example', code: '222222' },
    ]);
  });
  it.each([
    ['a first phone', null, /Withdrawals are not affected/],
    [
      'another phone',
      '+1•••32',
      /Your other devices will be logged out\. Withdrawals are paused for 24 hours.*, until \S/,
    ],
  ])('binds %s by a code of the mail, and says before the tap what rests', async (_, phone, words) => {
    const measures = { ...PROFILE.measures, phone: phone !== null };
    answers['account.profile'] = () => ok(profileOf({ email: 'a•••z', phone, measures }));
    answers['common.sendEmail'] = () => SENT;
    answers['account.bindPhone'] = () => ok({});
    const { container } = show('/mine/phone', <PhoneScreen />);
    await screen.findByLabelText(/Code to a•••z/);
    expect(container.textContent).toMatch(words);
    await act(async () =>
      fireEvent.click(screen.getAllByRole('button', { name: 'Send code' })[0] as Element),
    );
    expect(asksOf('common.sendEmail')).toEqual([{ email: '', purpose: 'changePhone' }]);
    type(/Code to a•••z/, '111111');
    type('Phone number', '4155550132');
    type('Code to the new number', '222222');
    type('Login password', 'tide4mark');
    await press(phone === null ? 'Add phone' : 'Change phone');
    expect(asksOf('account.bindPhone')).toEqual([
      { oldCode: '111111', phone: '+14155550132', code: '222222', password: 'tide4mark' },
    ]);
  });
  it('turns time-based codes on, and tells the recovery codes once', async () => {
    answers['account.totpStart'] = () =>
      ok({ secret: 'JBSWY3DP', uri: 'otpauth://totp/Tidemark:a?secret=JBSWY3DP' });
    answers['account.totpConfirm'] = () => ok({ recoveryCodes: ['aaaa-bbbb', 'cccc-dddd'] });
    const { container } = show('/mine/totp', <TotpScreen />);
    type(await screen.findByLabelText('Login password').then(() => 'Login password'), 'tide4mark');
    await press('Set up');
    expect(screen.getByRole('img', { name: /QR code/ })).toBeTruthy();
    expect(container.querySelector('[style]')).toBeNull();
    type('Code from the app', '123456');
    await press('Turn on');
    expect(screen.getByText('cccc-dddd')).toBeTruthy();
    await press('I have kept them');
    expect(screen.queryByText('cccc-dddd')).toBeNull();
  });
  it('wants a time-based code for a passkey also where those were turned on meanwhile', async () => {
    const rows = [{ id: 'k1', label: 'Phone', createdAt: 1, usedAt: null }];
    answers['account.passkeys'] = () => ok({ rows, rpId: 'mail.example' });
    answers['account.passkeyRemove'] = ({ totp }: { totp?: string }) => (totp ? ok({}) : no('totpRequired'));
    show('/mine/passkeys', <PasskeysScreen />);
    await screen.findByText('Phone');
    await press('Remove: Phone');
    type('Login password', 'tide4mark');
    await press('Remove');
    type(/Code from the app/, '654321');
    await press('Remove');
    expect(asksOf('account.passkeyRemove').at(-1)).toMatchObject({ totp: '654321' });
  });
  it('logs other devices out', async () => {
    const device = (id: number) => ({ id, device: `Phone ${id}`, address: '::1', createdAt: 0, seenAt: 0 });
    answers['account.sessions'] = () =>
      ok({
        sessions: [
          { ...device(1), isCurrent: true },
          { ...device(2), isCurrent: false },
        ],
      });
    answers['account.endSession'] = () => ok({ ended: 1 });
    show('/mine/sessions', <SessionsScreen />);
    await screen.findByText('Phone 2');
    await press('Log out');
    await press('Log out all other devices');
    expect(asksOf('account.endSession')).toEqual([{ id: 2 }, {}]);
  });
  it('logs each device out that is tapped, also while another one is on its way', async () => {
    const device = (id: number) => ({ id, device: `Phone ${id}`, address: '::1', createdAt: 0, seenAt: 0 });
    const sessions = [1, 2, 3].map((id) => ({ ...device(id), isCurrent: id === 1 }));
    answers['account.sessions'] = () => ok({ sessions });
    answers['account.endSession'] = () => new Promise<never>(() => undefined);
    show('/mine/sessions', <SessionsScreen />);
    await screen.findByText('Phone 2');
    const buttons = screen.getAllByRole('button', { name: 'Log out' });
    for (const each of [...buttons, ...buttons]) await act(async () => fireEvent.click(each));
    expect(asksOf('account.endSession')).toEqual([{ id: 2 }, { id: 3 }]);
  });
});

it('the outbox shows practice messages as they come, and says what they are', async () => {
  vi.useFakeTimers();
  answers['dev.outbox'] = () => ok({ messages: [] });
  show('/dev/outbox', <OutboxScreen />);
  await act(() => vi.advanceTimersByTimeAsync(10));
  expect(screen.getByText(/Practice mode only/)).toBeTruthy();
  expect(screen.getByText('No messages yet')).toBeTruthy();
  answers['dev.outbox'] = () =>
    ok({ messages: [{ id: 1, to: 'ada@mail.example', subject: 'Your code', text: 'Code 123456.', at: 0 }] });
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(screen.getByText('123456')).toBeTruthy();
});
