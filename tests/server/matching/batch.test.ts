import { describe, expect, it } from 'vitest';
import { RuleError } from '../../../domain/index.ts';
import type { KeyedCommand } from '../../../server/base/commands/command.ts';
import { keyed } from '../../../server/base/commands/command.ts';
import type { Queries } from '../../../server/base/db/database.ts';
import type { AccountRef } from '../../../server/books/ledger/ledger.ts';
import { keyOf } from '../../../server/books/ledger/ledger.ts';
import { TestBatch } from '../../support/testBatch.ts';

const spot = (owner: number, asset = 'USDT'): AccountRef => ({ owner, kind: 'spot', asset });
const FEES: AccountRef = { kind: 'house_fee', asset: 'USDT' };

const commandOf = (userId: number, key: string, request: unknown = {}): KeyedCommand =>
  keyed({ userId, key, call: 'spot.place', request });
const refuse = (): never => {
  throw new RuleError('insufficientBalance');
};

describe('a command that is decided', () => {
  it('is answered, and its answer is kept under its key', () => {
    const batch = new TestBatch(1);
    expect(batch.decide(commandOf(1, 'a'), () => 'done')).toEqual({ answer: 'done' });
    expect(batch.decide(undefined, () => 'own')).toEqual({ answer: 'own' });
    expect(batch.ended).toEqual([
      ['a', 'done'],
      [undefined, 'own'],
    ]);
  });

  it('is refused alone when it has booked nothing, and the others go on', () => {
    const batch = new TestBatch(1);
    batch.decide(undefined, () => batch.entries.push('first'));
    expect(batch.decide(commandOf(1, 'a'), refuse)).toMatchObject({
      refusal: { code: 'insufficientBalance' },
    });
    batch.decide(undefined, () => batch.entries.push('second'));
    expect(batch.entries).toEqual(['first', 'second']);
    expect(batch.ended.map(([key]) => key)).toEqual([undefined, undefined]);
  });

  it.each([
    ['a refusal after it has booked something', true, new RuleError('insufficientBalance')],
    ['an error of ours, whatever it has booked', false, new TypeError('a bug')],
  ])('takes its whole batch back for %s', (_, books, error) => {
    const batch = new TestBatch(1);
    const work = () => {
      if (books) batch.entries.push('half');
      throw error;
    };
    expect(() => batch.decide(commandOf(1, 'a'), work)).toThrow(error);
  });

  it('that is sent again receives its first answer, and acts no second time', () => {
    const batch = new TestBatch(1);
    const command = commandOf(1, 'a', { quantity: '1' });
    batch.read.commands.push([1, 'a', command.hash, { id: 9 }]);
    expect(batch.decide(command, refuse)).toEqual({ answer: { id: 9 } });
    expect(batch.ended).toEqual([]);
    const other = batch.decide(commandOf(1, 'a', { quantity: '2' }), refuse);
    expect(other).toMatchObject({ refusal: { code: 'keyReused' } });
    // The same key of another user is another key.
    expect(batch.decide(commandOf(2, 'a', { quantity: '1' }), () => 'own')).toEqual({ answer: 'own' });
  });

  it('is refused to a frozen user, who still receives the answer of one that was done before', () => {
    const batch = new TestBatch(1);
    const before = commandOf(1, 'before');
    batch.read.frozen.push(1);
    batch.read.commands.push([1, 'before', before.hash, 'done']);
    expect(batch.decide(commandOf(1, 'a'), () => 'done')).toMatchObject({
      refusal: { code: 'accountFrozen' },
    });
    expect(batch.decide(before, refuse)).toEqual({ answer: 'done' });
    expect(batch.decide(undefined, () => 'the exchange’s own')).toEqual({ answer: 'the exchange’s own' });
  });

  it('whose entries cannot join the batch is refused like one that decided so', () => {
    const batch = new TestBatch(1);
    batch.failsAtEnd = true;
    expect(batch.decide(commandOf(1, 'a'), () => 'done')).toMatchObject({ refusal: { code: 'unavailable' } });
  });
});

describe('what a batch books', () => {
  /** A database that numbers accounts from 50 on, and yields its rows in any order. */
  const newDatabase = () => {
    const requests: string[] = [];
    const query = async <Row>(_: string, params: readonly unknown[] = []): Promise<readonly Row[]> => {
      const [owners, kinds, assets] = params as [(number | null)[], string[], string[]];
      requests.push(kinds.map((kind, i) => `${owners[i] ?? ''} ${kind} ${assets[i]}`).join(', '));
      return kinds.map((_each, i) => ({ id: 50 + i, place: i + 1 })).toReversed() as Row[];
    };
    return { requests, db: { query } satisfies Queries };
  };

  it('names each account by its number, and creates what is missing, each once', async () => {
    const batch = new TestBatch(1);
    const { requests, db } = newDatabase();
    batch.accounts = [spot(1), FEES, spot(1), spot(2)];
    const { found, document } = await batch.document(db, new Map([[keyOf(spot(2)), 7]]));
    expect(requests).toEqual(['1 spot USDT,  house_fee USDT']);
    expect(JSON.parse(document)).toEqual({ entries: [], ids: [50, 51, 50, 7] });
    expect([...found]).toEqual([
      [keyOf(spot(1)), 50],
      [keyOf(FEES), 51],
    ]);
  });

  it('asks the database nothing when it knows every account', async () => {
    const batch = new TestBatch(1);
    const { requests, db } = newDatabase();
    batch.accounts = [spot(1)];
    const { found } = await batch.document(db, new Map([[keyOf(spot(1)), 7]]));
    expect([requests, found.size]).toEqual([[], 0]);
  });

  it('counts as stored once it is written, and not when writing it failed', async () => {
    const batch = new TestBatch(1);
    const { db } = newDatabase();
    batch.accounts = [spot(1)];
    expect([...(await batch.write(db, new Map())).values()]).toEqual([50]);
    expect([batch.documents.length, batch.storedTimes]).toEqual([1, 1]);
    const failing = new TestBatch(1);
    failing.accounts = [spot(1)];
    await expect(
      failing.write({ query: () => Promise.reject(new Error('away')) }, new Map()),
    ).rejects.toThrow('away');
    expect(failing.storedTimes).toBe(0);
  });

  it('touches users, owners of accounts and those who are answered, each once', () => {
    const batch = new TestBatch(1);
    batch.users = [1, 2];
    batch.accounts = [spot(2), FEES, spot(3)];
    const { users, orders, names } = batch.touched();
    expect([...users].toSorted()).toEqual([1, 2, 3, 6]);
    expect([orders.length, names]).toEqual([1, [[7, 'name']]]);
  });
});
