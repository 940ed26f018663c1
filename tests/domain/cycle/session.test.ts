import { describe, expect, it } from 'vitest';
import { endsInSession, isSessionOpen, sessionChange, termOf } from '../../../domain/index.ts';

/** Thursday 19 to Monday 23 November 2026, UTC. */
const at = (day: number, hour: number, minute = 0, second = 0) =>
  Date.UTC(2026, 10, day, hour, minute, second);

describe('the session of commodities', () => {
  it.each([
    [at(19, 21, 59, 59), true, at(19, 22)],
    [at(19, 22), false, at(19, 23)],
    [at(19, 23), true, at(20, 22)],
    [at(20, 21, 59, 59), true, at(20, 22)],
    [at(20, 22), false, at(22, 23)],
    [at(21, 12), false, at(22, 23)],
    [at(22, 22, 59, 59), false, at(22, 23)],
    [at(22, 23), true, at(23, 22)],
  ])('at %i is open: %s, until %i', (moment, isOpen, until) => {
    expect(isSessionOpen('commodity', moment)).toBe(isOpen);
    expect(sessionChange('commodity', moment)).toBe(until);
  });
  it('has no end for crypto', () => {
    expect(isSessionOpen('crypto', at(21, 12))).toBe(true);
    expect(sessionChange('crypto', at(21, 12))).toBeNull();
  });
});

describe('a contract', () => {
  it('ends at the last instant of a session at the latest', () => {
    expect(endsInSession('commodity', '30s', at(20, 22))).toBe(true);
    expect(endsInSession('commodity', '30s', at(20, 22, 0, 1))).toBe(false);
    expect(endsInSession('crypto', '30s', at(20, 22, 0, 1))).toBe(true);
  });
  it('has all of its window in an open session', () => {
    expect(endsInSession('commodity', '1d', at(22, 23, 0, 59))).toBe(false);
    expect(endsInSession('commodity', '1d', at(22, 23, 1))).toBe(true);
  });
  it('of a day cannot be bought on a Friday', () => {
    expect(endsInSession('commodity', '1d', termOf(at(20, 12), '1d').endsAt)).toBe(false);
    expect(endsInSession('commodity', '1d', termOf(at(18, 12), '1d').endsAt)).toBe(true);
  });
});
