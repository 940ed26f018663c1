import type { Calls, ResponseOf } from '../../../domain/contract/index.ts';
import { D, defined, toText } from '../../../domain/index.ts';
import type { FundingSumLine, FundingSumsFrame, FundingSumsView } from '../../protocol.ts';
import type { MarketRows } from '../../streams/marketRows.ts';
import { answerView } from '../answerView.ts';
import type { ViewDeps } from '../view.ts';
import { sampled } from '../view.ts';
import type { Texts } from './texts.ts';
import { moneyDirection, textsOf } from './texts.ts';

type Rows = ResponseOf<Calls['perpetual.fundingSums']>['rows'];
type Sum = Omit<Rows[number], 'market'>;

/** Sums of a user's funding; requested again when a payment was booked. */
export const fundingSumsView = answerView({
  request: ({ call }, { market, from, to }: FundingSumsView) =>
    call('perpetual.fundingSums', defined({ market, from, to })),
  key: ({ funds }, { market = '', from = '', to = '', turn }) =>
    `${funds.uid} ${funds.version} ${market} ${from} ${to} ${turn}`,
  frame: (answer, failure, { rows, words }: ViewDeps): FundingSumsFrame => ({
    ...failure,
    kind: 'fundingSums',
    ...(answer ? { sums: fundingSums(answer.rows, rows, textsOf(undefined, words().style)) } : {}),
  }),
  // Names of markets come with the list.
  changed$: (deps) => sampled(deps, () => deps.rows.listVersion),
});

/** All markets together, and each of them where there are several. */
export function fundingSums(
  rows: Rows,
  markets: Pick<MarketRows, 'row'>,
  texts: Texts,
): NonNullable<FundingSumsFrame['sums']> {
  const sumOf = (of: 'received' | 'paid') => toText(rows.reduce((sum, row) => sum.plus(row[of]), new D(0)));
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  const line = (market: string, { received, paid, count: payments }: Sum): FundingSumLine => {
    const net = toText(new D(received).minus(paid));
    return {
      market,
      name: markets.row(market)?.market.name ?? market,
      net: texts.signed(net),
      direction: moneyDirection(net),
      received: texts.has(received),
      paid: texts.owes(paid),
      count: payments,
    };
  };
  return {
    all: line('', { received: sumOf('received'), paid: sumOf('paid'), count }),
    markets: rows.length > 1 ? rows.map((row) => line(row.market, row)) : [],
  };
}
