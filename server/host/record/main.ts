import { resolve } from 'node:path';
import { Command } from 'commander';
import { HOUR_MS } from '../../../domain/index.ts';
import { isVenueName, loadVenue, VenueError, venueNames } from '../../../feeds/index.ts';
import { SettingError, settingsFrom } from '../../base/config.ts';
import { venueDeps } from '../market/venueDeps.ts';
import { record } from './recorder.ts';

const MOST_BYTES = 64 * 1024 * 1024;
const TELL_MS = 10_000;
const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: HOUR_MS };

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** ms of `30s`, `10m`, `2h`. @throws {SettingError} */
function lengthOf(text: string): number {
  const [, count, unit = ''] = /^(\d{1,5})([smh])$/.exec(text) ?? [];
  const ms = count === undefined ? 0 : Number.parseInt(count, 10) * (UNITS[unit] ?? 0);
  if (ms > 0) return ms;
  throw new SettingError(`${text} is no length of time: write 30s, 10m or 2h.`);
}

async function run(name: string, symbol: string, length: string, { out }: { readonly out: string }) {
  const ms = lengthOf(length);
  if (!isVenueName(name)) throw new SettingError(`Venues are ${venueNames.join(', ')}, not ${name}.`);
  const { venueHosts } = settingsFrom(process.env);
  const folder = resolve(out);
  const recording = await record({
    adapter: await loadVenue(name),
    deps: venueDeps,
    hosts: venueHosts[name],
    symbol,
    folder,
    mostBytes: MOST_BYTES,
  });
  say(`Recording ${recording.market.name} of ${name} for ${length}; Ctrl+C ends it sooner.`);
  const report = setInterval(() => say(`${recording.count()} frames`), TELL_MS);
  await new Promise<void>((done) => {
    const timer = setTimeout(done, ms);
    recording.failed.then(() => {
      clearTimeout(timer);
      done();
    });
    // Not `once`: a terminal signals the whole process group, and the parent process forwards the signal
    // again.
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        clearTimeout(timer);
        done();
      });
  });
  clearInterval(report);
  const files = await recording.close();
  if (files.length === 0) throw new SettingError('Nothing was heard: no file was written.');
  say(`${recording.count()} frames in ${files.join(', ')}`);
  say(`Replay them with MARKET=replay MARKET_DATA=${folder}`);
}

const program = new Command('npm run record --')
  .description('Records the book and the trades of one market, to be replayed with MARKET=replay.')
  .argument('<venue>', venueNames.join(', '))
  .argument('<symbol>', 'as the venue or as we call it: BTCUSDT, BTC-USDT-PERP')
  .argument('<length>', '30s, 10m, 2h')
  .option('--out <folder>', 'where files are written', './recordings')
  .action(run);

try {
  await program.parseAsync();
  process.exit(0);
} catch (error) {
  const isAway = error instanceof VenueError;
  const text = isAway ? `The venue does not answer (${error.message}).` : String(error);
  process.stderr.write(`${error instanceof SettingError ? error.message : text}\n`);
  process.exit(1);
}
