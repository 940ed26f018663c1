import type { Command } from 'commander';
import { run } from '../base/commands/command.ts';
import type { OpsAnswer } from '../base/opsAnswer.ts';
import { refused, reported, timeOf } from '../base/opsAnswer.ts';
import type { OpsCommand, OpsDeps } from '../books/users/opsCommand.ts';
import type { TermsRow } from '../books/venue/terms.ts';
import { addTerms, termsInForce } from '../books/venue/terms.ts';
import type { MarketTerms, Terms, TermsKind } from '../books/venue/termsForm.ts';
import { readTerms } from '../books/venue/termsForm.ts';

const LISTED_MOST = 50;

/**
 * Why these markets alone cannot be had: in one that goes, something is still open, which nobody could end then.
 * @returns words; undefined where all is well.
 */
export async function unlistable(
  { db }: Pick<OpsDeps, 'db'>,
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

/** Writes down what is to hold, and has it hold. */
async function say<Kind extends TermsKind>(
  deps: OpsDeps,
  kind: Kind,
  request: unknown,
  since: number | undefined,
): Promise<OpsAnswer> {
  const read = readTerms(kind, request);
  if ('wrong' in read) return refused(`${read.wrong}.`);
  if (since !== undefined && since < deps.clock.now())
    return refused('That time is over: say one that comes.');
  if (kind === 'markets') {
    const why = await unlistable(deps, read.terms as Terms['markets']);
    if (why !== undefined) return refused(`${why[0]?.toUpperCase()}${why.slice(1)}`);
  }
  await run(deps, (work) => addTerms(work, { kind, terms: read.terms, origin: 'command', since }));
  await deps.changed?.();
  const from = since === undefined ? 'from now on' : `from ${timeOf(since)} UTC on`;
  return reported(`That holds ${from}: ${lineOf(kind, read.terms)}`);
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

/** `spot.taker=0.002`, `withdrawal.1=5000` and the like, over what holds then; `from=2026-12-01T00:00Z` says when. */
const set =
  (kind: 'fees' | 'limits'): OpsCommand =>
  async (deps, args) => {
    const date = args.find((each) => each.startsWith(FROM))?.slice(FROM.length);
    const since = date === undefined ? undefined : Date.parse(date);
    if (Number.isNaN(since)) return refused(`Say the time as in ${FROM}2026-12-01T00:00Z.`);
    // What comes before that time holds by then: a change of one figure takes back none of the others.
    const before = await termsInForce(deps.db, kind, since ?? deps.clock.now());
    const request = structuredClone(before) as unknown as Record<string, Record<string, string>>;
    const changes = args.filter((each) => !each.startsWith(FROM));
    if (changes.length === 0) return refused(`Say what changes, as in ${EXAMPLES[kind]}.`);
    for (const change of changes) {
      const [, group = '', name = '', value = ''] = /^(\w+)\.(\w+)=(.+)$/.exec(change) ?? [];
      const part = Object.hasOwn(request, group) ? request[group] : undefined;
      if (!part || !Object.hasOwn(part, name))
        return refused(`"${change}" names nothing that can be set: say it as in ${EXAMPLES[kind]}.`);
      part[name] = value;
    }
    return say(deps, kind, request, since);
  };
const EXAMPLES = { fees: 'spot.taker=0.002', limits: 'withdrawal.1=5000' } as const;

const changeMarkets =
  (isAdded: boolean): OpsCommand =>
  async (deps, ids) => {
    const { only, without } = await termsInForce(deps.db, 'markets', deps.clock.now());
    const named = new Set(ids);
    const others = (list: readonly string[]) => list.filter((id) => !named.has(id));
    return say(
      deps,
      'markets',
      isAdded
        ? { ...(only ? { only: [...others(only), ...named] } : {}), without: others(without) }
        : {
            ...(only ? { only: others(only) } : {}),
            without: only ? others(without) : [...others(without), ...named],
          },
      undefined,
    );
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
