import { beforeEach, describe, expect, it } from 'vitest';
import type { VenueRestState } from '../../../feeds/index.ts';
import type { RestPlan } from '../../../feeds/venues/rest.ts';
import { Rest } from '../../../feeds/venues/rest.ts';
import { settle } from '../../support/fakeClock.ts';
import { answer, VenueWire } from '../../support/venueWire.ts';

const plan: RestPlan = {
  hosts: ['https://a', 'https://b'],
  limits: { weight: { weight: 100, perMs: 60_000 } },
  used: { header: 'x-used', limit: 'weight' },
};
const question = { path: '/x', limit: 'weight', weight: 10 };

let venue: VenueWire;
let states: VenueRestState[];
let rest: Rest;
const outcome = (requested: Promise<unknown>) =>
  requested.then(
    (body) => ({ body }),
    (error: { code: string }) => ({ code: error.code }),
  );

beforeEach(() => {
  venue = new VenueWire();
  states = [];
  rest = new Rest(venue.deps, plan, (state) => states.push(state));
  venue.onRequest = () => answer({ ok: 1 });
});

describe('questions to a venue', () => {
  it('go within four fifths of its limit, and wait for room', async () => {
    const requested = Array.from({ length: 8 }, () => outcome(rest.ask(question)));
    await Promise.all(requested);
    const ninth = outcome(rest.ask({ ...question, weight: 1 }));
    await settle();
    expect(venue.requested).toHaveLength(8);
    // What would have to wait longer than a user does is refused.
    expect(await ninth).toEqual({ code: 'limited' });
    await venue.clock.advance(60_000);
    expect(await outcome(rest.ask(question))).toEqual({ body: { ok: 1 } });
  });
  it('wait for room that comes soon', async () => {
    await Promise.all(Array.from({ length: 8 }, () => rest.ask(question)));
    await venue.clock.advance(50_000);
    const late = outcome(rest.ask(question));
    await venue.clock.advance(9_000);
    expect(venue.requested).toHaveLength(8);
    await venue.clock.advance(1_500);
    expect(await late).toEqual({ body: { ok: 1 } });
  });
  it('count what the venue says others have used from this address', async () => {
    venue.onRequest = () => answer({}, 200, { 'x-used': '75' });
    await rest.ask(question);
    expect(rest.weight()).toBe(75);
    expect(await outcome(rest.ask(question))).toEqual({ code: 'limited' });
  });
  it.each([
    [429, { 'retry-after': '7' }, 7_000],
    [429, {}, 60_000],
    [418, {}, 120_000],
  ])('pause after %i %j', async (status, headers, ms) => {
    venue.onRequest = () => answer({ code: -1003 }, status, headers);
    expect(await outcome(rest.ask(question))).toEqual({ code: 'limited' });
    expect(states).toEqual([{ state: 'limited', until: venue.clock.now() + ms }]);
    venue.onRequest = () => answer({ ok: 1 });
    await venue.clock.advance(ms - 1);
    expect(await outcome(rest.ask(question))).toEqual({ code: 'limited' });
    expect(venue.requested).toHaveLength(1);
    await venue.clock.advance(1);
    expect(await outcome(rest.ask(question))).toEqual({ body: { ok: 1 } });
    expect(states.at(-1)).toEqual({ state: 'open' });
  });
  it.each([403, 451])(
    'tell that %i is a closed door, and ask the other host after a pause',
    async (status) => {
      venue.onRequest = ({ url }) => (url.startsWith('https://a') ? answer('', status) : answer({ ok: 1 }));
      expect(await outcome(rest.ask(question))).toEqual({ code: 'blocked' });
      expect(states).toEqual([{ state: 'blocked' }]);
      expect(await outcome(rest.ask(question))).toEqual({ code: 'blocked' });
      await venue.clock.advance(60_000);
      expect(await outcome(rest.ask(question))).toEqual({ body: { ok: 1 } });
    },
  );
  it('are asked again, of the other host, when no answer comes', async () => {
    venue.onRequest = ({ url }) =>
      url.startsWith('https://a') ? Promise.reject(new Error('down')) : answer({ ok: 1 });
    const requested = outcome(rest.ask(question));
    await venue.clock.advance(2_000);
    expect(await requested).toEqual({ body: { ok: 1 } });
    expect(states).toEqual([{ state: 'unreachable' }, { state: 'open' }]);
  });
  it('are given up after three attempts, and after fifteen seconds without any answer', async () => {
    venue.onRequest = () => answer('', 502);
    const down = outcome(rest.ask(question));
    await venue.clock.advance(5_000);
    expect(await down).toEqual({ code: 'unreachable' });
    expect(venue.requested).toHaveLength(3);
    venue.onRequest = () => new Promise(() => undefined);
    const silent = outcome(rest.ask(question));
    await venue.clock.advance(15_000);
    expect(await silent).toEqual({ code: 'unreachable' });
  });
  it('yield the venue’s own refusal', async () => {
    venue.onRequest = () => answer({ code: -1121, msg: 'Invalid symbol.' }, 400);
    await expect(rest.ask(question)).rejects.toThrow('Invalid symbol');
    expect(states).toEqual([]);
  });
  it('read refusals in the body where the venue puts them', async () => {
    const judge = (body: unknown) => ((body as { code: string }).code === '50011' ? 'limited' : 'refused');
    rest = new Rest(venue.deps, { ...plan, judge }, (state) => states.push(state));
    venue.onRequest = () => answer({ code: '50011' });
    expect(await outcome(rest.ask(question))).toEqual({ code: 'limited' });
    await venue.clock.advance(60_000);
    venue.onRequest = () => answer({ code: '51001' });
    expect(await outcome(rest.ask(question))).toEqual({ code: 'refused' });
  });
  it('end with the venue, and leave no timer', async () => {
    venue.onRequest = () => new Promise(() => undefined);
    const requested = outcome(rest.ask(question));
    await settle();
    rest.close();
    expect(await requested).toEqual({ code: 'closed' });
    expect(venue.clock.pending).toBe(0);
  });
});
