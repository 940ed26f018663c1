const market = {
  id: 'BTC-USDT',
  name: 'BTC/USDT',
  kind: 'spot',
  asset: 'crypto',
  base: 'BTC',
  quote: 'USDT',
  iconId: 1,
  tick: '0.01',
  lot: '0.001',
  minQuantity: '0.002',
  minTotal: '10',
  status: 'open',
  cycle: true,
  listedAt: 1_700_000_000_000,
  origin: 'recorded',
  recordedAt: 1_700_000_000_000,
};
const candle = [1_700_000_040_000, '64010.2', '64080', '63990.5', '64055.1', '12.500000000000000001'];
const snap = { t: 'snap', ch: 'tick', e: 'a1', s: 7, ts: 1_700_000_000_000, d: [] };

/** A good request and a good answer of each call about markets and the page itself. */
export const marketExamples = {
  'common.loadWapConfig': {
    about: 'Settings of the page: whether and where an app download is offered',
    request: {},
    response: { openH5AppDownload: true, downloadUrl: 'https://a.b' },
  },
  'common.report': {
    about: 'An internal error of the page, for the log. Holds no personal data',
    request: { kind: 'render', detail: 'x', build: '1' },
    response: {},
  },
  'market.list': {
    about: 'Every market with its steps and minimums',
    request: {},
    response: {
      version: 'v1',
      markets: [market],
      notices: [
        { status: 'cancelOnly', at: 1_700_000_000_000, words: 'Back at noon.' },
        { market: 'BTC-USDT', status: 'halted', at: 1_700_000_000_000, words: '' },
      ],
      fees: {
        spot: { maker: '0.0008', taker: '0.001' },
        perpetual: { maker: '0.0002', taker: '0.0005' },
      },
    },
  },
  'market.candles': {
    about: 'Bars of a market, ascending, the newest first page without `before`',
    request: { id: 'BTC-USDT', interval: '2h', before: 0, limit: 1_000 },
    response: { candles: [candle], more: true },
  },
  'market.sparklines': {
    about: 'Hourly closes of the last 24 hours, oldest first, for small pictures in lists',
    request: { ids: ['BTC-USDT', 'XAU-USD'] },
    response: { lines: [['BTC-USDT', ['1', '2.5']]] },
  },
  'market.snapshot': {
    about: 'The snapshots that the socket would send for these channels, for clients that poll',
    request: { ch: ['tick', 'book:BTC-USDT', 'cndl:BTC-USDT:1w'] },
    response: { now: 1_700_000_000_000, snaps: [snap] },
  },
};
