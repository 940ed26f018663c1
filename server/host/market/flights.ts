import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Dec, Level, Market } from '../../../domain/index.ts';
import { coinIconId, D, toText } from '../../../domain/index.ts';
import { readEventFrame, readPricesFrame } from '../../../feeds/index.ts';
import type { FlightRecording } from '../../market/replay/recordings.ts';

/** As a page names what it saves. */
const NAME = /^[a-z0-9-]+-flight-\d+\.txt$/;
/** Spot markets and perpetuals. Commodities are left out: recordings lack their trading hours. */
const MARKET = /^([A-Za-z0-9]{1,20})-([A-Za-z0-9]{1,10})(-PERP)?$/;
const NO_MARKETS: FlightRecording['markets'] = [];

/** Most decimals that a market's prices and quantities have had. */
interface Seen {
  price: number;
  quantity: number;
}

/** The flight recording that a path names, or the newest one in the folder that it names. */
export async function flightRecording(path: string): Promise<FlightRecording | undefined> {
  const kind = await stat(path).catch(() => undefined);
  if (!kind) return undefined;
  const names = kind.isFile() ? [basename(path)] : (await readdir(path)).filter((name) => NAME.test(name));
  const newest = names.sort().at(-1);
  if (newest === undefined) return undefined;
  const file = join(kind.isFile() ? dirname(path) : path, newest);
  const lines = () => createInterface({ input: createReadStream(file) });
  const markets = await marketsOf(lines());
  return markets.length === 0 ? undefined : { markets, lines };
}

/** The markets of a recording, with tick and lot from its own figures. */
async function marketsOf(lines: AsyncIterable<string>): Promise<readonly Market[]> {
  const seen = new Map<string, Seen>();
  const see = (id: string, prices: readonly Dec[], quantities: readonly Dec[]): void => {
    const known = seen.get(id) ?? { price: 0, quantity: 0 };
    known.price = Math.max(known.price, ...prices.map(decimals));
    known.quantity = Math.max(known.quantity, ...quantities.map(decimals));
    seen.set(id, known);
  };
  let recordedAt: number | undefined;
  for await (const line of lines) {
    const at = Number.parseInt(line.slice(0, 13), 10);
    const frame = parseJson(line.slice(line.indexOf(' ') + 1));
    if (!Number.isFinite(at) || frame === undefined) continue;
    recordedAt ??= at;
    for (const { id, last } of readPricesFrame(frame)?.rows ?? []) see(id, [last], []);
    const event = readEventFrame(frame);
    if (!event) continue;
    const rows: readonly Level[] =
      event.kind === 'book'
        ? [...event.book.bids, ...event.book.asks]
        : event.trades.map(({ price, quantity }): Level => [price, quantity]);
    see(
      event.id,
      rows.map(([price]) => price),
      rows.map(([, quantity]) => quantity),
    );
  }
  const made = [...seen].map(([id, most]) => marketOf(id, most, recordedAt ?? 0));
  return made.length === 0 ? NO_MARKETS : made.filter((market) => market !== undefined);
}

function marketOf(id: string, { price, quantity }: Seen, recordedAt: number): Market | undefined {
  const [, base, quote, mark] = MARKET.exec(id) ?? [];
  if (base === undefined || quote === undefined || quote === 'USD') return undefined;
  const iconId = coinIconId(base);
  const isSpot = mark === undefined;
  const lot = stepOf(quantity);
  return {
    id,
    name: `${base}/${quote}`,
    kind: isSpot ? 'spot' : 'perpetual',
    asset: 'crypto',
    base,
    quote,
    iconId,
    tick: stepOf(price),
    lot,
    minQuantity: lot,
    minTotal: '10',
    status: 'open',
    cycle: isSpot && quote === 'USDT' && iconId !== null,
    listedAt: recordedAt,
    origin: 'recorded',
    recordedAt,
  };
}

const decimals = (value: Dec): number => value.split('.')[1]?.length ?? 0;
const stepOf = (places: number): Dec => toText(new D(10).pow(-places));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
