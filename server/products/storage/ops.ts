import type { PlanTerms } from '../../../domain/index.ts';
import { amountSign, fitsScale, planFlaw } from '../../../domain/index.ts';
import { run } from '../../base/commands/command.ts';
import type { OpsAnswer } from '../../base/opsAnswer.ts';
import { refused, reported } from '../../base/opsAnswer.ts';
import { post } from '../../books/ledger/ledger.ts';
import type { OpsCommand, OpsDeps } from '../../books/users/opsCommand.ts';
import { addPlan, openHouseAccount, STORAGE_HOUSE } from './house.ts';
import { planRow, plansOf, takePlan } from './plans.ts';

const ASSET = /^[A-Z0-9]{1,20}$/;
const NUMBER = /^[1-9]\d{0,8}$/;
const REFERENCE = /^[\w.:-]{1,60}$/;

/** Bounds of each of a plan's terms, for the error message. */
const RULES: Readonly<Record<keyof PlanTerms, string>> = {
  asset: 'asset: letters and digits, like USDT',
  rate: 'rate: a fraction a day, above 0 and at most 0.01, like 0.0003',
  days: 'days: 1 to 1825, and rate times days at most 1',
  share: 'share: of the interest paid that early redemption takes, 0 to 1',
  least: 'least: above 0, and large enough to earn 0.00000001 a day',
  most: 'most: no less than least',
  quota: 'quota: no less than least',
};
const FIELDS = ['rate', 'days', 'share', 'least', 'most', 'quota'] as const;

const isField = (name: string): name is (typeof FIELDS)[number] =>
  (FIELDS as readonly string[]).includes(name);

/** The terms that these texts name on top of others; an answer to show when one of them is none. */
function termsFrom(base: PlanTerms, texts: readonly string[]): PlanTerms | OpsAnswer {
  let terms = base;
  for (const text of texts) {
    const [name = '', value = ''] = text.split('=');
    if (!isField(name)) return refused(`"${text}" is no term: ${FIELDS.join('=…, ')}=….`);
    terms = {
      ...terms,
      [name]: name === 'days' ? (NUMBER.test(value) ? Number.parseInt(value, 10) : 0) : value,
    };
  }
  const flaw = planFlaw(terms);
  return flaw ? refused(RULES[flaw]) : terms;
}

/** What orders are still owed in each asset, against what the house has to pay it from. */
export async function promiseLines({ db }: Pick<OpsDeps, 'db'>): Promise<string[]> {
  const rows = await db.query<{ asset: string; promised: string; posted: string }>(
    `select a.asset, storage_text(coalesce(o.promised, 0)) as promised, storage_text(a.posted) as posted
     from account a left join (
       select house_id, sum(trunc(amount * rate * days, 8) - earned) as promised
       from storage_order where next_at is not null group by house_id) o on o.house_id = a.id
     where a.kind = $1 order by a.asset`,
    [STORAGE_HOUSE],
  );
  return rows.map(
    ({ asset, promised, posted }) =>
      `Storage plans: ${promised} ${asset} of interest promised, the house has ${posted} for it.`,
  );
}

async function list(deps: OpsDeps): Promise<OpsAnswer> {
  const plans = await plansOf(deps.db);
  return reported(
    ...plans.map((plan) => {
      const { id, asset, rate, days, share, least, most, quota, left, status, version } = planRow(plan);
      return `${id}  ${asset}  rate=${rate} days=${days} share=${share} least=${least} most=${most} quota=${quota}  ${left} left, ${plan.taken} taken  ${status}  version ${version}`;
    }),
    ...(await promiseLines(deps)),
  );
}

async function add(deps: OpsDeps, [asset = '', ...texts]: readonly string[]): Promise<OpsAnswer> {
  if (!ASSET.test(asset)) return refused(RULES.asset);
  const none = { asset, rate: '', days: 0, share: '', least: '', most: '', quota: '' };
  const terms = termsFrom(none, texts);
  if ('ok' in terms) return terms;
  const id = await run(deps, (work) => addPlan(work, terms));
  return reported(`Plan ${id} is open.`);
}

/** Changes a plan for orders that come from now on. */
async function change(deps: OpsDeps, [text = '', ...texts]: readonly string[]): Promise<OpsAnswer> {
  return onPlan(deps, text, async (tx, plan) => {
    if (texts.length === 0) return refused(`Say what changes: ${FIELDS.join('=…, ')}=….`);
    const terms = termsFrom(plan, texts);
    if ('ok' in terms) return terms;
    await tx.query(
      `update storage_plan set rate = $2, days = $3, share = $4, least = $5, most = $6, quota = $7,
         version = version + 1 where id = $1`,
      [plan.id, ...FIELDS.map((field) => terms[field])],
    );
    return reported(
      `Plan ${plan.id} has changed for new orders; ${plan.taken} ${plan.asset} run on as they are.`,
    );
  });
}

function setOpen(deps: OpsDeps, text: string, isOpen: boolean): Promise<OpsAnswer> {
  return onPlan(deps, text, async (tx, { id, taken, asset }) => {
    await tx.query('update storage_plan set is_open = $2 where id = $1', [id, isOpen]);
    return reported(`Plan ${id} is ${isOpen ? 'open' : 'closed'} for new orders; ${taken} ${asset} run on.`);
  });
}

type PlanAct = (
  tx: Parameters<typeof takePlan>[0],
  plan: NonNullable<Awaited<ReturnType<typeof takePlan>>>,
) => Promise<OpsAnswer>;

function onPlan(deps: OpsDeps, text: string, act: PlanAct): Promise<OpsAnswer> {
  return run(deps, async ({ tx }) => {
    const plan = NUMBER.test(text) ? await takePlan(tx, Number.parseInt(text, 10)) : undefined;
    return plan ? act(tx, plan) : refused(`There is no plan "${text}".`);
  });
}

/** Gives the house money to pay interest from. The reference, such as a bank's, books it once. */
async function fund(deps: OpsDeps, [asset = '', amount = '', reference = '']: readonly string[]) {
  if (!ASSET.test(asset)) return refused(RULES.asset);
  if (amountSign(amount) !== 1 || !fitsScale(amount)) return refused(`"${amount}" is no amount.`);
  if (!REFERENCE.test(reference)) return refused('Give a reference, such as the number of the payment.');
  return run(deps, async (work) => {
    await openHouseAccount(work, asset);
    const refId = `${asset}:${reference}`;
    const known = await work.tx.query(
      `select 1 from journal where code = 'houseFunding' and ref_type = 'storageFund' and ref_id = $1`,
      [refId],
    );
    if (known.length > 0) return refused(`${reference} is booked already.`);
    await post(work.tx, { code: 'houseFunding', refType: 'storageFund', refId }, work.at, [
      { account: { kind: 'ext_genesis', asset }, amount: `-${amount}` },
      { account: { kind: STORAGE_HOUSE, asset }, amount },
    ]);
    return reported(`${amount} ${asset} more for interest.`);
  });
}

/** What an operator may do about storage plans. Orders that run are not touched by any of it. */
export const storageOps: Readonly<Record<string, OpsCommand>> = {
  'plans list': list,
  'plans add': add,
  'plans change': change,
  'plans close': (deps, [id = '']) => setOpen(deps, id, false),
  'plans open': (deps, [id = '']) => setOpen(deps, id, true),
  'plans fund': fund,
};
