import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'plots');
const [WIDTH, HEIGHT] = [520, 220];
const EDGE = { left: 46, right: 210, top: 30, bottom: 36 };
/** Kept apart without colour too: by their dashes. Readable on light and on dark paper. */
const LINES = [
  { color: '#1f7ae0', dash: '' },
  { color: '#d9822b', dash: '6 3' },
  { color: '#3d9970', dash: '2 3' },
  { color: '#b04ac4', dash: '8 2 2 2' },
  { color: '#8a8a8a', dash: '1 4' },
];
const INK = '#808080';

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const short = (value) =>
  value >= 1_000 ? `${Number((value / 1_000).toFixed(1))}k` : `${Number(value.toFixed(1))}`;

/** A round number at or above: 1, 2 or 5 and zeros. */
function roundUp(value) {
  const size = 10 ** Math.floor(Math.log10(value || 1));
  return [1, 2, 5, 10].map((step) => step * size).find((step) => step >= value);
}

function label(x, y, text, anchor = 'middle', color = INK) {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="${color}">${escaped(text)}</text>`;
}

/** A small picture of how a cost grows. Both axes begin at zero; x is drawn by its logarithm if it spans decades. */
export function plot({ title, x, y, series }) {
  const xs = [...new Set(series.flatMap(({ points }) => points.map(([at]) => at)))].sort((a, b) => a - b);
  const top = roundUp(Math.max(...series.flatMap(({ points }) => points.map(([, value]) => value))));
  const isLog = xs[0] > 0 && xs.at(-1) / xs[0] >= 20;
  const [from, to] = isLog ? [Math.log(xs[0]), Math.log(xs.at(-1))] : [0, xs.at(-1)];
  const inner = { width: WIDTH - EDGE.left - EDGE.right, height: HEIGHT - EDGE.top - EDGE.bottom };
  const px = (value) =>
    EDGE.left + (((isLog ? Math.log(value) : value) - from) / (to - from || 1)) * inner.width;
  const py = (value) => EDGE.top + (1 - value / top) * inner.height;
  const base = py(0);
  const grid = [0, 0.5, 1].map(
    (part) =>
      `<path d="M${EDGE.left} ${py(top * part)}h${inner.width}" stroke="${INK}" stroke-opacity=".3"/>` +
      label(EDGE.left - 6, py(top * part) + 4, short(top * part), 'end'),
  );
  const ticks = xs.map((value) => label(px(value), base + 14, short(value)));
  const lines = series.map(({ name, points }, at) => {
    const { color, dash } = LINES[at % LINES.length];
    const sorted = points.toSorted(([a], [b]) => a - b);
    const path = sorted
      .map(([a, b], i) => `${i ? 'L' : 'M'}${px(a).toFixed(1)} ${py(b).toFixed(1)}`)
      .join('');
    const dots = sorted.map(
      ([a, b]) => `<circle cx="${px(a).toFixed(1)}" cy="${py(b).toFixed(1)}" r="2.5" fill="${color}"/>`,
    );
    const key = EDGE.top + 8 + at * 16;
    const edge = WIDTH - EDGE.right + 12;
    return [
      `<path d="${path}" fill="none" stroke="${color}" stroke-width="2" stroke-dasharray="${dash}"/>`,
      ...dots,
      `<path d="M${edge} ${key - 4}h16" stroke="${color}" stroke-width="2" stroke-dasharray="${dash}"/>`,
      label(edge + 20, key, name, 'start', color),
    ].join('');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif" font-size="11" role="img" aria-label="${escaped(title)}">`,
    label(EDGE.left, 16, `${title}, ${y}`, 'start'),
    ...grid,
    ...ticks,
    label(EDGE.left + inner.width / 2, HEIGHT - 6, x),
    ...lines,
    '</svg>\n',
  ].join('\n');
}

/** Writes all pictures. @returns Markdown that shows them. */
export function drawPlots(plots) {
  mkdirSync(FOLDER, { recursive: true });
  for (const each of plots) writeFileSync(join(FOLDER, `${each.file}.svg`), plot(each));
  return plots.map(({ file, title }) => `![${title}](plots/${file}.svg)`).join('\n');
}
