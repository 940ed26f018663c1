import { tradePriceText } from '../../../domain/index.ts';
import type { AlertNews, NewsLine, TradeNews } from '../../protocol.ts';
import { orderLine } from '../orderLine.ts';
import { futuresOrderLine } from '../perpetual/lines.ts';
import { pastPosition } from '../perpetual/past.ts';
import { textsOf } from '../perpetual/texts.ts';
import type { ViewDeps } from '../view.ts';
import type { NewsRow } from './rows.ts';

type Of<What extends NewsRow['what']> = Extract<NewsRow, { what: What }>['row' &
  keyof Extract<NewsRow, { what: What }>];

/** News as people read it. @param at ms UTC, when a reply was told. */
export function newsLine(news: NewsRow, at: number, deps: ViewDeps): NewsLine {
  switch (news.what) {
    case 'position':
      return positionNews(news.row, deps);
    case 'liquidation':
      return stepNews(news.row, deps);
    case 'futuresOrder':
      return futuresNews(news.row, deps);
    case 'order':
      return spotNews(news.row, deps);
    case 'alert':
      return alertLine(news.row, deps);
    case 'reply':
      return { about: 'reply', id: `reply:${news.ticket}:${at}` };
  }
}

function positionNews(row: Of<'position'>, { rows, words }: ViewDeps): TradeNews {
  const found = rows.row(row.market);
  const { id, side, end, quantity, close } = pastPosition(row, found, words());
  const what = end === 'deleveraged' ? 'deleveraged' : 'liquidated';
  return {
    about: 'futures',
    id: `position:${id}`,
    what,
    name: nameOf(row, found),
    side,
    quantity,
    average: close,
  };
}

function stepNews(row: Of<'liquidation'>, { rows, words }: ViewDeps): TradeNews {
  const found = rows.row(row.market);
  const { id, side, quantity, price } = row;
  const texts = textsOf(found?.market, words().style);
  const [part, average] = [texts.quantity(quantity), texts.price(price)];
  return {
    about: 'futures',
    id: `step:${id}`,
    what: 'reduced',
    name: nameOf(row, found),
    side,
    quantity: part,
    average,
  };
}

function futuresNews(row: Of<'futuresOrder'>, { rows, words }: ViewDeps): TradeNews {
  const found = rows.row(row.market);
  const { id, side, filled, average } = futuresOrderLine(row, found, words());
  const what = row.group === null ? 'filled' : (row.trigger?.kind ?? 'filled');
  return {
    about: 'futures',
    id: `futures:${id}`,
    what,
    name: nameOf(row, found),
    side,
    quantity: filled,
    average,
  };
}

function spotNews(row: Of<'order'>, { rows, words }: ViewDeps): TradeNews {
  const { id, side, filled, average, name } = orderLine(row, rows.row(row.market), words());
  return { about: 'order', id: `order:${id}`, what: 'filled', name, side, quantity: filled, average };
}

function alertLine(row: Of<'alert'>, { rows, words }: ViewDeps): AlertNews {
  const { style, date, clockTime } = words();
  const found = rows.row(row.market);
  const { id, version, market, direction, firedPrice, firedAt } = row;
  const reached = firedPrice ?? row.price;
  return {
    about: 'alert',
    id: `alert:${id}:${version}`,
    market,
    name: nameOf(row, found),
    direction,
    price: tradePriceText(row.price, found?.market, style),
    reached: tradePriceText(reached, found?.market, style),
    time: firedAt === null ? '' : `${date(firedAt)} ${clockTime(firedAt)}`,
    seen: { id, version },
  };
}

const nameOf = (
  { market }: { readonly market: string },
  found: { readonly market: { readonly name: string } } | undefined,
): string => found?.market.name ?? market;
