import { proxy } from 'comlink';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TeamFrame, TeamMembersFrame, TeamRewardsFrame, View } from '../../workers/api.ts';
import '../../workers/views/userViews.ts';
import { pass, world, worldForEach } from './world.ts';

worldForEach();

const DAY = 86_400_000;
const MIDNIGHT = Date.UTC(2026, 10, 18);
const info = {
  code: 'ABCDEFGH',
  inviter: null,
  rates: { direct: '0.2', second: '0.05' },
  direct: { registered: 2, verified: 1, traded: 1 },
  second: { registered: 3, verified: 0, traded: 0 },
  rewards: [{ asset: 'USDT', total: '1.50000001', newest: '0.2' }],
  newestDay: MIDNIGHT - DAY,
  nextAt: MIDNIGHT + DAY,
};

async function shown<F>(view: View): Promise<F[]> {
  const frames: F[] = [];
  await world.session.open(
    view,
    proxy((frame) => void frames.push(frame as F)),
  );
  await pass(200);
  return frames;
}
const asksOf = (end: string) =>
  world.requested.filter(([path]) => path.endsWith(end)).map(([, body]) => body);
let answer: object;

beforeEach(async () => {
  answer = info;
  // Its answer has a code of its own.
  world.answers['team/info'] = () => ({ code: 200, message: '', data: answer, requestId: 'r' });
  await world.session.setSettings({ token: 'mine' });
});

describe('the team', () => {
  it('is counted by level and state, with shares in per cent and rewards to the last unit', async () => {
    const frames = await shown<TeamFrame>({ kind: 'team', turn: 0 });
    expect(frames.at(-1)?.team).toMatchObject({
      code: 'ABCDEFGH',
      rates: { direct: '20%', second: '5%' },
      total: 7,
      levels: { direct: { total: 4 }, second: { total: 3, registered: 3 } },
      rewards: [{ asset: 'USDT', total: '1.50000001', newest: '0.20' }],
      newestDay: 'Nov 17, 2026',
    });
  });
  it('is asked for again after a while, and before the first day of rewards has none', async () => {
    const frames = await shown<TeamFrame>({ kind: 'team', turn: 0 });
    answer = { ...info, direct: { registered: 9, verified: 0, traded: 0 }, newestDay: null, rewards: [] };
    await pass(16_000);
    expect(frames.at(-1)?.team).toMatchObject({ total: 12, newestDay: '', rewards: [] });
  });
  it('that does not come says so', async () => {
    delete world.answers['team/info'];
    const frames = await shown<TeamFrame>({ kind: 'team', turn: 0 });
    expect(frames.at(-1)).toEqual({ kind: 'team', failed: { code: 'networkDown', message: '' } });
  });
});

describe('its lists', () => {
  it('go on after the last member that was shown', async () => {
    const member = { place: 60, name: 'p•••7@b.example', state: 'traded', joinedAt: MIDNIGHT };
    world.answers['team/member/list'] = ({ before }: { before?: number }) => ({
      rows: before ? [{ ...member, place: 10 }] : [member],
      next: before ? null : 60,
    });
    const frames = await shown<TeamMembersFrame>({
      kind: 'teamMembers',
      level: 'second',
      state: 'traded',
      want: 50,
    });
    expect(asksOf('team/member/list')).toEqual([
      { level: 'second', state: 'traded', limit: 50 },
      { level: 'second', state: 'traded', limit: 50, before: 60 },
    ]);
    expect(frames.at(-1)?.lines.map(({ id }) => id)).toEqual([60, 10]);
    expect(frames.at(-1)?.more).toBe(false);
  });
  it('tell rewards by their UTC day, each once though a page is read again', async () => {
    const reward = { level: 'direct', asset: 'USDT', amount: '0.2', members: 1, at: MIDNIGHT };
    world.answers['team/reward/list'] = ({ before }: { before?: string }) => ({
      rows: before
        ? [{ ...reward, day: MIDNIGHT - 2 * DAY, level: 'second' }]
        : [{ ...reward, day: MIDNIGHT - DAY }],
      next: before ? null : '20409.direct.USDT',
    });
    const frames = await shown<TeamRewardsFrame>({ kind: 'teamRewards', level: 'direct', from: 1, want: 50 });
    expect(asksOf('team/reward/list').at(-1)).toEqual({
      level: 'direct',
      from: 1,
      limit: 50,
      before: '20409.direct.USDT',
    });
    expect(frames.at(-1)?.lines).toEqual([
      {
        id: `${MIDNIGHT / DAY - 1}.direct.USDT`,
        day: 'Nov 17, 2026',
        level: 'direct',
        asset: 'USDT',
        amount: '+0.20',
        members: 1,
      },
      {
        id: `${MIDNIGHT / DAY - 2}.second.USDT`,
        day: 'Nov 16, 2026',
        level: 'second',
        asset: 'USDT',
        amount: '+0.20',
        members: 1,
      },
    ]);
  });
});
