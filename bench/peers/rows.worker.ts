import { GeneratedMarket, listVolume, PROBE_CHANGE, pace, probeTime } from '../page/generator.ts';

/**
 * The generator for pages that keep all rows themselves. `updates`: an object for each update, as they come, those of
 * one step in one message. The other forms hold the newest values of the rows that changed, every `every` ms, and cost
 * the page least. `buffer`: a transferred buffer of row, price, change, volume; `rows`: objects; `columns`: a text that
 * an engine reads in its own worker.
 */
const query = new URLSearchParams(self.name);
const market = new GeneratedMarket(Number(query.get('symbols') ?? 2_000));
const form = query.get('form') ?? 'buffer';
const FIELDS = 4;

let probe = probeTime() / 100;
const changed = new Set<number>(Array.from({ length: market.count }, (_, row) => row));
let step: object[] = [];
let isFirst = true;
const tick = (row: number): void => {
  market.tick(row);
  changed.add(row);
  if (form === 'updates') step.push(...objects([row]));
};
pace(Number(query.get('u') ?? 10_000), 10, (due) => {
  tick(0);
  probe = probeTime() / 100;
  for (let i = 1; i < due; i++) tick(market.pick());
});

function valuesOf(row: number): readonly [number, number, number] {
  const volume = listVolume(market, row);
  return row === 0 ? [probe, PROBE_CHANGE, volume] : [market.at(row, 0), market.at(row, 1), volume];
}

function buffer(rows: readonly number[]): Float64Array<ArrayBuffer> {
  const frame = new Float64Array(rows.length * FIELDS);
  rows.forEach((row, at) => {
    frame.set([row, ...valuesOf(row)], at * FIELDS);
  });
  return frame;
}

function objects(rows: readonly number[]) {
  return rows.map((row) => {
    const [price, change, volume] = valuesOf(row);
    return { id: row, name: row === 0 ? 'PROBE' : `C${row}`, price, change, volume, dollar: price };
  });
}

/** Columns of the changed rows as JSON; volumes in 10^12, as the others write them. */
function columns(rows: readonly number[]): string {
  const all = objects(rows).map((row) => ({ ...row, volume: row.volume / 1e12 }));
  const names = ['id', 'name', 'volume', 'price', 'dollar', 'change'] as const;
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, all.map((row) => row[name])])));
}

setInterval(
  () => {
    const rows = [...changed];
    changed.clear();
    if (rows.length === 0) return;
    if (form === 'updates') {
      // The first message holds all rows.
      self.postMessage(isFirst ? objects(rows) : step);
      step = [];
      isFirst = false;
    } else if (form === 'rows') self.postMessage(objects(rows));
    else if (form === 'columns') self.postMessage(columns(rows));
    else {
      const frame = buffer(rows);
      self.postMessage(frame, { transfer: [frame.buffer] });
    }
  },
  Number(query.get('every') ?? 16),
);
