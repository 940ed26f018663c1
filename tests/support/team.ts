import type { Dec } from '../../domain/index.ts';
import type { Database } from '../../server/base/db/database.ts';
import { TeamEngine } from '../../server/products/team/engine.ts';
import { FakeClock } from './fakeClock.ts';
import { newMarket, openSpot } from './spot.ts';

export const DAY = 86_400_000;
/** Days that are booked are closed for ever: each world begins after all before it. */
let start = Date.UTC(2026, 10, 18, 12);

/**
 * Users who were invited by one another and trade on a market at 100, fee 0.1 % of what they get. Who sells 10 pays 1 in
 * the quote asset. @param inviters by place: who invited each, somebody before them.
 */
export async function openTeam(db: Database, inviters: readonly (number | undefined)[]) {
  const clock = new FakeClock(start);
  start += 40 * DAY;
  const market = newMarket({}, 'USDT');
  const spot = await openSpot(db, market, { userCount: inviters.length, inviters, clock });
  await spot.tick('100');
  const deps = { db, clock, published: (stream: string) => void spot.published.push(stream) };
  const team = new TeamEngine({ ...deps, log: (event, detail) => void spot.logged.push([event, detail]) });
  await team.start();
  const seller = async (user: number, quantity: Dec): Promise<void> => {
    await spot.book([['100', '100000']], []);
    await spot.place(user, { side: 'sell', type: 'market', quantity, tif: 'IOC' });
  };
  return {
    ...spot,
    deps,
    team,
    /** Sells to the house: the fee is a thousandth of a hundred times the quantity. */
    sell: seller,
    /** Two users trade with each other: the first buys, the second sells. */
    async between(buyer: number, other: number, quantity: Dec): Promise<void> {
      await spot.book([], []);
      await spot.place(buyer, { side: 'buy', price: '100', quantity });
      await spot.place(other, { side: 'sell', price: '100', quantity });
    },
    /** A login from somewhere. */
    async seen(user: number, device: string, address: string, what = 'login'): Promise<void> {
      await db.query(
        'insert into account_event (user_id, what, device, address, at) values ($1, $2, $3, $4, 1)',
        [spot.users[user], what, device, address],
      );
    },
    /** The day ends, and its rewards are booked. @param days that pass. */
    async midnight(days = 1): Promise<void> {
      const now = clock.now();
      clock.jump(now - (now % DAY) + days * DAY - now);
      await team.check();
    },
    /** All rewards of these users: inviter, member, level, asset's side, amount; by day. */
    async rewards(): Promise<readonly (readonly [number, number, string, string, Dec])[]> {
      const rows = await db.query<{
        inviter: number;
        member: number;
        level: string;
        asset: string;
        amount: Dec;
      }>(
        `select inviter_id as inviter, member_id as member, level, asset, trim_scale(amount)::text as amount
         from team_reward where member_id = any ($1::bigint[]) order by day, inviter_id, member_id, asset`,
        [spot.users],
      );
      return rows.map(({ inviter, member, level, asset, amount }) => [
        spot.users.indexOf(inviter),
        spot.users.indexOf(member),
        level,
        asset === market.base ? 'base' : asset === market.quote ? 'quote' : asset,
        amount,
      ]);
    },
    async close() {
      await team.close();
      spot.close();
    },
  };
}
export type TeamWorld = Awaited<ReturnType<typeof openTeam>>;
