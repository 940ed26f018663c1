import type { Dec } from '../../domain/index.ts';
import type { Database } from '../../server/base/db/database.ts';
import { plain } from '../../server/books/ledger/ledger.ts';
import type { PerpetualEngine } from '../../server/products/perpetual/engine/engine.ts';

interface OpenRow {
  readonly id: number;
  readonly userId: number;
  readonly market: string;
  readonly quantity: Dec;
  readonly cost: Dec;
}

/** Open positions as the tables have them and as memory has them, at one moment: memory was the same before and after. */
export async function openIn({
  db,
  engine,
}: {
  readonly db: Pick<Database, 'query'>;
  readonly engine: Pick<PerpetualEngine, 'store' | 'idle'>;
}): Promise<[Set<string>, Set<string>]> {
  const texts = (all: readonly OpenRow[]): Set<string> =>
    new Set(
      all.map(({ id, userId, market, quantity, cost }) =>
        [id, 'of', userId, market, plain(quantity), 'for', plain(cost)].join(' '),
      ),
    );
  const kept = () => texts([...engine.store.users].flatMap((user) => engine.store.positionsOf(user)));
  for (;;) {
    const before = kept();
    const stored = await db.query<OpenRow>(
      `select id, user_id as "userId", market, quantity::text, cost::text from futures_position
       where closed_at is null order by id`,
    );
    const after = kept();
    if ([...before].join() === [...after].join()) return [texts(stored), after];
    await engine.idle();
  }
}
