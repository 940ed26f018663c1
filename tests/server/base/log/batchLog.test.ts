import { expect, it } from 'vitest';
import type { Database } from '../../../../server/base/db/database.ts';
import { OpenBatchLog } from '../../../../server/base/log/batchLog.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

/** A database whose log and tables are two numbers; responses come when they are let go. */
class Tables {
  head = 0;
  applied = 0;
  readonly #held: (() => void)[] = [];
  isHeld = false;

  readonly query = async <Row>(text: string): Promise<Row[]> => {
    if (text.includes('turn_position'))
      return [{ position: { applied: this.applied, head: this.head, outside: 0 } }] as Row[];
    if (text.includes('turn_append')) {
      this.head += 1;
      await this.#response();
      return [{ outcome: 'in' }] as Row[];
    }
    if (text.includes('turn_apply')) {
      await this.#response();
      this.applied = this.head;
      return [{ applied: this.applied }] as Row[];
    }
    return [];
  };

  /** The oldest response that is held comes. */
  async letGo(): Promise<void> {
    this.#held.shift()?.();
    await turn();
  }

  #response(): Promise<void> {
    return this.isHeld ? new Promise((resolve) => this.#held.push(resolve)) : Promise.resolve();
  }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

it('goes on writing tables when they have a document before its append is answered', async () => {
  const tables = new Tables();
  const db: Pick<Database, 'query' | 'transaction'> = {
    query: tables.query,
    transaction: (work) => work({ query: tables.query }),
  };
  const log = await OpenBatchLog.open({
    ...{ db, clock: new FakeClock(0), fence: 0, log: () => undefined },
    onLost: () => undefined,
  });
  const written: number[] = [];
  const append = (n: number) =>
    log.append({
      ...{ product: 'spot', at: 0, body: '', users: [n], answers: [], names: [] },
      applied: () => void written.push(n),
    });

  tables.isHeld = true;
  const first = append(1);
  await tables.letGo();
  await first;
  // The tables are about to get the first; the second is in the log too by then, and its response is on its way.
  const second = append(2);
  await tables.letGo();
  expect(tables.applied).toBe(2);
  await tables.letGo();
  await second;
  expect(written).toEqual([1, 2]);
  expect(log.behind()).toEqual({ documents: 0, ms: 0 });

  tables.isHeld = false;
  await append(3);
  await turn();
  expect(written).toEqual([1, 2, 3]);
  await log.close();
});
