import type { Command } from 'commander';
import { run } from '../base/commands/command.ts';
import type { Queries } from '../base/db/database.ts';
import type { OpsAnswer } from '../base/opsAnswer.ts';
import { refused, reported, timeOf } from '../base/opsAnswer.ts';
import type { OpsCommand, OpsDeps } from '../books/users/opsCommand.ts';
import type { TermsRow } from '../books/venue/terms.ts';
import { addTerms, termsAfter, termsInForce } from '../books/venue/terms.ts';
import type { MarketTerms, Terms, TermsKind } from '../books/venue/termsForm.ts';
import { readTerms } from '../books/venue/termsForm.ts';

const LISTED_MOST = 50;

/**
 * Why these markets alone cannot be had: in one that goes, something is still open, which nobody could end then.
 * @returns words; undefined where all is well.
 */
export async function unlistable(
  { db }: { readonly db: Queries },
  markets: MarketTerms,
): Promise<string | undefined> {
  const rows = await db.query<{ market: string }>(
    `select distinct market from (
       select market from spot_order where status in ('waiting', 'open', 'partial')
       union all select market from futures_order where status in ('waiting', 'open', 'partial')
       union all select market from futures_position where quantity > 0) used order by market`,
  );
  const isGoing = (id: string): boolean =>
    markets.without.includes(id) || (markets.only !== undefined && !markets.only.includes(id));
  const held = rows.map(({ market }) => market).filter(isGoing);
  if (held.length === 0) return undefined;
  return `orders or positions are open in ${held.slice(0, 5).join(', ')}${held.length > 5 ? ' and others' : ''}: stop it first (market reduce-only or cancel-only), and take it away once nothing is left.`;
}

/** What is to hold. @param since ms UTC; undefined: from now on. */
interface Wanted {
  readonly terms: unknown;
  readonly since?: number | undefined;
}

/** Writes down what is to hold, the first of it as it was wanted, and has it hold: all of it, or nothing. */
async function say<Kind extends TermsKind>(
  deps: OpsDeps,
  kind: Kind,
  wanted: readonly Wanted[],
): Promise<OpsAnswer> {
  const rows: { readonly terms: Terms[Kind]; readonly since: number | undefined; readonly from: string }[] =
    [];
  for (const { terms, since } of wanted) {
    const from = since === undefined ? 'from now on' : `from ${timeOf(since)} UTC on`;
    const read = readTerms(kind, terms);
    if ('wrong' in read)
      return refused(rows.length === 0 ? `${read.wrong}.` : `What holds ${from}: ${read.wrong}.`);
    rows.push({ terms: read.terms, since, from });
  }
  const [since] = rows.map((row) => row.since);
  if (since !== undefined && since < deps.clock.now())
    return refused('That time is over: say one that comes.');
  const why = await run(deps, async (work) => {
    for (const { terms } of kind === 'markets' ? rows : []) {
      const words = await unlistable({ db: work.tx }, terms as Terms['markets']);
      if (words !== undefined) return words;
    }
    for (const row of rows)
      await addTerms(work, { kind, terms: row.terms, origin: 'command', since: row.since });
    return undefined;
  });
  if (why !== undefined) return refused(`${why[0]?.toUpperCase()}${why.slice(1)}`);
  await deps.changed?.();
  return reported(...rows.map(({ terms, from }) => `That holds ${from}: ${lineOf(kind, terms)}`));
}

function lineOf(kind: TermsKind, terms: Terms[TermsKind]): string {
  if (kind !== 'markets') return JSON.stringify(terms);
  const { only, without } = terms as MarketTerms;
  const all = only === undefined ? 'all markets of the source' : `${only.length} markets: ${only.join(', ')}`;
  return without.length === 0 ? all : `${all}, but for ${without.join(', ')}`;
}

const list =
  (kind: TermsKind): OpsCommand =>
  async ({ db, clock }) => {
    const now = clock.now();
    const inForce = await termsInForce(db, kind, now);
    const rows = await db.query<TermsRow>(
      'select id, kind, at, since, origin, terms from venue_terms where kind = $1 order by since desc, id desc limit $2',
      [kind, LISTED_MOST],
    );
    return reported(
      `Now: ${lineOf(kind, inForce)}`,
      ...rows.map(
        ({ since, origin, terms }) =>
          `${timeOf(since)}  ${since > now ? 'to come' : 'said'} by ${origin}  ${lineOf(kind, terms)}`,
      ),
    );
  };

const FROM = 'from=';
/** A day of UTC, or a moment with its zone. */
const MOMENT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;

type Figures = Readonly<Record<string, Record<string, string>>>;

/**
 * What is to hold later, with figures that change at a time: a row is of all figures, so that those of before would come
 * back with it. A figure that a later row changes by itself is that row's, and stays so from there on.
 */
export async function laterWith(
  db: Queries,
  kind: 'fees' | 'limits',
  terms: unknown,
  since: number,
): Promise<readonly Required<Wanted>[]> {
  const before = (await termsInForce(db, kind, since)) as unknown as Figures;
  let changed = Object.entries(terms as Figures).flatMap(([group, part]) =>
    Object.entries(part).flatMap(([name, value]) =>
      value === before[group]?.[name] ? [] : [{ group, name, value }],
    ),
  );
  return (await termsAfter(db, kind, since)).flatMap((later) => {
    const next = structuredClone(later.terms) as unknown as Figures;
    changed = changed.filter(({ group, name }) => next[group]?.[name] === before[group]?.[name]);
    for (const { group, name, value } of changed) {
      const part = next[group];
      if (part) part[name] = value;
    }
    return changed.length === 0 ? [] : [{ terms: next, since: later.since }];
  });
}

/** `spot.taker=0.002`, `withdrawal.1=5000` and the like, over what holds then; `from=2026-12-01T00:00Z` says when. */
const set =
  (kind: 'fees' | 'limits'): OpsCommand =>
  async (deps, args) => {
    const date = args.find((each) => each.startsWith(FROM))?.slice(FROM.length);
    // Without a zone it would be of the machine's own, and what holds later is said in UTC.
    const since = date === undefined ? undefined : MOMENT.test(date) ? Date.parse(date) : Number.NaN;
    if (Number.isNaN(since)) return refused(`Say the time as in ${FROM}2026-12-01T00:00Z.`);
    const texts = args.filter((each) => !each.startsWith(FROM));
    if (texts.length === 0) return refused(`Say what changes, as in ${EXAMPLES[kind]}.`);
    // What comes before that time holds by then: a change of one figure takes back none of the others.
    const begin = since ?? deps.clock.now();
    const terms = structuredClone(await termsInForce(deps.db, kind, begin)) as unknown as Figures;
    for (const text of texts) {
      const [, group = '', name = '', value = ''] = /^(\w+)\.(\w+)=(.+)$/.exec(text) ?? [];
      const part = Object.hasOwn(terms, group) ? terms[group] : undefined;
      if (!part || !Object.hasOwn(part, name))
        return refused(`"${text}" names nothing that can be set: say it as in ${EXAMPLES[kind]}.`);
      part[name] = value;
    }
    return say(deps, kind, [{ terms, since }, ...(await laterWith(deps.db, kind, terms, begin))]);
  };
const EXAMPLES = { fees: 'spot.taker=0.002', limits: 'withdrawal.1=5000' } as const;

const changeMarkets =
  (isAdded: boolean): OpsCommand =>
  async (deps, ids) => {
    const { only, without } = await termsInForce(deps.db, 'markets', deps.clock.now());
    const named = new Set(ids);
    const others = (list: readonly string[]) => list.filter((id) => !named.has(id));
    return say(deps, 'markets', [
      {
        terms: isAdded
          ? { ...(only ? { only: [...others(only), ...named] } : {}), without: others(without) }
          : {
              ...(only ? { only: others(only) } : {}),
              without: only ? others(without) : [...others(without), ...named],
            },
      },
    ]);
  };

/** What an operator may say of what the venue charges, allows and has. */
export const termsOps: Readonly<Record<string, OpsCommand>> = {
  'fees list': list('fees'),
  'fees set': set('fees'),
  'limits list': list('limits'),
  'limits set': set('limits'),
  'markets list': list('markets'),
  'markets add': changeMarkets(true),
  'markets remove': changeMarkets(false),
};

/** Adds the operator's commands for terms. @param send executes a command and prints its answer. */
export function addTermsCommands(
  program: Command,
  send: (name: string, ...args: readonly string[]) => Promise<void>,
): void {
  const kinds = [
    ['fees', 'what trades cost'],
    ['limits', 'what may leave, by identity level'],
  ] as const;
  for (const [kind, description] of kinds) {
    const group = program.command(kind).description(description);
    group
      .command('list')
      .description('what holds, what held and what is to come')
      .action(() => send(`${kind} list`));
    group
      .command('set <changes...>')
      .description(`${EXAMPLES[kind]} and the like, over what holds; ${FROM}2026-12-01T00:00Z says from when`)
      .action((changes: string[]) => send(`${kind} set`, ...changes));
  }
  const markets = program.command('markets').description('which of the source’s markets the venue has');
  markets
    .command('list')
    .description('what it has, and what was said of it')
    .action(() => send('markets list'));
  markets
    .command('add <markets...>')
    .description('has them again, or besides')
    .action((ids: string[]) => send('markets add', ...ids));
  markets
    .command('remove <markets...>')
    .description('has them no more; refused while an order or a position is open there')
    .action((ids: string[]) => send('markets remove', ...ids));
}
