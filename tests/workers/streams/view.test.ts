import type { Observable } from 'rxjs';
import { map, of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { Trade } from '../../../domain/index.ts';
import type { TradesFrame } from '../../../workers/api.ts';
import type { Projection } from '../../../workers/session/conflate.ts';
import { createWords } from '../../../workers/session/words.ts';
import { Ages } from '../../../workers/streams/age.ts';
import { MarketRows } from '../../../workers/streams/marketRows.ts';
import { tradesView } from '../../../workers/views/tradesView.ts';
import type { ViewDeps } from '../../../workers/views/view.ts';
import { projected, sampled, switchOn } from '../../../workers/views/view.ts';
import { market } from '../world.ts';
import type { Helpers } from './marbles.ts';
import { marbles, NOON } from './marbles.ts';

/** What a page is sent that takes a frame of each projection at once; `-` for one that says nothing new. */
const taken = <F>(projections$: Observable<Projection<F>>) =>
  projections$.pipe(map((project) => project() ?? '-'));
const depsOf = (parts: object) => parts as unknown as ViewDeps;

describe('a view of a state', () => {
  const shown = projected<string, string, string>({
    state: (_, deps) => (deps as unknown as { state$: Observable<string> }).state$,
    frame: (view, state) => (state === 'x' ? undefined : `${view} ${state}`),
  });
  it('is sent when it reads differently, and nothing while nothing can be said', () => {
    marbles(({ hot, expectObservable }) => {
      const deps = depsOf({ state$: hot('-x-a-a-b'), refresh$: of(0) });
      expectObservable(taken(shown(of('v'), deps))).toBe('-n-a-n-b', {
        n: '-',
        a: 'v a',
        b: 'v b',
      });
    });
  });
  it('is sent whole again after a return or another language, and for another query', () => {
    marbles(({ hot, expectObservable }) => {
      const deps = depsOf({ state$: hot('a'), refresh$: hot('0-1', { 0: 0, 1: 1 }) });
      expectObservable(taken(shown(hot('v---w'), deps))).toBe('a-a-b', { a: 'v a', b: 'w a' });
    });
  });
  it('is one of its own for each page', () => {
    marbles(({ hot, expectObservable }) => {
      const deps = depsOf({ state$: hot('aa'), refresh$: of(0) });
      expectObservable(taken(shown(of('v'), deps))).toBe('an', { a: 'v a', n: '-' });
      expectObservable(taken(shown(of('v'), deps))).toBe('an', { a: 'v a', n: '-' });
    });
  });
  it('makes no frame of a state that has the key of the last one', () => {
    marbles(({ hot, expectObservable, flush }) => {
      let made = 0;
      const keyed = projected<string, string, string>({
        state: (_, deps) => (deps as unknown as { state$: Observable<string> }).state$,
        frame: (_, state) => `${state}${++made}`,
        key: (_, state) => state,
      });
      const deps = depsOf({ state$: hot('aab'), refresh$: of(0) });
      expectObservable(taken(keyed(of('v'), deps))).toBe('anb', { a: 'a1', n: '-', b: 'b2' });
      flush();
      expect(made).toBe(2);
    });
  });
  it('ends with what its state throws', () => {
    marbles(({ hot, expectObservable }) => {
      const deps = depsOf({ state$: hot('a-#', { a: 'a' }, 'bug'), refresh$: of(0) });
      expectObservable(taken(shown(of('v'), deps))).toBe('a-#', { a: 'v a' }, 'bug');
    });
  });
});

it('goes over to another state with another key, and closes the one of before', () => {
  marbles(({ hot, expectObservable, expectSubscriptions }) => {
    const a$ = hot('-1--4');
    const b$ = hot('--2-5');
    const state$ = hot('a-ab').pipe(
      switchOn(
        (key) => key,
        (key) => (key === 'a' ? a$ : b$),
      ),
    );
    expectObservable(state$).toBe('-1--5');
    expectSubscriptions(a$.subscriptions).toBe('^--!');
    expectSubscriptions(b$.subscriptions).toBe('---^');
  });
});

it('reads a value before each beat, and emits it when it is another one', () => {
  marbles(({ hot, expectObservable }) => {
    let value = 0;
    const time$ = hot('xxxxx').pipe(map((_, i) => (value = Math.floor(i / 2))));
    expectObservable(sampled({ time$ }, () => `${value}`)).toBe('0-1-2');
  });
});

describe('the trades of a market', () => {
  const trade = (id: number, price: string): Trade => ({
    id,
    price,
    quantity: '0.5',
    side: 'sell',
    at: NOON,
  });
  const shownBy = ({ hot, clock }: Helpers, diagram: string, count: number) => {
    const rows = new MarketRows();
    rows.setMarkets([market('A')]);
    const ages = new Ages(clock);
    ages.take({ kind: 'link', state: 'live' });
    ages.take({ kind: 'alive', channels: ['trade:A-USDT'], at: NOON });
    const values = { s: [trade(1, '1.5')], d: [trade(1, '1.5'), trade(2, '1.75')] };
    const trades$ = hot(diagram, values);
    const deps = depsOf({
      ...{ rows, ages, clock, time$: hot('-'), refresh$: of(0), words: () => createWords('en_us') },
      streams: { trades$: () => trades$, markets$: of(rows) },
    });
    const frames$ = tradesView(of({ kind: 'trades', id: 'A-USDT', count }), deps) as Observable<
      Projection<TradesFrame>
    >;
    return taken(frames$).pipe(
      map((frame) =>
        frame === '-'
          ? frame
          : `${frame.rows.map(({ price, side }) => `${price} ${side}`).join()} ${frame.freshness.state}`,
      ),
    );
  };
  it('are shown as text, the newest first, as many as are asked for', () => {
    marbles((helpers) => {
      helpers.expectObservable(shownBy(helpers, '-s-d', 5)).toBe('-s-d', {
        s: '1.5000 sell live',
        d: '1.7500 sell,1.5000 sell live',
      });
      helpers
        .expectObservable(shownBy(helpers, '-s-d', 1))
        .toBe('-s-d', { s: '1.5000 sell live', d: '1.7500 sell live' });
    });
  });
});
