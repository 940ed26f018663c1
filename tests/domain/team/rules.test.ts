import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TeamMember } from '../../../domain/index.ts';
import { D, earnsReward, isClose, isOwnAccount, TEAM_RATES, teamReward } from '../../../domain/index.ts';

const user = (id: number, more: Partial<TeamMember> = {}): TeamMember => ({
  id,
  inviter: undefined,
  second: undefined,
  seen: new Set([`phone ${id}`]),
  isFrozen: false,
  ...more,
});
const ann = user(1);
const ben = user(2, { inviter: 1 });
const cas = user(3, { inviter: 2, second: 1 });
const dot = user(4, { inviter: 1 });
const eve = user(5);

describe('a reward', () => {
  it.each([
    ['1', 'direct', '0.2'],
    ['1', 'second', '0.05'],
    ['0.00000004', 'direct', '0'],
    ['0.00000005', 'direct', '0.00000001'],
    ['0.00000019', 'second', '0'],
    ['0.12345678', 'direct', '0.02469135'],
    ['0.12345678', 'second', '0.00617283'],
    ['0', 'direct', '0'],
    ['-5', 'direct', '0'],
  ] as const)('for %s of fees, %s: %s', (fee, level, amount) => {
    expect(teamReward(fee, level)).toBe(amount);
  });
  it('of both levels is never more than a quarter of what was taken', () => {
    expect(new D(TEAM_RATES.direct).plus(TEAM_RATES.second).toFixed()).toBe('0.25');
    fc.assert(
      fc.property(fc.bigInt({ min: -1_000n, max: 10n ** 20n }), (units) => {
        const fee = new D(String(units)).div(1e8);
        const sum = new D(teamReward(fee.toFixed(), 'direct')).plus(teamReward(fee.toFixed(), 'second'));
        expect(sum.times(4).lte(D.max(0, fee))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('who earns', () => {
  it('are the inviter and who invited that one', () => {
    expect(earnsReward(ann, ben, 'direct')).toBe(true);
    expect(earnsReward(ann, cas, 'second', ben)).toBe(true);
    expect(earnsReward(ann, cas, 'direct')).toBe(false);
    expect(earnsReward(ann, eve, 'direct')).toBe(false);
    expect(earnsReward(ann, cas, 'second', dot)).toBe(false);
    expect(earnsReward(ann, cas, 'second')).toBe(false);
  });
  it('are not own accounts, nor who puts one in between', () => {
    const same = new Set(['phone 9', 'phone 1']);
    expect(isOwnAccount(ann, ann)).toBe(true);
    expect(isOwnAccount(ann, eve)).toBe(false);
    expect(earnsReward(ann, { ...ben, seen: same }, 'direct')).toBe(false);
    expect(earnsReward(ann, cas, 'second', { ...ben, seen: same })).toBe(false);
    expect(earnsReward(ann, { ...cas, seen: same }, 'second', ben)).toBe(false);
  });
  it('are not who is frozen', () => {
    expect(earnsReward({ ...ann, isFrozen: true }, ben, 'direct')).toBe(false);
    expect(earnsReward(ann, { ...ben, isFrozen: true }, 'direct')).toBe(false);
  });
});

describe('who is close', () => {
  it.each([
    ['inviter and invited', ann, ben, true],
    ['the inviter’s inviter', ann, cas, true],
    ['invited by the same', ben, dot, true],
    ['an own account', ben, { ...eve, seen: new Set(['phone 2']) }, true],
    ['strangers', ben, eve, false],
    ['strangers whom nobody invited', ann, eve, false],
    ['the other branch of a team', cas, dot, false],
  ] as const)('%s', (_, a, b, close) => {
    expect(isClose(a, b)).toBe(close);
    expect(isClose(b, a)).toBe(close);
  });
});
