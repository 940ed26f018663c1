import type { AlertRow, Calls, ResponseOf } from '../../../domain/contract/index.ts';
import { tradePriceText } from '../../../domain/index.ts';
import type { AlertLine, AlertsFrame, AlertsView } from '../../protocol.ts';
import type { LiveView } from '../live.ts';
import type { ViewDeps } from '../view.ts';
import { Asked } from '../wallet/asked.ts';

type Answer = ResponseOf<Calls['alert.list']>;

/** Price alerts as they stand; asked for anew when the exchange tells of one. */
export class AlertsViewer implements LiveView<AlertsView> {
  readonly #deps: ViewDeps;
  readonly #asked: Asked<Answer>;
  #view: AlertsView;
  #seen = '';

  constructor(view: AlertsView, deps: ViewDeps) {
    this.#view = view;
    this.#deps = deps;
    this.#asked = new Asked(() => this.#ask(), deps.clock);
  }

  update(view: AlertsView): void {
    this.#view = view;
    this.refresh();
  }

  refresh(): void {
    this.#seen = '';
  }

  close(): void {
    this.#asked.close();
  }

  frame(): AlertsFrame | undefined {
    const { funds, rows } = this.#deps;
    const { market = '', turn } = this.#view;
    const asked = this.#asked;
    asked.follow(`${funds.uid} ${this.#deps.streams.news.of('alert')} ${market} ${turn}`);
    const seen = `${asked.version} ${rows.listVersion}`;
    if (seen === this.#seen || (!asked.data && !asked.failed)) return undefined;
    this.#seen = seen;
    return {
      kind: 'alerts',
      ...(asked.failed ? { failed: asked.failed } : {}),
      ...(asked.data ? { alerts: this.#alerts(asked.data) } : {}),
    };
  }

  #ask() {
    const { market } = this.#view;
    return this.#deps.call('alert.list', market === undefined ? {} : { market });
  }

  #alerts({ rows, most }: Answer): NonNullable<AlertsFrame['alerts']> {
    const live = rows.filter(({ state }) => state !== 'reached').length;
    return { lines: rows.map((row) => this.#line(row)), live, most };
  }

  #line({ id, market, direction, price, repeats, state, firedAt, firedPrice }: AlertRow): AlertLine {
    const { rows, words } = this.#deps;
    const { style, date, clockTime } = words();
    const found = rows.row(market)?.market;
    const told =
      firedAt === null || firedPrice === null
        ? undefined
        : {
            price: tradePriceText(firedPrice, found, style),
            time: `${date(firedAt)} ${clockTime(firedAt)}`,
          };
    const name = found?.name ?? market;
    return {
      ...{ id, market, name, direction, repeats, state },
      price: tradePriceText(price, found, style),
      ...(told ? { told } : {}),
    };
  }
}
