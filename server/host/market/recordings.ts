import { createReadStream } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { createGunzip, gunzip } from 'node:zlib';
import type { Dec, Market } from '../../../domain/index.ts';
import { coinIconId, D, toText } from '../../../domain/index.ts';
import { SettingError } from '../../base/config.ts';
import type {
  FrameRecording,
  MinuteRecording,
  RecordedMinute,
  Recordings,
} from '../../market/replay/recordings.ts';

import { flightRecording } from './flights.ts';
import type { TapeEntry } from './tapeIndex.ts';
import { readTapeIndex } from './tapeIndex.ts';

type Steps = Pick<Market, 'tick' | 'lot' | 'minTotal'>;

interface FramePlan {
  readonly id: string;
  readonly symbol: string;
  readonly kind: Market['kind'];
  readonly steps: Steps;
  readonly iconId: number;
  readonly recordedAt: number;
  readonly files: readonly string[];
}
interface MinutePlan {
  readonly id: string;
  readonly iconId: number | null;
  readonly steps: Steps;
  readonly file: string;
}

const steps = (tick: Dec, lot: Dec, minTotal: Dec = '10'): Steps => ({ tick, lot, minTotal });
const RAW = 'binance/raw-ws-2024';
const MINUTES = 'binance/candles-1m-2021';

/** Steps are those that the venue stated at the time of each recording. */
const FRAMES: readonly FramePlan[] = [
  {
    id: 'BTC-USDT',
    symbol: 'BTCUSDT',
    kind: 'spot',
    steps: steps('0.01', '0.00001'),
    iconId: 1,
    recordedAt: Date.UTC(2024, 7, 8, 23, 54),
    files: [`${RAW}/spot_btcusdt_20240808.gz`, `${RAW}/spot_btcusdt_20240809.gz`],
  },
  {
    id: 'ETH-USDT-PERP',
    symbol: 'ETHUSDT',
    kind: 'perpetual',
    steps: steps('0.01', '0.001'),
    iconId: 2,
    recordedAt: Date.UTC(2024, 7, 8, 23, 54),
    files: [`${RAW}/usdm_ethusdt_20240808.gz`],
  },
];
const CANDLES: readonly MinutePlan[] = [
  {
    id: 'BTC-USDT-2021',
    iconId: 1,
    steps: steps('0.01', '0.000001'),
    file: `${MINUTES}/BTC_USDT-1m.json.gz`,
  },
  { id: 'ETH-USDT', iconId: 2, steps: steps('0.01', '0.00001'), file: `${MINUTES}/ETH_USDT-1m.json.gz` },
  { id: 'DOGE-USDT', iconId: 6, steps: steps('0.00001', '0.1'), file: `${MINUTES}/DOGE_USDT-1m.json.gz` },
  { id: 'XRP-USDT', iconId: 5, steps: steps('0.00001', '0.01'), file: `${MINUTES}/XRP_USDT-1m.json.gz` },
  { id: 'BTT-USDT', iconId: null, steps: steps('0.0000001', '1'), file: `${MINUTES}/BTT_USDT-1m.json.gz` },
  { id: 'SHIB-USDT', iconId: 14, steps: steps('0.00000001', '1'), file: `${MINUTES}/SHIB_USDT-1m.json.gz` },
  {
    id: 'DOGE-BTC',
    iconId: 6,
    steps: steps('0.00000001', '1', '0.0001'),
    file: `${MINUTES}/DOGE_BTC-1m.json.gz`,
  },
];

/**
 * The recordings in a folder, or the flight recording that is named; those that are not there are left out.
 * @throws {SettingError} of one line when none is there.
 */
export async function openRecordings(folder: string): Promise<Recordings> {
  const frames = (await Promise.all(FRAMES.map((plan) => frameRecording(folder, plan)))).filter(
    (each) => each !== undefined,
  );
  const minutes = (await Promise.all(CANDLES.map((plan) => minuteRecording(folder, plan)))).filter(
    (each) => each !== undefined,
  );
  const tapes = (await readTapeIndex(folder)).map((entry) => tapeRecording(folder, entry));
  const all = [...new Map([...frames, ...tapes].map((each) => [each.market.id, each])).values()];
  const known = new Set([...all, ...minutes].map(({ market }) => market.id));
  const flights = await flightsBeside(folder, known);
  if (all.length + minutes.length + flights.length > 0) return { frames: all, minutes, flights };
  throw new SettingError(
    `No recordings in ${folder}: set MARKET_DATA to the folder that holds them, or MARKET=simulated.`,
  );
}

/** The flight recording of a folder, without the markets that other recordings there hold in more detail. */
async function flightsBeside(path: string, known: ReadonlySet<string>): Promise<Recordings['flights']> {
  const flight = await flightRecording(path);
  const markets = flight?.markets.filter(({ id }) => !known.has(id)) ?? [];
  return flight && markets.length > 0 ? [{ ...flight, markets }] : [];
}

function marketOf(
  id: string,
  kind: Market['kind'],
  iconId: number | null,
  own: Steps,
  recordedAt: number,
): Market {
  const [base = '', quote = '', mark] = id.split('-');
  const suffix = kind === 'spot' && mark !== undefined ? ` ${mark}` : '';
  return {
    ...own,
    id,
    name: `${base}/${quote}${suffix}`,
    kind,
    asset: 'crypto',
    base,
    quote,
    iconId,
    minQuantity: own.lot,
    status: 'open',
    // Contracts are written on what is worth dollars.
    cycle: kind === 'spot' && quote !== 'BTC',
    listedAt: recordedAt,
    origin: 'recorded',
    recordedAt,
  };
}

async function frameRecording(folder: string, plan: FramePlan): Promise<FrameRecording | undefined> {
  const files = plan.files.map((file) => join(folder, file));
  const present = await Promise.all(
    files.map((file) =>
      access(file).then(
        () => true,
        () => false,
      ),
    ),
  );
  const from = files.filter((_, i) => present.slice(0, i + 1).every(Boolean));
  if (from.length === 0) return undefined;
  return {
    market: marketOf(plan.id, plan.kind, plan.iconId, plan.steps, plan.recordedAt),
    symbol: plan.symbol,
    lines: () => linesOf(from),
  };
}

/** What `npm run record` has written; of a market that was recorded twice the last one counts. */
function tapeRecording(folder: string, { market, symbol, files }: TapeEntry): FrameRecording {
  const cycle = market.kind === 'spot' && market.quote === 'USDT';
  return {
    market: { ...market, iconId: coinIconId(market.base), cycle },
    symbol,
    lines: () => linesOf(files.map((file) => join(folder, file))),
  };
}

async function* linesOf(files: readonly string[]): AsyncGenerator<string> {
  for (const file of files) yield* createInterface({ input: createReadStream(file).pipe(createGunzip()) });
}

async function minuteRecording(folder: string, plan: MinutePlan): Promise<MinuteRecording | undefined> {
  const packed = await readFile(join(folder, plan.file)).catch(() => undefined);
  if (!packed) return undefined;
  const rows: unknown = JSON.parse((await promisify(gunzip)(packed)).toString());
  const minutes = (Array.isArray(rows) ? rows : []).map(recordedMinute).filter((each) => each !== undefined);
  return { market: marketOf(plan.id, 'spot', plan.iconId, plan.steps, minutes[0]?.[0] ?? 0), minutes };
}

/** The files hold JSON numbers of at most 15 digits, which print back as they were written. */
function recordedMinute(row: unknown): RecordedMinute | undefined {
  if (!Array.isArray(row) || row.length < 6 || !row.every((value) => Number.isFinite(value)))
    return undefined;
  const [at, ...values] = row as [number, number, number, number, number, number];
  const [open = '0', high = '0', low = '0', close = '0', volume = '0'] = values.map((value) =>
    toText(new D(value)),
  );
  return [at, open, high, low, close, volume];
}
