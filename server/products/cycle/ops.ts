import type { Dec } from '../../../domain/index.ts';
import { CYCLE_ASSET, RuleError, verifyReceipt } from '../../../domain/index.ts';
import { run } from '../../base/commands/command.ts';
import type { Queries } from '../../base/db/database.ts';
import type { OpsAnswer } from '../../base/opsAnswer.ts';
import { refused, reported } from '../../base/opsAnswer.ts';
import { plain } from '../../books/ledger/ledger.ts';
import type { OpsCommand, OpsDeps } from '../../books/users/opsCommand.ts';
import { receiptOf } from './receipt.ts';

const ID = /^[1-9]\d{0,15}$/;
const ASSET = /^[A-Za-z0-9-]{1,40}$/;

/** What the books say of a contract: still held, and moved for the user. */
async function booked(db: Queries, id: number): Promise<{ held: string; moved: string }> {
  const [row] = await db.query<{ held: string; moved: string }>(
    `select (select coalesce(sum(remaining), 0)::text from hold where kind = 'cycle' and ref_id in (c.id::text, c.id || ':win')) as held,
       (select coalesce(sum(p.amount), 0)::text from journal j join posting p on p.journal_id = j.id
        where j.code = 'cycle' and j.ref_type = 'contract' and j.ref_id = c.id::text
          and p.account_id = c.account_id) as moved
     from cycle_contract c where c.id = $1`,
    [id],
  );
  return { held: plain(row?.held ?? '0'), moved: plain(row?.moved ?? '0') };
}

async function verify({ db }: OpsDeps, text = ''): Promise<OpsAnswer> {
  if (!ID.test(text)) return refused(`"${text}" is no contract's number.`);
  const id = Number.parseInt(text, 10);
  try {
    const receipt = await receiptOf(db, id, undefined, Number.MAX_SAFE_INTEGER);
    const { contract, result, runs } = receipt;
    const { ok, failed, isWhole } = verifyReceipt(receipt);
    const { held, moved } = await booked(db, id);
    const isBooked = held === '0' && moved === result.profit;
    const ticks = runs.reduce((sum, run) => sum + run.ticks.length, 0);
    const lines = [
      `Contract ${id}: ${contract.asset} ${contract.direction} ${contract.cycle}, stake ${contract.stake}, rate ${contract.rate}.`,
      result.sale
        ? `Entry ${result.entry?.price ?? 'none'}, sold back at tick ${result.sale.tick.seq} of ${result.sale.tick.price}, chance ${result.sale.chance}: ${result.outcome}, profit ${result.profit}.`
        : `Entry ${result.entry?.price ?? 'none'}, settlement ${result.settlementPrice ?? 'none'} from ${result.points} of ${receipt.rule.points} points: ${result.outcome}, profit ${result.profit}.`,
      `${ticks} ticks, ${isWhole ? 'one unbroken chain' : 'a chain without its end'}.`,
      ok ? 'The receipt agrees with the index.' : `The receipt differs: ${failed.join(', ')}.`,
      isBooked ? 'The books agree.' : `The books differ: ${moved} moved, ${held} still held.`,
    ];
    return ok && isBooked ? reported(...lines) : refused(...lines);
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    return refused(error.code === 'notFound' ? `There is no contract ${id}.` : `Contract ${id} still runs.`);
  }
}

/** Closes an asset for new contracts and for sales, or opens it again. Running ones are not touched. */
async function setHalted(deps: OpsDeps, asset: string, isHalted: boolean): Promise<OpsAnswer> {
  if (!ASSET.test(asset)) return refused(`"${asset}" is no asset.`);
  await run(deps, ({ tx, at }) =>
    isHalted
      ? tx.query('insert into cycle_halt values ($1, $2) on conflict (asset) do nothing', [asset, at])
      : tx.query('delete from cycle_halt where asset = $1', [asset]),
  );
  return reported(`${asset} is ${isHalted ? 'closed for' : 'open for'} new cycle contracts.`);
}

/** What runs on each asset and could be lost on it, what is closed, and what the house has. */
async function list({ db }: OpsDeps): Promise<OpsAnswer> {
  const assets = await db.query<{ asset: string; running: number; staked: Dec; win: Dec; halted: boolean }>(
    `select asset, count(c.id) as running, coalesce(sum(c.stake), 0)::text as staked,
       coalesce(sum(c.win), 0)::text as win, bool_or(h.asset is not null) as halted
     from (select * from cycle_contract where outcome is null) c full join cycle_halt h using (asset)
     group by asset order by asset`,
  );
  const [house] = await db.query<{ posted: Dec; held: Dec }>(
    `select posted::text, held::text from account where kind = 'house_cycle' and asset = $1`,
    [CYCLE_ASSET],
  );
  return reported(
    ...assets.map(
      ({ asset, running, staked, win, halted }) =>
        `${asset}: ${running} running, ${plain(staked)} staked, ${plain(win)} at risk${halted ? ', closed for new ones' : ''}`,
    ),
    `The house has ${plain(house?.posted ?? '0')} ${CYCLE_ASSET}, ${plain(house?.held ?? '0')} of it put aside.`,
  );
}

/** What an operator may do about cycle contracts: look, and close an asset for new ones. */
export const cycleOps: Readonly<Record<string, OpsCommand>> = {
  'cycle list': list,
  'cycle verify': (deps, [id]) => verify(deps, id),
  'cycle close': (deps, [asset = '']) => setHalted(deps, asset, true),
  'cycle open': (deps, [asset = '']) => setHalted(deps, asset, false),
};
