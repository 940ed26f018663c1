import type { Observable } from 'rxjs';
import { defer, filter, map, merge, of, scan, startWith, tap } from 'rxjs';
import type { CycleRow } from '../../../domain/contract/index.ts';
import type { Refusal, Result } from '../../../domain/index.ts';
import type { Caller } from '../../session/caller.ts';
import type { Answer } from '../requested.ts';
import { polled } from '../requested.ts';
import type { ViewDeps } from '../view.ts';
import { switchOn } from '../view.ts';
import { endOf } from './line.ts';

/** Contracts that have just ended and are shown beside those that run. */
const MOST_ENDED = 8;
/** A result that is so late, ms, is requested; and again after as long. */
const LATE_MS = 3_000;
const MOST_LIVE = 200;

/** An account's running contracts, and those that end while somebody looks. */
export interface Contracts {
  /** Running ones, the one that ends first before the others. */
  readonly live: readonly CycleRow[];
  /** Ended ones, the latest first. */
  readonly ended: readonly CycleRow[];
  readonly isKnown: boolean;
  readonly failed?: Refusal;
}
const NONE: Contracts = { live: [], ended: [], isKnown: false };

/** Those of the account that is logged in. */
export const contractsOf = (deps: ViewDeps): Observable<Contracts> =>
  deps.streams.balances$.pipe(
    switchOn(
      ({ uid }) => uid,
      (uid) => (uid === undefined ? of(NONE) : ownContracts(deps)),
    ),
  );

/** What the private channel says, and by request what it has not said. */
function ownContracts(deps: ViewDeps): Observable<Contracts> {
  const { ages, call, streams } = deps;
  return defer(() => {
    let known = NONE;
    // After how many snapshots the list was requested last, and after how many it came: a lost answer is none.
    let [requested, loaded] = [-1, -1];
    const rows$ = streams.account$.pipe(
      filter((event) => event.kind === 'private' && 'row' in event),
      map(({ row }) => (row.type === 'cycle' ? [row.body] : [])),
    );
    // After a snapshot something may have been missed.
    const missed$ = streams.account$.pipe(
      filter((event) => event.kind === 'private' && 'snapshot' in event),
      scan((count) => count + 1, 0),
      startWith(0),
    );
    const late = (): readonly CycleRow[] => {
      const now = ages.serverNow();
      return known.live.filter(({ endsAt }) => now - endsAt >= LATE_MS);
    };
    const answers$ = polled<number, readonly CycleRow[]>(missed$, deps, {
      isDue: (missed, { sentAt }, now) =>
        missed !== requested || (now - sentAt >= LATE_MS && (missed !== loaded || late().length > 0)),
      async request(missed) {
        requested = missed;
        if (missed === loaded) return detailed(call, late());
        const result = await listed(call, known.live);
        if (result.ok) loaded = missed;
        return result;
      },
    });
    const answered = (now: Contracts, { data, failed }: Answer<readonly CycleRow[]>): Contracts => {
      const isKnown = now.isKnown || data !== undefined;
      const rows = withRows(now, data ?? []);
      return { ...rows, isKnown, ...(failed ? { failed } : {}) };
    };
    return merge(
      rows$.pipe(
        map(
          (rows) =>
            (now: Contracts): Contracts => ({ ...now, ...withRows(now, rows) }),
        ),
      ),
      answers$.pipe(map((answer) => (now: Contracts) => answered(now, answer))),
    ).pipe(
      scan((now, change) => change(now), NONE),
      tap((now) => {
        known = now;
      }),
    );
  });
}

/** Running contracts, and what became of those that ran before and do not any more. */
async function listed(call: Caller, before: readonly CycleRow[]): Promise<Result<readonly CycleRow[]>> {
  const result = await call('cycle.list', { live: true, limit: MOST_LIVE });
  if (!result.ok) return result;
  const { rows } = result.data;
  const gone = await detailed(
    call,
    before.filter(({ id }) => !rows.some((row) => row.id === id)),
  );
  return { ok: true, data: [...rows, ...gone.data] };
}

/** The newest states that could be had. */
async function detailed(call: Caller, rows: readonly CycleRow[]) {
  const data: CycleRow[] = [];
  for (const { id } of rows) {
    const result = await call('cycle.detail', { id });
    if (result.ok) data.push(result.data.contract);
  }
  return { ok: true as const, data };
}

/** A newer state has a higher version; an older one that comes late is left out. */
export function withRows(
  { live, ended }: Pick<Contracts, 'live' | 'ended'>,
  rows: readonly CycleRow[],
): Pick<Contracts, 'live' | 'ended'> {
  const all = new Map([...live, ...ended].map((row) => [row.id, row]));
  for (const row of rows) if (row.version > (all.get(row.id)?.version ?? 0)) all.set(row.id, row);
  const [running, over] = [true, false].map((isLive) =>
    [...all.values()].filter(({ outcome }) => (outcome === null) === isLive),
  );
  return {
    live: (running ?? []).sort((a, b) => a.endsAt - b.endsAt || a.id - b.id),
    ended: (over ?? []).sort((a, b) => endOf(b) - endOf(a) || b.id - a.id).slice(0, MOST_ENDED),
  };
}
