// @vitest-environment happy-dom
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { App } from '../../src/app/App.tsx';
import { startWords } from '../../src/i18n/index.ts';
import InviteScreen from '../../src/screens/team/InviteScreen.tsx';
import MyTeamScreen from '../../src/screens/team/MyTeamScreen.tsx';
import { signIn, signOut } from '../../src/state/login.ts';
import { changeSettings } from '../../src/state/settings.ts';
import type { TeamFrame } from '../../workers/api.ts';
import { fake, forgetWorker, Place, place, publish, tap, text, viewOf, viewsOf } from '../support/page.tsx';
// Loaded before, as a first load takes the time of the machine and not of the test's clock.
import '../../src/screens/access/RegisterScreen.tsx';

vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);

const show = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/mine/invite" element={<InviteScreen />} />
        <Route path="/mine/myTeam" element={<MyTeamScreen />} />
        <Route path="*" element={null} />
      </Routes>
      <Place />
    </MemoryRouter>,
  );

const team: TeamFrame = {
  kind: 'team',
  team: {
    code: 'ABCDEFGH',
    inviter: 'a•••@b.example',
    rates: { direct: '20%', second: '5%' },
    total: 7,
    levels: {
      direct: { total: 4, registered: 2, verified: 1, traded: 1 },
      second: { total: 3, registered: 3, verified: 0, traded: 0 },
    },
    rewards: [{ asset: 'USDT', total: '1.50000001', newest: '0.20' }],
    newestDay: 'Nov 17, 2026',
    nextAt: 'midnight',
  },
};
const LINK = `${window.location.origin}/?code=ABCDEFGH`;

beforeAll(() => startWords('en_us'));
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  forgetWorker();
  fake.call.mockResolvedValue({ ok: false, error: { code: 'unavailable', message: '' } });
  changeSettings({ hideAmounts: false });
  signIn('mine');
});
afterEach(() => {
  cleanup();
  signOut();
  vi.unstubAllGlobals();
});

describe('inviting', () => {
  it('gives the code, the link and both for cameras, and says what earns and what does not', async () => {
    show('/mine/invite');
    await publish(team);
    expect(text()).toContain('ABCDEFGH');
    expect(text()).toContain(LINK);
    expect(screen.getByRole('img', { name: 'Invite link as a code for cameras' })).toBeTruthy();
    expect(text()).toContain(
      'You get 20% of the trading fees of those you invited, and 5% of those that they invited.',
    );
    expect(text()).toContain('Bringing people alone earns nothing');
  });
  it('hands the link on, or copies it where the browser cannot', async () => {
    const share = vi.fn(async () => undefined);
    const writeText = vi.fn(async () => undefined);
    vi.stubGlobal('navigator', { ...navigator, share, clipboard: { writeText } });
    show('/mine/invite');
    await publish(team);
    await tap(screen.getByRole('button', { name: 'Share' }));
    const sheet = screen.getByRole('dialog');
    expect(within(sheet).getByRole('img', { name: /ABCDEFGH/ })).toBeTruthy();
    await tap(within(sheet).getByRole('button', { name: 'Send the link' }));
    expect(share).toHaveBeenCalledWith({ title: 'Trade with me', url: LINK });
    vi.stubGlobal('navigator', { ...navigator, share: undefined, clipboard: { writeText } });
    await tap(within(sheet).getByRole('button', { name: 'Send the link' }));
    expect(writeText).toHaveBeenCalledWith(LINK);
  });
  it('tells visitors what logging in gives', () => {
    signOut();
    show('/mine/invite');
    expect(text()).toContain('Your team in one place');
    expect(viewsOf('team')).toEqual([]);
  });
});

describe('the team', () => {
  it('is told by level and state, with rewards by coin', async () => {
    show('/mine/myTeam');
    await publish(team);
    const rows = screen.getAllByRole('row').map((row) => row.textContent);
    expect(rows).toContain('Registered23');
    expect(rows).toContain('Verified10');
    expect(rows).toContain('USDT0.201.50000001');
    expect(text()).toContain('You were invited by a•••@b.example.');
  });
  it('lists members of the level and state in the address', async () => {
    show('/mine/myTeam?level=second&state=junk');
    await publish(team);
    expect(viewOf('teamMembers')).toEqual({ kind: 'teamMembers', level: 'second', want: 50 });
    await publish({
      kind: 'teamMembers',
      lines: [{ id: 3, name: 'p•••7@b.example', state: 'traded', joinedAt: 'then' }],
      more: false,
      loading: false,
    });
    expect(text()).toContain('p•••7@b.exampleJoined thenTraded');
    await tap(screen.getByRole('tab', { name: 'Traded' }));
    expect(place.path).toBe('/mine/myTeam?level=second&state=traded');
    expect(viewOf('teamMembers')).toMatchObject({ state: 'traded' });
  });
  it('lists rewards by UTC day, and covers them when amounts are hidden', async () => {
    show('/mine/myTeam?show=rewards&level=direct&from=2026-11-17&to=2026-11-17');
    await publish(team);
    expect(viewOf('teamRewards')).toEqual({
      kind: 'teamRewards',
      level: 'direct',
      from: Date.UTC(2026, 10, 17),
      to: Date.UTC(2026, 10, 18) - 1,
      want: 50,
    });
    const line = { id: '1.direct.USDT', level: 'direct', asset: 'USDT', members: 2 } as const;
    await publish({
      kind: 'teamRewards',
      lines: [{ ...line, day: 'Nov 17, 2026', amount: '+0.20' }],
      more: false,
      loading: false,
    });
    expect(text()).toContain('Nov 17, 2026Direct · 2 members+0.20 USDT');
    await act(async () => changeSettings({ hideAmounts: true }));
    expect(text()).not.toContain('+0.20');
    expect(text()).not.toContain('1.50000001');
  });
  it('that does not come can be asked for again', async () => {
    show('/mine/myTeam');
    await publish({ kind: 'team', failed: { code: 'networkDown', message: '' } });
    await tap(screen.getByRole('button', { name: 'The request failed, click to reload' }));
    expect(viewOf('team')).toEqual({ kind: 'team', turn: 1 });
  });
});

it('an invitation at the base address leads to registering, with its code', async () => {
  signOut();
  window.history.replaceState(null, '', '/?code=FRIEND22');
  render(<App />);
  const field = await screen.findByLabelText<HTMLInputElement>(/Invite code/);
  expect([field.value, field.readOnly]).toEqual(['FRIEND22', true]);
  expect(window.location.pathname).toBe('/register');
});
