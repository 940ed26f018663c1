import type { AlertRow, Calls, ResponseOf } from '../../../domain/contract/index.ts';
import { defined, tradePriceText } from '../../../domain/index.ts';
import type { AlertLine, AlertsFrame, AlertsView } from '../../protocol.ts';
import { answerView } from '../answerView.ts';
import type { ViewDeps } from '../view.ts';
import { sampled } from '../view.ts';

type Answer = ResponseOf<Calls['alert.list']>;

/** Price alerts as they stand; requested again when the exchange publishes one. */
export const alertsView = answerView({
  request: ({ call }, { market }: AlertsView) => call('alert.list', defined({ market })),
  key: ({ funds, streams }, { market = '', turn }) =>
    `${funds.uid} ${streams.news.of('alert')} ${market} ${turn}`,
  frame: (answer, failure, deps): AlertsFrame => ({
    ...failure,
    kind: 'alerts',
    ...(answer ? { alerts: alertsOf(answer, deps) } : {}),
  }),
  // A market's name and tick come with the list.
  changed$: (deps) => sampled(deps, () => deps.rows.listVersion),
});

function alertsOf({ rows, most }: Answer, deps: ViewDeps): NonNullable<AlertsFrame['alerts']> {
  const live = rows.filter(({ state }) => state !== 'reached').length;
  return { lines: rows.map((row) => alertLine(row, deps)), live, most };
}

function alertLine(
  { id, market, direction, price, repeats, state, firedAt, firedPrice }: AlertRow,
  { rows, words }: ViewDeps,
): AlertLine {
  const found = rows.row(market)?.market;
  const text = (value: string) => tradePriceText(value, found, words().style);
  const hasFired = firedAt !== null && firedPrice !== null;
  return {
    ...{ id, market, name: found?.name ?? market, direction, repeats, state },
    price: text(price),
    ...(hasFired ? { fired: { price: text(firedPrice), time: words().stamp(firedAt) } } : {}),
  };
}
