import type { Command } from 'commander';
import type { Market } from '../../domain/index.ts';
import { run } from '../base/commands/command.ts';
import type { OpsAnswer } from '../base/opsAnswer.ts';
import { refused, reported, timeOf } from '../base/opsAnswer.ts';
import type { OpsCommand, OpsDeps } from '../books/users/opsCommand.ts';
import type { VenueScope, VenueState } from '../books/venue/state.ts';
import { changeVenueState } from '../books/venue/state.ts';

const MOST_WORDS = 500;
const MARKET = /^[A-Za-z0-9-]{1,40}$/;

interface Change {
  readonly scope: VenueScope;
  readonly state: VenueState;
  /** What users read, in the operator's words. */
  readonly words: readonly string[];
  /** What was done, when it was not so already. */
  readonly done: string;
}

async function change(deps: OpsDeps, { scope, state, words, done }: Change): Promise<OpsAnswer> {
  const text = words.join(' ').trim();
  if (text.length > MOST_WORDS) return refused(`People read at most ${MOST_WORDS} characters.`);
  const request = { state, why: '', words: text };
  const isNew = await run(deps, (work) => changeVenueState(work, scope, request));
  if (!isNew) return refused('That holds already.');
  await deps.changed?.();
  return reported(done, ...(deps.changed ? [] : ['An exchange that runs takes it over within a second.']));
}

/** Where an exchange runs in this process it knows its markets; elsewhere any name of the right form is taken. */
function marketRefusal({ markets }: OpsDeps, id: string, state: VenueState): string | undefined {
  if (!MARKET.test(id)) return 'Say the market as in BTC-USDT or BTC-USDT-PERP.';
  const market = markets?.().find((each) => each.id === id);
  if (markets && !market) return `There is no market ${id}${nearest(markets(), id)}`;
  const isSpot = market ? market.kind === 'spot' : /^[^-]+-USD[TC]$/.test(id);
  return state === 'reduceOnly' && isSpot ? 'Spot has no positions to reduce: use cancel-only.' : undefined;
}

function nearest(markets: readonly Market[], id: string): string {
  const near = markets.filter((market) => market.id.includes(id.toUpperCase())).slice(0, 5);
  return near.length === 0 ? '.' : `; do you mean ${near.map((market) => market.id).join(', ')}?`;
}

const DONE: Readonly<Record<Exclude<VenueState, 'paused'>, string>> = {
  open: 'takes orders again',
  reduceOnly: 'only lets positions be reduced; orders that could open one are ended',
  cancelOnly: 'trades nothing; open orders can be cancelled',
  halted: 'trades nothing; open orders stay as they are',
};

const setMarket =
  (state: Exclude<VenueState, 'paused'>): OpsCommand =>
  async (deps, [id = '', ...words]) => {
    const refusal = marketRefusal(deps, id, state);
    if (refusal !== undefined) return refused(refusal);
    return change(deps, { scope: `market:${id}`, state, words, done: `${id} ${DONE[state]}.` });
  };

interface StoppedRow {
  readonly scope: string;
  readonly state: string;
  readonly at: number;
  readonly words: string;
}

async function list({ db }: OpsDeps): Promise<OpsAnswer> {
  const rows = await db.query<StoppedRow>(
    `select * from (select distinct on (scope) scope, state, at, words from venue_state
       where scope <> 'withdrawals' order by scope, id desc) newest
     where state <> 'open' order by scope = 'trading' desc, scope`,
  );
  if (rows.length === 0) return reported('All markets are open, but for their hours.');
  return reported(
    ...rows.map(({ scope, state, at, words }) =>
      `${scope.replace(/^market:/, '')}  ${state}  since ${timeOf(at)}  ${words}`.trim(),
    ),
  );
}

/** What an operator may stop of trading. */
export const tradingOps: Readonly<Record<string, OpsCommand>> = {
  'market list': list,
  'market open': setMarket('open'),
  'market reduce-only': setMarket('reduceOnly'),
  'market cancel-only': setMarket('cancelOnly'),
  'market halt': setMarket('halted'),
  'trading stop': (deps, words) =>
    change(deps, {
      ...{ scope: 'trading', state: 'paused', words },
      done: 'Nothing is traded any more; users can cancel their orders. Running cycle contracts settle.',
    }),
  'trading resume': (deps) =>
    change(deps, { scope: 'trading', state: 'open', words: [], done: 'Trading goes on.' }),
};

/** Adds the operator's commands for trading. @param send executes a command and prints its answer. */
export function addTradingCommands(
  program: Command,
  send: (name: string, ...args: readonly string[]) => Promise<void>,
): void {
  const market = program.command('market').description('single markets');
  market
    .command('list')
    .description('what is stopped, since when, and what users read of it')
    .action(() => send('market list'));
  const states: readonly (readonly [name: string, description: string])[] = [
    ['open', 'takes orders again'],
    ['reduce-only', 'only what makes a position smaller; orders that could open one are ended'],
    ['cancel-only', 'nothing trades, fires or is liquidated; open orders can be cancelled'],
    ['halt', 'the same, and open orders stay as they are'],
  ];
  for (const [name, description] of states)
    market
      .command(`${name} <market> [words...]`)
      .description(`${description}; users read your words beside that`)
      .action((id: string, words: string[] = []) => send(`market ${name}`, id, ...words));
  const trading = program.command('trading').description('all markets, conversions and cycle contracts');
  trading
    .command('stop [words...]')
    .description('nothing trades; users can cancel, and read your words')
    .action((words: string[] = []) => send('trading stop', ...words));
  trading
    .command('resume')
    .description('trading goes on')
    .action(() => send('trading resume'));
}
