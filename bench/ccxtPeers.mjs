/** A socket's client of ccxt that nobody waits for. */
export const client = {
  url: 'wss://venue.example',
  subscriptions: {},
  futures: {},
  resolve: () => undefined,
  reject(error) {
    throw error;
  },
};

const okxEntry = {
  instType: 'SPOT',
  instId: 'BTC-USDT',
  baseCcy: 'BTC',
  quoteCcy: 'USDT',
  tickSz: '0.1',
  lotSz: '0.00000001',
  minSz: '0.00001',
  state: 'live',
  listTime: '1548133413000',
};
const hyperliquidEntry = {
  name: 'BTC',
  szDecimals: 5,
  maxLeverage: 50,
  baseId: 0,
  funding: '0',
  markPx: '105000.0',
  midPx: '105000.0',
  openInterest: '1',
  oraclePx: '105000.0',
  premium: '0',
  prevDayPx: '104000.0',
  dayNtlVlm: '1000.0',
};

/** What ccxt keeps of each kind, and the venue's own time of the last frame. */
const venues = {
  okx: {
    entry: okxEntry,
    symbol: 'BTC/USDT',
    kinds: ['book', 'trade', 'tickers'],
    lastAt: (frame) => Number(frame.data.at(-1).ts),
  },
  hyperliquid: {
    entry: hyperliquidEntry,
    symbol: 'BTC/USDC:USDC',
    // The stream of all contexts is not read by ccxt.
    kinds: ['book', 'trade'],
    lastAt: (frame) => [frame.data].flat().at(-1).time,
  },
};

/** ccxt's own way from the same text to its own shape; a pass checks that its last frame has come through. */
export function ccxtPeer(ccxt, { venue, kind, texts }) {
  const { entry, symbol, kinds, lastAt } = venues[venue];
  if (!kinds.includes(kind)) return [];
  const exchange = new ccxt.pro[venue]();
  exchange.setMarkets([exchange.parseMarket(entry)]);
  const kept = {
    book: () => exchange.orderbooks[symbol].timestamp,
    trade: () => exchange.trades[symbol].at(-1).timestamp,
    tickers: () => exchange.tickers[symbol].timestamp,
  };
  const at = lastAt(JSON.parse(texts.at(-1)));
  function pass() {
    for (const text of texts) exchange.handleMessage(client, JSON.parse(text));
    if (kept[kind]() !== at) throw new Error(`ccxt left out frames of ${venue}, ${kind}`);
  }
  return [{ name: 'ccxt', atLeast: 6, pass }];
}
