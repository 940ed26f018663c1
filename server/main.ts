import { join } from 'node:path';
import { SettingError, settingsFrom } from './base/config.ts';
import type { Settings } from './base/settings.ts';
import { countByKind } from './edge/http/marketHandlers.ts';
import { startExchange } from './host/exchange.ts';
import type { MarketSource } from './market/source.ts';

// What the exchange writes holds keys, photos and everybody's money.
process.umask(0o077);

/** The bundle lies in dist/server (or dist/dev), two folders below the product's. */
const root = process.env['TIDEMARK_ROOT'] ?? join(import.meta.dirname, '../..');

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function marketWords({ origin, live }: MarketSource, isSeedSet: boolean): string {
  if (!live && origin !== 'simulated') return 'recorded market data';
  if (!live)
    return isSeedSet
      ? 'simulated market whose prices can be known beforehand (SEED is set)'
      : 'simulated market';
  const { venue, wanted, state } = live.word();
  if (state === 'gone') return `${wanted} does not answer yet, and is tried again until it does`;
  return state === 'live'
    ? `live prices from ${venue}`
    : `live prices from ${venue} while ${wanted} does not answer`;
}

/** Ends by SIGINT and SIGTERM; a second one ends at once. */
function endBySignal(open: { close(): Promise<void> }): void {
  let isClosing = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isClosing) process.exit(1);
      isClosing = true;
      open.close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}

function placeOf({ host, publicUrl }: Settings, port: number): string {
  const isEvery = host === '0.0.0.0' || host === '::';
  const shown = isEvery ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return publicUrl ?? `http://${shown}:${port}`;
}

async function gateway(settings: Settings): Promise<void> {
  const { startGateway } = await import('./host/gateway/gateway.ts');
  const opened = await startGateway(settings, root);
  endBySignal(opened);
  say(`A gateway of ${opened.name} is open at ${placeOf(settings, opened.port)}`);
}

async function exchange(settings: Settings): Promise<void> {
  const opened = await startExchange(settings, root, {
    onStandby: () =>
      say('Another exchange serves from this database. This one waits, and takes over when it ends.'),
    onLost: () => {
      process.stderr.write('Another exchange has taken this database over: this one ends.\n');
      process.exit(1);
    },
  });
  // Before the output says that it runs, so that it handles signals from then on.
  endBySignal(opened);
  const { spot, perpetual, futures } = countByKind(opened.shown);
  say(`${opened.name} is open at ${placeOf(settings, opened.port)}`);
  const market = marketWords(opened.source, settings.isSeedSet);
  const money = settings.chain ? `deposits from chain ${settings.chain.chainId}` : 'play money';
  say(
    `${spot + perpetual + futures} markets (${spot} spot, ${perpetual} perpetual, ${futures} futures): ${market}, ${money}.`,
  );
  say(opened.promise);
}

try {
  const settings = settingsFrom(process.env);
  await (settings.role === 'gateway' ? gateway(settings) : exchange(settings));
} catch (error) {
  const isPlain = error instanceof SettingError;
  process.stderr.write(
    isPlain ? `${error.message}\n` : `${error instanceof Error ? error.message.split('\n')[0] : error}\n`,
  );
  process.exit(1);
}
