import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { D, toText } from '../../../domain/index.ts';
import { verifyLedger } from '../../../server/books/ledger/verify.ts';
import type { TestExchange, User } from '../../support/exchange.ts';
import { openExchange } from '../../support/exchange.ts';

const MANY = '60';
const FEW = '20';
const MAX_MS = 60_000;

let folder = '';
let x: TestExchange;
const open = async (SYMBOLS: string) => {
  x = await openExchange({ DATA_DIR: folder, SYMBOLS });
};
const restart = async (symbols: string) => {
  await x.close();
  await open(symbols);
};
const call = (user: User, name: Parameters<TestExchange['ask']>[0], body: object = {}) =>
  x.ask(name, body, { token: user.token, key: x.newKey() });

interface Listed {
  readonly id: string;
  readonly kind: string;
  readonly quote: string;
  readonly tick: string;
  readonly lot: string;
}
const markets = async (): Promise<readonly Listed[]> => (await x.ask('market.list')).data.markets;

/** A limit order far below the price, of some hundred USDT. */
async function order({ id, tick, lot }: Listed) {
  const { data } = await x.ask('market.candles', { id, interval: '1m', limit: 2 });
  const last = new D(data.candles.at(-1)[4]);
  const price = last.times('0.8').div(tick).floor().times(tick);
  const quantity = new D(300).div(price).div(lot).floor().times(lot);
  return { market: id, type: 'limit', price: toText(price), quantity: toText(quantity) };
}
const heldBy = async (user: User): Promise<string[]> => {
  const { data } = await call(user, 'account.balances');
  return data.balances.map(({ held }: { held: string }) => held).filter((held: string) => held !== '0');
};

interface Ids {
  readonly spot: number;
  readonly perpetual: number;
}
let spot: Listed;
let perpetual: Listed;

/** A user with an order on each of both, who has transferred what the second one takes. */
async function trader(): Promise<User & Ids> {
  const user = await x.newUser();
  await call(user, 'account.transfer', { asset: 'USDT', from: 'spot', to: 'futures', amount: '3000' });
  const placed = await call(user, 'spot.place', { side: 'buy', ...(await order(spot)) });
  const bid = await call(user, 'perpetual.place', { side: 'long', ...(await order(perpetual)) });
  return { ...user, spot: placed.data.order.id, perpetual: bid.data.order.id };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tm-unlisted-'));
  await open(MANY);
}, MAX_MS);
afterAll(async () => {
  await x.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('orders of a market that is not listed any more after a restart', () => {
  let [one, all, patient]: (User & Ids)[] = [];
  beforeAll(async () => {
    const many = await markets();
    await restart(FEW);
    const left = new Set((await markets()).map(({ id }) => id));
    const gone = many.filter(({ id, quote }) => quote === 'USDT' && !left.has(id));
    await restart(MANY);
    const first = (kind: string) => {
      const market = gone.find((each) => each.kind === kind);
      if (!market) throw new Error(`no ${kind} market that is gone`);
      return market;
    };
    [spot, perpetual] = [first('spot'), first('perpetual')];
    [one, all, patient] = [await trader(), await trader(), await trader()];
    await restart(FEW);
  }, MAX_MS);

  it('hold what they held, and no new ones are taken', async () => {
    expect(await heldBy(one as User)).toHaveLength(2);
    const refused = await call(one as User, 'spot.place', {
      ...{ market: spot.id, side: 'buy', type: 'limit', price: '1', quantity: '1' },
    });
    expect(refused.code).toBe('marketUnknown');
    const changed = await call(one as User, 'spot.amend', { id: one?.spot, price: '1', quantity: '1' });
    expect(changed.code).not.toBe(200);
  });

  it('are cancelled one by one', async () => {
    const user = one as User & Ids;
    const cancelled = await call(user, 'spot.cancel', { id: user.spot });
    expect(cancelled.data.order).toMatchObject({ id: user.spot, status: 'cancelled' });
    const other = await call(user, 'perpetual.cancel', { id: user.perpetual });
    expect(other.data.order).toMatchObject({ id: user.perpetual, status: 'cancelled' });
    expect(await heldBy(user)).toEqual([]);
    expect((await call(user, 'spot.cancel', { id: user.spot })).code).toBe('orderClosed');
    expect((await call(all as User, 'spot.cancel', { id: user.spot })).code).toBe('notFound');
  });

  it('are cancelled with all others', async () => {
    const user = all as User & Ids;
    expect((await call(user, 'spot.cancelAll')).data.cancelled).toEqual([user.spot]);
    expect((await call(user, 'perpetual.cancelAll')).data.cancelled).toEqual([user.perpetual]);
    expect(await heldBy(user)).toEqual([]);
    expect(await verifyLedger(x.db)).toEqual([]);
  });

  it('go on as they were once the market is listed again', async () => {
    await restart(MANY);
    const user = patient as User & Ids;
    expect(await heldBy(user)).toHaveLength(2);
    const moved = await call(user, 'spot.cancel', { id: user.spot });
    expect(moved.data.order.status).toBe('cancelled');
    expect((await call(user, 'perpetual.cancelAll')).data.cancelled).toEqual([user.perpetual]);
    expect(await verifyLedger(x.db)).toEqual([]);
  });
});
