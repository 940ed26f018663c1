import type { Dec } from '../../domain/index.ts';
import type { Database } from '../../server/base/db/database.ts';
import { addAssets, plain, post } from '../../server/books/ledger/ledger.ts';
import { ConvertService } from '../../server/products/convert/service.ts';
import { addUser } from './databases.ts';
import { FakeClock } from './fakeClock.ts';
import { FakeSource, fakeMarket } from './fakeSource.ts';

let count = 0;

/** An asset with a market in USDT that no other test has. */
export const newAsset = (): string => `V${(count += 1)}`;

interface Prices {
  /** Last price by asset; the book stands at the same price. */
  readonly [asset: string]: Dec;
}

/** Conversions at prices that a test sets. Time passes by the clock alone. */
export async function openConvert(
  db: Database,
  prices: Prices,
  { userCount = 1, users: known, now }: { userCount?: number; users?: readonly number[]; now?: number } = {},
) {
  const clock = new FakeClock(now);
  const source = new FakeSource(
    clock,
    Object.keys(prices).map((asset) => fakeMarket(`${asset}-USDT`)),
  );
  await addAssets(db, ['USDT', ...Object.keys(prices)]);
  const users = [...(known ?? [])];
  while (users.length < userCount) users.push(await addUser(db));
  const orderBook = new ConvertService({
    db,
    clock,
    source,
    published: () => undefined,
    newId: () => `convert-${(count += 1)}-${clock.now()}`,
  });
  const set = (asset: string, last: Dec, bid: Dec = last, ask: Dec = last): void => {
    source.tick(`${asset}-USDT`, last);
    source.setBook(`${asset}-USDT`, { bids: [[bid, '1']], asks: [[ask, '1']] });
  };
  for (const [asset, price] of Object.entries(prices)) set(asset, price);
  const user = (place = 0): number => users[place] ?? 0;
  return {
    clock,
    source,
    orderBook,
    users,
    set,
    async give(asset: string, amount: Dec, place = 0): Promise<void> {
      const cause = { code: 'playGrant', refType: 'test', refId: `convert-${(count += 1)}` } as const;
      await db.transaction((tx) =>
        post(tx, cause, 1, [
          { account: { kind: 'ext_genesis', asset }, amount: `-${amount}` },
          { account: { owner: user(place), kind: 'spot', asset }, amount },
        ]),
      );
    },
    quote: async (from: string, to: string, amount: Dec, side: 'from' | 'to' = 'from', place = 0) =>
      orderBook.quote(user(place), { from, to, side, amount }),
    accept: (quote: string, place = 0, key = `convert-key-${(count += 1)}`) =>
      orderBook.accept({ userId: user(place), key, call: 'convert.accept', request: { quote } }, { quote }),
    small: (place = 0) => orderBook.small(user(place)),
    acceptSmall: (quote: string, assets: string[], place = 0, key = `convert-key-${(count += 1)}`) => {
      const request = { quote, assets };
      return orderBook.acceptSmall(
        { userId: user(place), key, call: 'convert.acceptSmall', request },
        request,
      );
    },
    /** What a user has of an asset, or the house has. */
    async has(asset: string, place: number | 'house' = 0): Promise<Dec> {
      const [row] = await db.query<{ posted: Dec }>(
        place === 'house'
          ? `select posted::text from account where owner_id is null and kind = 'house_convert' and asset = $1`
          : `select posted::text from account where owner_id = $2 and kind = 'spot' and asset = $1`,
        place === 'house' ? [asset] : [asset, user(place)],
      );
      return plain(row?.posted ?? '0');
    },
    close: () => orderBook.close(),
  };
}
export type ConvertWorld = Awaited<ReturnType<typeof openConvert>>;
