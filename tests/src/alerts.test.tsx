// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWords } from '../../src/i18n/index.ts';
import AlertsScreen from '../../src/screens/alerts/AlertsScreen.tsx';
import { NotificationSettings } from '../../src/screens/settings/NotificationSettings.tsx';
import { signIn, signOut } from '../../src/state/login.ts';
import { changeSettings, settings } from '../../src/state/settings.ts';
import { toasts } from '../../src/state/toasts.ts';
import AlertSheet from '../../src/ui/alerts/AlertSheet.tsx';
import type { AlertLine, AlertTicketFrame } from '../../workers/api.ts';
import { fake, forgetWorker, publish, tap, text, type, viewOf } from '../support/page.tsx';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);

const line = (change: Partial<AlertLine> = {}): AlertLine => ({
  id: 3,
  market: 'BTC-USDT',
  name: 'BTC/USDT',
  direction: 'above',
  price: '70,000.00',
  repeats: false,
  state: 'waiting',
  ...change,
});
const alerts = (...lines: AlertLine[]) =>
  publish({ kind: 'alerts', alerts: { lines, live: lines.length, most: 50 } });
/** What the worker says of the text that stands in the field. */
const ticket = (part: Pick<AlertTicketFrame, 'alert' | 'error'>) => {
  const view = viewOf('alertTicket');
  if (view?.kind !== 'alertTicket') throw new Error('nothing is typed');
  return publish({ kind: 'alertTicket', view, name: 'BTC/USDT', last: '69,000.00', near: [], ...part });
};
const show = (what: 'sheet' | 'screen') =>
  render(
    <MemoryRouter>
      {what === 'sheet' ? <AlertSheet market="BTC-USDT" onClose={() => undefined} /> : <AlertsScreen />}
    </MemoryRouter>,
  );
const field = () => screen.getByLabelText<HTMLInputElement>('Price');
const add = () => screen.getByRole('button', { name: 'Set alert' });

beforeAll(() => startWords('en_us'));
beforeEach(() => {
  signIn('token-of-ada');
  toasts.list = [];
  changeSettings({ notify: false, noticeWords: false, hasBeenAsked: false, sound: false, vibration: false });
  fake.call.mockResolvedValue({ ok: true, data: {} });
});
afterEach(() => {
  cleanup();
  forgetWorker();
  vi.unstubAllGlobals();
});

describe('the sheet', () => {
  it('sets an alert on the side from which the price will come, once a tap', async () => {
    show('sheet');
    await ticket({});
    await type(field(), '70000,5');
    // What was said of another text is not said of this one.
    await tap(add());
    expect(fake.call).not.toHaveBeenCalled();
    await ticket({ alert: { direction: 'above', price: '70000.5' } });
    expect(text()).toContain('We notify you when it rises to this price.');
    await tap(screen.getByRole('switch'));
    await tap(add());
    expect(fake.call.mock.calls).toEqual([
      ['alert.add', { market: 'BTC-USDT', direction: 'above', price: '70000.5', repeats: true }],
    ]);
    expect(field().value).toBe('');
    expect(toasts.list.map(({ title }) => title)).toEqual(['Alert set']);
  });
  it('leads to the price that is missing', async () => {
    show('sheet');
    await ticket({});
    screen.getByRole('switch').focus();
    await tap(add());
    expect(document.activeElement).toBe(field());
    expect(fake.call).not.toHaveBeenCalled();
  });
  it('says what is wrong at the field, and sends nothing', async () => {
    show('sheet');
    await type(field(), '69000');
    await ticket({ error: 'alertReached' });
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(text()).toContain('The price is already there. Choose another one.');
    await act(async () => void fireEvent.submit(field()));
    expect(fake.call).not.toHaveBeenCalled();
  });
  it('keeps what is typed when the exchange refuses', async () => {
    fake.call.mockResolvedValue({ ok: false, error: { code: 'alertsTooMany', message: '' } });
    show('sheet');
    await type(field(), '70000');
    await ticket({ alert: { direction: 'above', price: '70000' } });
    await tap(add());
    expect(text()).toContain('You have as many price alerts as can wait at a time.');
    expect(field().value).toBe('70000');
  });
  it('leaves what is typed while the answer is on its way', async () => {
    let answer: (value: unknown) => void = () => undefined;
    fake.call.mockReturnValue(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    show('sheet');
    await type(field(), '70000');
    await ticket({ alert: { direction: 'above', price: '70000' } });
    await tap(add());
    await type(field(), '71000');
    await act(async () => answer({ ok: true, data: {} }));
    expect(field().value).toBe('71000');
  });
  it('asks once whether notifications may be shown, by the tap that sets the first alert', async () => {
    const requested = vi.fn(async () => 'granted' as const);
    vi.stubGlobal('Notification', { permission: 'default', requestPermission: requested });
    Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true });
    show('sheet');
    expect(requested).not.toHaveBeenCalled();
    await type(field(), '70000');
    await ticket({ alert: { direction: 'above', price: '70000' } });
    await tap(add());
    await vi.waitFor(() => expect(settings.notify).toBe(true), 10_000);
    changeSettings({ notify: false });
    await type(field(), '70000');
    await ticket({ alert: { direction: 'above', price: '70000' } });
    await tap(add());
    expect([requested.mock.calls.length, settings.notify]).toEqual([1, false]);
  });
  it('tells those who are not logged in what logging in gives', () => {
    signOut();
    show('sheet');
    expect(text()).toContain('Log in to set price alerts.');
    expect(viewOf('alerts')).toBeUndefined();
  });
});

describe('the list', () => {
  it('says of each what it waits for and when it was told', async () => {
    show('screen');
    await alerts(
      line(),
      line({
        id: 2,
        direction: 'below',
        state: 'resting',
        repeats: true,
        fired: { price: '69,999', time: '12:00' },
      }),
    );
    const [first, second] = screen.getAllByRole('listitem').map((each) => each.textContent);
    expect(first).toBe('BTC/USDTat or above 70,000.00WaitingOnce');
    expect(second).toContain(
      'at or below 70,000.00Triggered; re-arms when the price moves back · 69,999 on 12:00Each time',
    );
    expect(text()).toContain('2 of 50');
  });
  it('takes one away, and says when that did not work', async () => {
    show('screen');
    await alerts(line());
    fake.call.mockResolvedValue({ ok: false, error: { code: 'networkDown', message: '' } });
    const remove = within(screen.getByRole('listitem')).getByRole('button');
    expect(remove.getAttribute('aria-label')).toBe('Remove: BTC/USDT at or above 70,000.00');
    await tap(remove);
    expect(fake.call).toHaveBeenLastCalledWith('alert.remove', { id: 3 });
    expect(text()).toContain('No connection. Check your network.');
    fake.call.mockResolvedValue({ ok: true, data: {} });
    await tap(remove);
    expect(viewOf('alerts')).toMatchObject({ turn: 2 });
  });
  it('is empty with a way to the markets, and can be asked for again', async () => {
    show('screen');
    await alerts();
    expect(screen.getByRole('link', { name: 'See the markets' }).getAttribute('href')).toBe('/market');
    cleanup();
    show('screen');
    await publish({ kind: 'alerts', failed: { code: 'networkDown', message: '' } });
    await tap(screen.getByRole('button', { name: 'The request failed, click to reload' }));
    expect(viewOf('alerts')).toMatchObject({ turn: 1 });
  });
});

describe('notifications', () => {
  const services = { getRegistration: async () => undefined };
  const browser = (permission: NotificationPermission, answer = permission) => {
    const requested = vi.fn(async () => answer);
    vi.stubGlobal('Notification', { permission, requestPermission: requested });
    Object.defineProperty(navigator, 'serviceWorker', { value: services, configurable: true });
    render(
      <MemoryRouter>
        <NotificationSettings />
      </MemoryRouter>,
    );
    return requested;
  };
  const toggle = () => screen.getByRole('switch', { name: /^Notifications/ });

  it('are off, and asked for by a tap alone', async () => {
    const requested = browser('default', 'granted');
    expect([settings.notify, requested.mock.calls.length]).toEqual([false, 0]);
    await tap(toggle());
    expect([settings.notify, requested.mock.calls.length]).toEqual([true, 1]);
    await tap(toggle());
    expect([settings.notify, requested.mock.calls.length]).toEqual([false, 1]);
  });
  it('stay off when the user says no, and say why', async () => {
    browser('default', 'denied');
    await tap(toggle());
    expect(settings.notify).toBe(false);
    expect(text()).toContain('Blocked for this site.');
  });
  it('are not there where the browser has none', () => {
    vi.stubGlobal('isSecureContext', true);
    Reflect.deleteProperty(window, 'Notification');
    render(
      <MemoryRouter>
        <NotificationSettings />
      </MemoryRouter>,
    );
    expect(text()).toContain('This browser offers none here.');
  });
});

it('mails that were turned off stay so when the settings are opened again without a network', async () => {
  let mails = true;
  let isDown = false;
  fake.call.mockImplementation(async (name: string, request: { mails?: boolean }) => {
    if (isDown || name !== 'notification.settings') return { ok: false, error: { code: 'networkDown' } };
    mails = request.mails ?? mails;
    return { ok: true, data: { mails } };
  });
  const open = () =>
    act(
      async () =>
        void render(
          <MemoryRouter>
            <NotificationSettings />
          </MemoryRouter>,
        ),
    );
  const isOn = () =>
    screen.getByRole('switch', { name: /Email on liquidation/ }).getAttribute('aria-checked');
  await open();
  expect(isOn()).toBe('true');
  await tap(screen.getByRole('switch', { name: /Email on liquidation/ }));
  cleanup();
  isDown = true;
  await open();
  expect(isOn()).toBe('false');
});
