import { budget, median, withReason } from './report.mjs';

const AREA = 'market list';
const NOTE = 'see "Where the time of the list goes" and "Why what is missed is missed"';

/** What one page had in one case, in each run. */
const valuesOf = (runs, name, page, figure) => runs.map((run) => run[name]?.[page]?.[figure]);
const hasCase = (runs, name, page) => runs[0][name]?.[page] !== undefined;

/** A ratio of two figures of each run. @param of and @param to [case, page]. */
function ratios(runs, figure, of, to) {
  const [above, below] = [valuesOf(runs, ...of, figure), valuesOf(runs, ...to, figure)];
  return above.map((value, run) => value / below[run]);
}

/** Busy against another page of the same case. */
function against(runs, name, peer, most) {
  if (!hasCase(runs, name, 'ours') || !hasCase(runs, name, peer)) return [];
  const values = ratios(runs, 'busy', [name, 'ours'], [name, peer]);
  return [
    budget({
      area: AREA,
      what: `${name}: busy, of ${peer}`,
      wanted: most ? { most } : {},
      values,
    }),
  ];
}

/** Worked against the limit's: what other threads and programs do to it shows less than in busy. */
function worked(runs, name) {
  if (!hasCase(runs, name, 'ours') || !hasCase(runs, name, 'limit')) return [];
  const values = ratios(runs, 'cpu', [name, 'ours'], [name, 'limit']);
  return [budget({ area: AREA, what: `${name}: processor time, of limit`, values })];
}

/** Busy of a page in one case against another. */
function growth(runs, what, name, before, most, page = 'ours') {
  if (!hasCase(runs, name, page) || !hasCase(runs, before, page)) return [];
  const values = ratios(runs, 'busy', [name, page], [before, page]);
  return [budget({ area: AREA, what, wanted: most ? { most } : {}, values })];
}

function storedPace(runs, name, before) {
  if (!hasCase(runs, name, 'ours') || !hasCase(runs, before, 'ours')) return [];
  const values = ratios(runs, 'shownHz', [name, 'ours'], [before, 'ours']);
  return [budget({ area: AREA, what: `${name}: shown a second, of 2,000`, wanted: { least: 0.95 }, values })];
}

function slow(runs, name) {
  if (!hasCase(runs, name, 'ours')) return [];
  const sides = [
    [name, 'ours'],
    [name, 'limit'],
  ];
  const ours = (figure) => valuesOf(runs, name, 'ours', figure);
  const limit = (figure) => valuesOf(runs, name, 'limit', figure);
  const row = (what, wanted, values, unit = 'x') =>
    budget({ area: AREA, what: `${name}: ${what}`, wanted, values, unit });
  return [
    row('frames a second, of limit', { least: 0.97 }, ratios(runs, 'fps', ...sides)),
    row('long tasks', { most: 0 }, ours('longTasks'), ''),
    row('stale p99, of limit', { most: 1.3 }, ratios(runs, 'stale99', ...sides)),
    row(
      'slowest tap, more than limit',
      { most: 16 },
      ours('tapMs').map((ms, run) => ms - limit('tapMs')[run]),
      'ms',
    ),
    row('busy, of limit', {}, ratios(runs, 'busy', ...sides)),
  ];
}

/** The lines of the table. @param taps ms from the tap to the new order's paint, of each run and kind. */
export function listBudgets(runs, taps) {
  return allRows(runs, taps).map((row) => withReason(row, NOTE));
}

function allRows(runs, taps) {
  const tap = (what, values) =>
    budget({ area: AREA, what: `${what}, 4x: tap to paint`, wanted: { most: 50 }, values, unit: 'ms' });
  return [
    ...['60 Hz 10k', '60 Hz 50k'].flatMap((name) => [
      ...against(runs, name, 'limit', 1.25),
      ...worked(runs, name),
      ...against(runs, name, 'virtual', 0.8),
      ...against(runs, name, 'virtualPrepared'),
      ...against(runs, name, 'perspective'),
    ]),
    ...against(runs, '20 Hz 10k', 'limit', 1.2),
    ...against(runs, '20 Hz 10k', 'agGrid', 1),
    ...against(runs, '20 Hz 10k', 'agGridPrepared'),
    ...against(runs, '20 Hz 50k', 'limit', 1.2),
    ...against(runs, '20 Hz 50k', 'agGrid', 0.5),
    ...against(runs, '20 Hz 50k', 'agGridPrepared'),
    ...against(runs, 'sorted', 'agGrid'),
    ...growth(runs, '20 Hz: busy at 50k, of 10k', '20 Hz 50k', '20 Hz 10k', 1.15),
    ...growth(runs, '60 Hz: busy at 50k, of 10k', '60 Hz 50k', '60 Hz 10k', 1.15),
    ...growth(runs, "60 Hz: the limit's busy at 50k, of 10k", '60 Hz 50k', '60 Hz 10k', undefined, 'limit'),
    ...slow(runs, '60 Hz 50k 4x'),
    ...slow(runs, '20 Hz 50k 4x'),
    ...growth(runs, '20,000 symbols: busy, of 2,000', '20,000 symbols', '20 Hz 50k', 1.1),
    // Less would be less work too: busy says nothing without it.
    ...storedPace(runs, '20,000 symbols', '20 Hz 50k'),
    tap('sort', taps.sort),
    tap('filter', taps.filter),
    budget({
      area: AREA,
      what: 'heap, 50k',
      values: valuesOf(runs, '20 Hz 50k', 'ours', 'heapMb'),
      unit: 'MB',
    }),
  ];
}

const shown = (figures) => `${figures.toFixed(0)} Hz`;

/** A line of a picture: busy of a page over cases that differ in one number. */
function series(runs, page, name, points) {
  const there = points.filter(([, key]) => hasCase(runs, key, page));
  const hz = there.map(([, key]) => median(valuesOf(runs, key, page, 'shownHz')));
  return {
    name: there.length > 0 ? `${name}, ${shown(median(hz))}` : name,
    points: there.map(([x, key]) => [x, median(valuesOf(runs, key, page, 'busy'))]),
  };
}

/** How busy grows; none of a quick look. */
export function listPlots(runs) {
  const rates = (hz) => [1, 10, 50].map((k) => [k * 1_000, `${hz} Hz ${k}k`]);
  const picture = (file, title, x, lines) => ({
    file,
    title,
    x,
    y: 'busy, % of a core',
    series: lines.filter(({ points }) => points.length > 1),
  });
  const rows = [
    [5, '5 rows'],
    [14, '20 Hz 50k'],
    [30, '30 rows'],
  ];
  const symbols = [
    [200, '200 symbols'],
    [2_000, '20 Hz 50k'],
    [20_000, '20,000 symbols'],
  ];
  const views = [1, 2, 4, 8].map((count) => [count, count === 1 ? '20 Hz 50k' : `${count} views`]);
  return [
    picture('list-rate-60', 'Market list, 60 Hz', 'updates a second', [
      series(runs, 'ours', 'ours', rates(60)),
      series(runs, 'limit', 'limit', rates(60)),
      series(runs, 'virtual', 'react-virtual', rates(60)),
      series(runs, 'virtualPrepared', 'react-virtual, prepared feed', rates(60)),
      series(runs, 'perspective', 'Perspective', rates(60)),
    ]),
    picture('list-rate-20', 'Market list, 20 Hz', 'updates a second', [
      series(runs, 'ours', 'ours', rates(20)),
      series(runs, 'limit', 'limit', rates(20)),
      series(runs, 'agGrid', 'AG Grid', rates(20)),
      series(runs, 'agGridPrepared', 'AG Grid, prepared feed', rates(20)),
    ]),
    picture('list-symbols', 'Market list, 50,000/s', 'symbols', [series(runs, 'ours', 'ours', symbols)]),
    picture('list-rows', 'Market list, 50,000/s', 'rows in sight', [
      series(runs, 'ours', 'ours', rows),
      series(runs, 'limit', 'limit', rows),
    ]),
    picture('list-views', 'Market list, 50,000/s', 'open views, as many rows in all', [
      series(runs, 'ours', 'ours', views),
    ]),
  ].filter((each) => each.series.length > 0);
}
