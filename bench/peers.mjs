import { ccxtPeer, client } from './ccxtPeers.mjs';
import { loadPeer } from './install.mjs';

/**
 * The peers of a venue's case: their own way from the same text to their own shape. Each checks itself at the end of a
 * pass, so that a peer that leaves frames out is not measured.
 */
export async function peersOf(each, { symbols, symbolRow }) {
  const { venue, kind, texts, snapshot } = each;
  const { default: ccxt } = await loadPeer('ccxt');
  if (venue !== 'binance') return ccxtPeer(ccxt, each);
  const { WebsocketClient } = await loadPeer('binance');
  const exchange = new ccxt.pro.binance();
  Object.assign(exchange.options, { crossMarginPairsData: [], isolatedMarginPairsData: [] });
  exchange.setMarkets(symbols.map((symbol) => exchange.parseMarket(symbolRow(symbol))));
  const socket = new WebsocketClient({ beautify: true });
  const SYMBOL = 'BTC/USDT';
  function begin() {
    if (kind !== 'book') return;
    const book = exchange.orderBook({}, 1_000);
    exchange.orderbooks[SYMBOL] = book;
    book.reset(exchange.parseOrderBook(snapshot, SYMBOL));
    book.nonce = snapshot.lastUpdateId;
  }
  function check() {
    const last = JSON.parse(texts.at(-1)).data;
    const isDone = {
      book: () => exchange.orderbooks[SYMBOL].nonce === last.u,
      trade: () => exchange.trades[SYMBOL].at(-1).id === `${last.a}`,
      tickers: () => Object.keys(exchange.tickers).length === symbols.length,
    };
    if (!isDone[kind]()) throw new Error(`ccxt left out frames of ${kind}`);
  }
  return [
    {
      name: 'ccxt',
      atLeast: 6,
      pass() {
        begin();
        // Its own sockets have no wrapper around the data.
        for (const text of texts) exchange.handleMessage(client, JSON.parse(text).data);
        check();
      },
    },
    {
      name: 'binance',
      atLeast: 2,
      pass() {
        let received = 0;
        for (const data of texts) received += socket.resolveEmittableEvents('main', { data }).length;
        if (received < texts.length) throw new Error('binance left out frames');
      },
    },
  ];
}
