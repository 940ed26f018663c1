import type { FuturesOrderRow, LiquidationRow, PositionRow } from '../../../domain/contract/index.ts';
import type { FeedEvent } from '../../../feeds/index.ts';
import type { FuturesNews } from '../../protocol.ts';
import type { ViewDeps } from '../view.ts';
import { futuresOrderLine } from './lines.ts';
import { pastPosition } from './past.ts';
import { textsOf } from './texts.ts';

type PrivateRow = Extract<Extract<FeedEvent, { kind: 'private' }>, { row: unknown }>['row'];
/** What has happened to a person without a tap of theirs. */
export type NewsRow =
  | { readonly what: 'position'; readonly row: PositionRow }
  | { readonly what: 'liquidation'; readonly row: LiquidationRow }
  | { readonly what: 'order'; readonly row: FuturesOrderRow };

/** Older ones stand in the records. */
const MOST_NEWS = 5;

/** @param wasOpen whether an order of this number was known to be open. */
export function newsOf(row: PrivateRow, wasOpen: (id: number) => boolean): NewsRow | undefined {
  if (row.type === 'position' && (row.body.end === 'liquidated' || row.body.end === 'deleveraged'))
    return { what: 'position', row: row.body };
  if (row.type === 'liquidation' && row.body.step === 'reduce') return { what: 'liquidation', row: row.body };
  if (row.type === 'futuresOrder' && row.body.status === 'filled' && wasOpen(row.body.id))
    return { what: 'order', row: row.body };
  return undefined;
}

/** The newest last, as many as are told. */
export const withNews = (news: readonly NewsRow[], next: NewsRow): readonly NewsRow[] =>
  [...news, next].slice(-MOST_NEWS);

/** News as people read it. */
export function newsLine(news: NewsRow, { rows, words }: ViewDeps): FuturesNews {
  const found = rows.row(news.row.market);
  const name = found?.market.name ?? news.row.market;
  switch (news.what) {
    case 'position': {
      const { id, side, end, quantity, close } = pastPosition(news.row, found, words());
      const what = end === 'deleveraged' ? 'deleveraged' : 'liquidated';
      return { id: `position:${id}`, what, name, side, quantity, average: close };
    }
    case 'liquidation': {
      const { id, side, quantity, price } = news.row;
      const texts = textsOf(found?.market, words().style);
      const [part, average] = [texts.quantity(quantity), texts.price(price)];
      return { id: `step:${id}`, what: 'reduced', name, side, quantity: part, average };
    }
    case 'order': {
      const { id, side, filled, average } = futuresOrderLine(news.row, found, words());
      const what = news.row.group === null ? 'filled' : (news.row.trigger?.kind ?? 'filled');
      return { id: `order:${id}`, what, name, side, quantity: filled, average };
    }
  }
}
