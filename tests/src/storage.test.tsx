// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWords } from '../../src/i18n/index.ts';
import ConfirmStorageScreen from '../../src/screens/storage/ConfirmStorageScreen.tsx';
import StoragePlansScreen from '../../src/screens/storage/StoragePlansScreen.tsx';
import StorageRecordScreen from '../../src/screens/storage/StorageRecordScreen.tsx';
import { signIn, signOut } from '../../src/state/login.ts';
import { changeSettings } from '../../src/state/settings.ts';
import { toasts } from '../../src/state/toasts.ts';
import type {
  Frame,
  PlanLine,
  StorageForm,
  StorageLine,
  StorageOrdersFrame,
  StorageTicketFrame,
} from '../../workers/api.ts';
import {
  fake,
  forgetWorker,
  narrowBy,
  Place,
  place,
  publish,
  tap,
  text,
  viewOf,
  viewsOf,
} from '../support/page.tsx';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);

const button = (name: RegExp | string) => screen.getByRole('button', { name });
const show = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/lockMining" element={<StoragePlansScreen />} />
        <Route path="/confirmLock/:id" element={<ConfirmStorageScreen />} />
        <Route path="/lockRecord" element={<StorageRecordScreen />} />
        <Route path="*" element={null} />
      </Routes>
      <Place />
    </MemoryRouter>,
  );

const plan: PlanLine = {
  id: 2,
  asset: 'USDT',
  iconId: null,
  rate: '0.03%',
  yearly: '10.95%',
  days: 30,
  least: '100.00',
  most: '100,000.00',
  left: '1,250,000.00',
  quota: '5,000,000.00',
  leftPermille: 250,
  share: '80%',
  status: 'open',
};
const form: StorageForm = {
  plan,
  available: '5,000.00',
  mostDigits: '5000',
  amount: '1,000.00',
  isExample: false,
  daily: '0.30',
  interest: '9.00',
  total: '1,009.00',
  startsAt: 'first midnight',
  firstPayoutAt: 'second midnight',
  endsAt: 'last midnight',
  figure: {
    days: 30,
    points: [
      { day: 0, interest: 0, net: 0 },
      { day: 30, interest: 1000, net: 1000 },
    ],
    chosen: { day: 1, date: 'then', interest: '0.30', cost: '0.24', back: '999.76', net: '+0.06' },
    breakEven: { day: 1, date: 'then' },
  },
  order: { plan: 2, version: 3, amount: '1000' },
};
const ticket = (change: Partial<StorageForm> = {}, drop?: 'order'): StorageTicketFrame => {
  const { order, ...rest } = { ...form, ...change };
  return {
    kind: 'storageTicket',
    view: undefined as never,
    isUnknown: false,
    form: drop || !order ? rest : { ...rest, order },
  };
};
const line: StorageLine = {
  id: 7,
  asset: 'USDT',
  iconId: null,
  state: 'running',
  amount: '1,000.00',
  rate: '0.03%',
  days: 30,
  autoRenew: false,
  openedAt: 'opening',
  startsAt: 'first midnight',
  endsAt: 'last midnight',
  endedAt: '',
  earned: '0.30',
  promised: '9.00',
  total: '1,009.00',
  paidDays: 1,
  nextPayoutAt: 'next midnight',
  cost: '',
  returned: '',
  renewedFrom: null,
  renewedBy: null,
  notRenewed: null,
  redeem: {
    share: '80%',
    cost: '0.24',
    back: '999.76',
    net: '+0.06',
    netDirection: 1,
    request: { id: 7, cost: '0.24' },
  },
};
const orders = (...lines: StorageLine[]): StorageOrdersFrame => ({
  kind: 'storageOrders',
  lines,
  more: false,
  loading: false,
});

beforeAll(() => startWords('en_us'));
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  forgetWorker();
  toasts.list = [];
  changeSettings({ hideAmounts: false });
  signIn('mine');
});
afterEach(() => {
  cleanup();
  signOut();
});

describe('the plans', () => {
  it('lead to their tickets, with rate, limits and what is left', async () => {
    show('/lockMining');
    await publish({
      kind: 'storagePlans',
      isKnown: true,
      plans: [plan, { ...plan, id: 3, status: 'full' }],
      sums: [],
    });
    const [first, second] = screen.getAllByRole('link', { name: /USDT/ });
    expect(first?.getAttribute('href')).toBe('/confirmLock/2');
    for (const part of ['30 days', '0.03% a day', '100.00 – 100,000.00', '1,250,000.00 USDT left'])
      expect(first?.textContent).toContain(part);
    expect(second?.textContent).toContain('Fully taken');
  });
  it('that do not come can be asked for again, alone', async () => {
    show('/lockMining');
    await publish({
      kind: 'storagePlans',
      isKnown: false,
      plans: [],
      sums: [],
      failed: { code: 'networkDown', message: '' },
    });
    await tap(button('The request failed, click to reload'));
    expect(viewOf('storagePlans')).toEqual({ kind: 'storagePlans', turn: 1 });
  });
});

describe('the ticket', () => {
  const amount = () => screen.getByLabelText<HTMLInputElement>('Escrow amount');
  const typed = (value: string) => act(async () => void fireEvent.change(amount(), { target: { value } }));
  const put = () => button('Subscribe');
  const open = async () => {
    show('/confirmLock/2');
    await publish(ticket());
    await typed('1000');
    await publish(ticket());
  };

  it('says at the field what is wrong, in the specification’s words', async () => {
    show('/confirmLock/2');
    await publish(ticket({ error: 'escrowZero', isExample: true }, 'order'));
    expect(text()).not.toContain('Escrow amount must be');
    await tap(put());
    expect(text()).toContain('Escrow amount must be greater than zero!');
    expect(amount().getAttribute('aria-invalid')).toBe('true');
    expect(fake.submit).not.toHaveBeenCalled();
  });
  it('takes the most that is allowed', async () => {
    await open();
    await tap(button('Max'));
    expect(viewOf('storageTicket')).toMatchObject({ plan: 2, amount: '5000' });
  });
  it('needs the agreement before it asks', async () => {
    await open();
    await tap(put());
    expect(text()).toContain('Please accept the storage agreement.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  it('asks with its numbers, sends what it showed, and leads to the record', async () => {
    fake.submit.mockResolvedValue({ state: 'settled', data: { order: { id: 41 } } });
    await open();
    await tap(screen.getByRole('switch', { name: /Renew automatically/ }));
    await tap(screen.getByRole('checkbox', { name: /storage agreement/ }));
    await tap(put());
    const sheet = screen.getByRole('dialog');
    for (const part of ['1,000.00 USDT', '9.00 USDT', 'second midnight', 'last midnight', '10 minutes'])
      expect(sheet.textContent).toContain(part);
    await tap(within(sheet).getByRole('button', { name: 'Subscribe' }));
    expect(fake.submit.mock.calls).toEqual([
      ['storage.open', { plan: 2, version: 3, amount: '1000', autoRenew: true, agreed: true }],
    ]);
    expect(toasts.list).toMatchObject([{ tone: 'good', text: '1,000.00 USDT · Order 41' }]);
    expect(place.path).toBe('/lockRecord');
  });
  it('that is refused stays, says why, and asks for the plan anew', async () => {
    fake.submit.mockResolvedValue({ state: 'refused', error: { code: 'planChanged', message: '' } });
    await open();
    await tap(screen.getByRole('checkbox', { name: /storage agreement/ }));
    await tap(put());
    await tap(within(screen.getByRole('dialog')).getByRole('button', { name: 'Subscribe' }));
    expect(toasts.list).toMatchObject([
      { tone: 'bad', text: 'The terms of this plan have changed. Look at them again.' },
    ]);
    expect(viewOf('storageTicket')).toMatchObject({ turn: 1 });
    expect(amount().value).toBe('1000');
  });
  it('is not sent while what the worker said is of another amount', async () => {
    await open();
    await tap(screen.getByRole('checkbox', { name: /storage agreement/ }));
    await typed('2000');
    await tap(put());
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  it('tells of the chosen day what leaving then takes', async () => {
    await open();
    expect(screen.getByRole('img', { name: /over 30 days/ })).toBeTruthy();
    expect(text()).toContain('From day 1 (then) you leave with more than you put in.');
    await act(async () => void fireEvent.change(screen.getByRole('slider'), { target: { value: '12' } }));
    expect(viewOf('storageTicket')).toMatchObject({ day: 12 });
  });
  it('of a plan that takes nothing is blocked', async () => {
    show('/confirmLock/2');
    await publish(ticket({ blocked: 'planClosed' }, 'order'));
    expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull();
    expect(text()).toContain('This plan takes no new orders.');
  });
  it('of no plan leads to all of them', async () => {
    show('/confirmLock/x');
    expect(screen.getByRole('link', { name: 'See the plans' }).getAttribute('href')).toBe('/lockMining');
  });
});

describe('the record', () => {
  const ask = async (name: string | RegExp) => {
    await tap(button(name));
    return screen.getByRole('dialog');
  };

  it('shows the exact cost of redeeming before, and sends exactly that', async () => {
    fake.submit.mockResolvedValue({ state: 'settled', data: {} });
    show('/lockRecord');
    await publish(orders(line));
    const sheet = await ask('Redeem early');
    for (const part of ['80%', '0.24 USDT', '999.76 USDT', '+0.06 USDT'])
      expect(sheet.textContent).toContain(part);
    await tap(within(sheet).getByRole('button', { name: 'Redeem early' }));
    expect(fake.submit.mock.calls).toEqual([['storage.redeem', { id: 7, cost: '0.24' }]]);
    expect(toasts.list).toMatchObject([{ tone: 'good', title: 'Redeemed early' }]);
  });
  it('follows the cost while the sheet is open, and closes it when there is nothing to redeem', async () => {
    show('/lockRecord');
    await publish(orders(line));
    await ask('Redeem early');
    const redeem = {
      ...line.redeem,
      cost: '0.48',
      request: { id: 7, cost: '0.48' },
    } as StorageLine['redeem'];
    await publish(orders({ ...line, ...(redeem ? { redeem } : {}) }));
    expect(screen.getByRole('dialog').textContent).toContain('0.48 USDT');
    const { redeem: _, ...ended } = line;
    await publish(orders({ ...ended, state: 'redeemed', returned: '1,000.00' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  it('offers free revoking with its countdown in place of redeeming', async () => {
    fake.submit.mockResolvedValue({ state: 'refused', error: { code: 'revokeLate', message: '' } });
    show('/lockRecord');
    await publish(orders({ ...line, paidDays: 0, revoke: '9:58' }));
    expect(screen.queryByRole('button', { name: 'Redeem early' })).toBeNull();
    const sheet = await ask('Revoke (9:58)');
    await tap(within(sheet).getByRole('button', { name: /^Revoke/ }));
    expect(fake.submit.mock.calls).toEqual([['storage.revoke', { id: 7 }]]);
    expect(toasts.list).toMatchObject([{ tone: 'bad', text: 'The time for free revoking is over.' }]);
  });
  it('says why an order was not renewed, and where one goes on', async () => {
    show('/lockRecord');
    const { redeem: _, ...ended } = line;
    await publish(
      orders(
        { ...ended, id: 9, state: 'redeemed', notRenewed: 'quotaFull' },
        { ...ended, id: 8, state: 'finished', renewedBy: 12 },
      ),
    );
    expect(text()).toContain('Not renewed: nothing was left of the plan.');
    expect(text()).toContain('Goes on in order 12.');
  });
  it('switches renewing by the exchange alone', async () => {
    fake.call.mockResolvedValue({ ok: true, data: {} });
    show('/lockRecord');
    await publish(orders(line));
    const toggle = screen.getByRole<HTMLInputElement>('switch', { name: /Renew automatically/ });
    await tap(toggle);
    expect(fake.call).toHaveBeenCalledWith('storage.renew', { id: 7, autoRenew: true });
    expect(toggle.checked).toBe(false);
    await publish(orders({ ...line, autoRenew: true }));
    expect(toggle.checked).toBe(true);
  });
  it('keeps its filter in the address, and asks for what that says', async () => {
    show('/lockRecord?state=revoked&asset=USDT&from=junk');
    expect(viewOf('storageOrders')).toMatchObject({ state: 'revoked', asset: 'USDT', want: 50 });
    expect(viewOf('storageOrders')).not.toHaveProperty('from');
    await narrowBy({ State: 'Running' });
    expect(place.path).toBe('/lockRecord?state=running&asset=USDT&from=junk');
    expect(viewOf('storageOrders')).toMatchObject({ state: 'running' });
  });
  it('covers amounts when the user hides them', async () => {
    changeSettings({ hideAmounts: true });
    show('/lockRecord');
    await publish(orders(line));
    expect(text()).not.toContain('1,000.00');
    expect(text()).toContain('0.03%');
  });
  it('shows payouts, of all orders and of one', async () => {
    const payouts: Frame = {
      kind: 'storagePayouts',
      lines: [{ id: 1, order: 7, day: 1, asset: 'USDT', amount: '+0.30', dueAt: 'midnight' }],
      more: false,
      loading: false,
    };
    show('/lockRecord');
    await publish(orders(line));
    await tap(within(screen.getByRole('article')).getByRole('button', { name: 'Payouts' }));
    expect(viewOf('storagePayouts')).toMatchObject({ order: 7 });
    cleanup();
    show('/lockRecord?show=payouts');
    expect(viewOf('storagePayouts')).not.toHaveProperty('order');
    await publish(payouts);
    expect(text()).toContain('Day 1');
    expect(text()).toContain('+0.30 USDT');
  });
  it('tells visitors what logging in gives', () => {
    signOut();
    show('/lockRecord');
    expect(text()).toContain('Your storage in one place');
    expect(viewsOf('storageOrders')).toEqual([]);
  });
});
