import { installClients } from './compat/clients.mjs';
import { install } from './install.mjs';

install();
installClients();
const { build } = await import('./build.mjs');
await build();
const { newTrader, startExchange } = await import('./compat/exchange.mjs');
const { ccxtSpot } = await import('./compat/ccxtSpot.mjs');
const { ccxtFutures } = await import('./compat/ccxtFutures.mjs');
const { ccxtLiveFutures, ccxtLiveSpot } = await import('./compat/ccxtLive.mjs');
const { marketMaker } = await import('./compat/marketMaker.mjs');
const { rates } = await import('./compat/rates.mjs');
const { binanceClient, binanceFutures, connector } = await import('./compat/others.mjs');
const { futuresConnector, spotStreams } = await import('./compat/connectors.mjs');
const { documented } = await import('./compat/documented.mjs');

/** Clients that nobody here wrote trade on an exchange of their own; `npm run test:compat -- ccxt` runs some alone. */
const parts = {
  'ccxt-spot': ccxtSpot,
  'ccxt-futures': ccxtFutures,
  'ccxt-live-spot': ccxtLiveSpot,
  'ccxt-live-futures': ccxtLiveFutures,
  binance: binanceClient,
  'binance-futures': binanceFutures,
  'connector-hmac': (exchange, trader) => connector(exchange, trader.key),
  'connector-futures': futuresConnector,
  'connector-streams': spotStreams,
  documented,
  maker: marketMaker,
  rates,
  'connector-ed25519': (exchange, trader) => connector(exchange, trader.key),
};

const wanted = process.argv.slice(2).filter((each) => each !== '--');
const exchange = await startExchange();
try {
  for (const [name, part] of Object.entries(parts))
    if (wanted.length === 0 || wanted.some((each) => name.includes(each)))
      await part(exchange, await newTrader(exchange, name.endsWith('ed25519') ? 'ed25519' : 'hmac'));
} finally {
  await exchange.close();
}
// What the clients leave open of sockets and timers, nobody here can close.
process.exit();
