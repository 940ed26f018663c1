import { D, toText } from '../../../domain/index.ts';
import { assetsOf, stillHeld } from '../../../server/products/spot/order.ts';
import { sorted, sumsOf } from './outcome.ts';
import type { BookRow, Entry, Topology, UserRow } from './shapes.ts';
import { marketOf, marketsOf } from './shapes.ts';
import type { Quiet } from './trial.ts';

interface Logs {
  readonly userRows: readonly UserRow[];
  readonly bookRows: readonly BookRow[];
}

/** Where logs or memory break a rule, while nothing is on its way; empty when all is well. */
export function flawsIn(quiet: Quiet, logs: Logs, topology: Topology): string[] {
  return [...moneyFlaws(quiet, logs), ...holdFlaws(quiet, topology), ...logFlaws(logs, topology)];
}

/** Per asset, users and house have what was paid in, and no document makes or destroys anything. */
function moneyFlaws({ users, books }: Quiet, { userRows, bookRows }: Logs): string[] {
  const paidIn = userRows.flatMap(({ body }) =>
    body.entries.flatMap((entry) => (entry.kind === 'deposit' ? [[entry.asset, entry.amount] as const] : [])),
  );
  const balances = users.flatMap((state) => state.balances);
  const owned = balances.flatMap(([, asset, free, held]) => [[asset, free] as const, [asset, held] as const]);
  const [before, after] = [sumsOf(paidIn), sumsOf([...owned, ...books.flatMap(({ fees }) => fees)])];
  const unbalanced = bookRows.filter(({ body }) => {
    const effects = body.effects.flatMap(([, asset, free, held]) => [
      [asset, free] as const,
      [asset, held] as const,
    ]);
    return Object.keys(sumsOf([...effects, ...body.fees])).length > 0;
  });
  return [
    ...(JSON.stringify(before) === JSON.stringify(after)
      ? []
      : [`paid in ${JSON.stringify(before)}, there ${JSON.stringify(after)}`]),
    ...balances
      .filter(([, , free, held]) => new D(free).lt(0) || new D(held).lt(0))
      .map((each) => `below zero: ${each}`),
    ...unbalanced.map(({ shard, seq }) => `document ${shard}.${seq} does not add up`),
  ];
}

/** Users' shards and books have the same live orders, which explain every hold. */
function holdFlaws({ users, books }: Quiet, topology: Topology): string[] {
  const [known, live] = [users, books].map((states) =>
    states
      .flatMap((state) => state.orders)
      .map((order) => `${order.id} ${order.userId} ${order.status} ${order.filled} ${order.paid}`)
      .sort()
      .join('\n'),
  );
  const markets = new Map(topology.markets.map((market) => [market.id, market]));
  const expected = new Map<string, D>();
  for (const order of users.flatMap((state) => state.orders)) {
    const market = markets.get(order.market);
    const name = `${order.userId} ${market ? assetsOf(order, market).gives : ''}`;
    expected.set(name, (expected.get(name) ?? new D(0)).plus(stillHeld(order)));
  }
  const held = users
    .flatMap((state) => state.balances)
    .filter(([, , , amount]) => amount !== '0')
    .map(([user, asset, , amount]) => [`${user} ${asset}`, amount] as const);
  const explained = [...expected]
    .map(([name, sum]) => [name, toText(sum)] as const)
    .filter(([, sum]) => sum !== '0');
  return [
    ...(known === live ? [] : ['users and books differ in what is live']),
    ...(JSON.stringify(sorted(held)) === JSON.stringify(sorted(explained))
      ? []
      : ['holds that no order explains']),
  ];
}

/** Numbers without gaps, no writer behind its successor, every key once, every entry matched once, of the row that was read. */
function logFlaws({ userRows, bookRows }: Logs, topology: Topology): string[] {
  const flaws: string[] = [];
  for (const rows of [userRows, bookRows]) {
    const last = new Map<number, { seq: number; fence: number }>();
    for (const { shard, seq, fence } of rows) {
      const before = last.get(shard) ?? { seq: 0, fence: 0 };
      if (seq !== before.seq + 1) flaws.push(`row ${shard}.${seq} after ${before.seq}`);
      if (fence < before.fence) flaws.push(`row ${shard}.${seq} of an old writer`);
      last.set(shard, { seq, fence });
    }
  }
  const keys = userRows.flatMap(({ body }) => body.entries.map(({ user, key }) => `${user} ${key}`));
  if (new Set(keys).size !== keys.length) flaws.push('a key twice');
  const fences = new Map(userRows.map(({ shard, seq, fence }) => [`${shard}.${seq}`, fence]));
  for (let book = 0; book < topology.bookProcesses; book++) {
    const markets = new Set(marketsOf(book, topology).map(({ id }) => id));
    const isOwn = (entry: Entry): boolean => markets.has(marketOf(entry));
    const placed = userRows
      .filter(({ body }) => body.entries.some(isOwn))
      .map(({ shard, seq }) => `${shard}.${seq}`)
      .sort();
    const takes = bookRows.filter(({ shard }) => shard === book).flatMap(({ body }) => body.takes);
    const taken = takes.map(([shard, seq]) => `${shard}.${seq}`).sort();
    if (placed.join() !== taken.join()) flaws.push(`book ${book} has not matched every row once`);
    for (const [shard, seq, fence] of takes)
      if (fences.get(`${shard}.${seq}`) !== fence)
        flaws.push(`book ${book} has matched another row ${shard}.${seq}`);
  }
  return flaws;
}
