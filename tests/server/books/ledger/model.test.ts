import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RuleError } from '../../../../domain/index.ts';
import type { Database, Queries } from '../../../../server/base/db/database.ts';
import { sqlStateOf } from '../../../../server/base/db/database.ts';
import type { AccountRef } from '../../../../server/books/ledger/ledger.ts';
import { addAssets, hold, plain, post, release } from '../../../../server/books/ledger/ledger.ts';
import { verifyBooks } from '../../../support/books.ts';
import { addUser, withEachDatabase } from '../../../support/databases.ts';
import { holds } from '../../../support/holds.ts';
import type { Outcome, Step } from '../../../support/ledgerModel.ts';
import { ACCOUNTS, HOUSE, LedgerModel } from '../../../support/ledgerModel.ts';
import { times } from '../../../support/often.ts';

const RUNS = times('LEDGER_RUNS', 8, 200);
const MAX_MS = 20_000 + RUNS * 3_000;

/** Whole units of the smallest step mostly; and what somebody might try. */
const amount = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 1, max: 2_000 }).map((n) => `${n / 100}`) },
  {
    weight: 4,
    arbitrary: fc
      .bigInt({ min: 1n, max: 10n ** 9n })
      .map((n) => (n < 10n ** 8n ? `0.${`${n}`.padStart(8, '0')}` : `${n}`)),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('9000000000000000000', '9999999999999999999.99999999', '10000000000000000000'),
  },
  { weight: 3, arbitrary: fc.constantFrom('0', '-1', '-0.5', '0.000000001', '1.123456789') },
);
const account = fc.integer({ min: 0, max: ACCOUNTS - 1 });
const user = fc.integer({ min: 1, max: ACCOUNTS - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      from: fc.constant(HOUSE),
      to: user,
      amount,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('move' as const), from: account, to: account, amount }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('hold' as const), account: user, amount }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('release' as const),
      hold: fc.nat(9),
      amount: fc.option(amount, { nil: undefined }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('settle' as const), hold: fc.nat(9), to: account, amount }),
  },
);

/** The real ledger behind the words of the model; assets and users are new, so that runs share nothing. */
async function realLedger(db: Database, name: string) {
  const asset = name.toUpperCase();
  await addAssets(db, [asset]);
  const users = [await addUser(db), await addUser(db)];
  const refs: AccountRef[] = [
    { kind: 'ext_genesis', asset },
    ...users.flatMap((owner) => [
      { owner, kind: 'spot' as const, asset },
      { owner, kind: 'futures' as const, asset },
    ]),
  ];
  const refOf = (number: number): AccountRef => refs[number] ?? { kind: 'ext_genesis', asset };
  const holds: { readonly id: number; readonly account: number }[] = [];
  let steps = 0;

  const move = (tx: Queries, from: number, to: number, text: string) =>
    post(tx, { code: 'transfer', refType: name, refId: `${steps}` }, steps, [
      { account: refOf(from), amount: text.startsWith('-') ? text.slice(1) : `-${text}` },
      { account: refOf(to), amount: text },
    ]);
  const work = async (tx: Queries, each: Step): Promise<void> => {
    if (each.kind === 'move') return void (await move(tx, each.from, each.to, each.amount));
    if (each.kind === 'hold') {
      const what = { kind: 'order', refId: `${name} ${steps}` } as const;
      const id = await hold(tx, refOf(each.account), each.amount, what, steps);
      holds.push({ id, account: each.account });
      return;
    }
    const held = holds[each.hold];
    if (!held) throw new Error('no such hold');
    await release(tx, held.id, each.amount);
    if (each.kind === 'settle') await move(tx, held.account, each.to, each.amount);
  };
  return {
    async apply(each: Step): Promise<Outcome> {
      steps += 1;
      const before = holds.length;
      try {
        await db.transaction((tx) => work(tx, each));
        return 'done';
      } catch (error) {
        holds.length = before;
        if (error instanceof RuleError) return error.code;
        if (sqlStateOf(error) === '23514') return 'tooMuch';
        throw error;
      }
    },
    async balances(): Promise<string[]> {
      const rows = await db.query<{ owner: number | null; kind: string; posted: string; held: string }>(
        'select owner_id as owner, kind, posted::text, held::text from account where asset = $1',
        [asset],
      );
      return refs.map((ref) => {
        const row = rows.find(({ owner, kind }) => owner === (ref.owner ?? null) && kind === ref.kind);
        return row ? `${plain(row.posted)} ${plain(row.held)}` : '0 0';
      });
    },
  };
}

withEachDatabase('the ledger does what the model does', (db) => {
  let runs = 0;
  it(
    `in ${RUNS} runs of random steps`,
    async () => {
      const outcomes = new Set<string>();
      const property = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const model = new LedgerModel();
        const real = await realLedger(db(), `r${++runs}`);
        for (const requested of steps) {
          if ('hold' in requested && model.holds === 0) continue;
          const each = 'hold' in requested ? { ...requested, hold: requested.hold % model.holds } : requested;
          const expected = model.apply(each);
          const found = await real.apply(each);
          expect(expected.split(' or ')).toContain(found);
          outcomes.add(`${each.kind} ${found}`);
        }
        expect(await real.balances()).toEqual(model.balances());
        expect(await verifyBooks(db())).toEqual([]);
      });
      await holds(property, { numRuns: RUNS, endOnFailure: false });
      // The run is worth something only when it went everywhere.
      if (RUNS >= 50) expect([...outcomes].sort()).toEqual(EVERYWHERE);
    },
    MAX_MS,
  );
});

const EVERYWHERE = [
  'hold amountInvalid',
  'hold done',
  'hold insufficientBalance',
  'move amountInvalid',
  'move done',
  'move insufficientBalance',
  'release amountInvalid',
  'release done',
  'release tooMuch',
  'settle amountInvalid',
  'settle done',
  'settle tooMuch',
];
