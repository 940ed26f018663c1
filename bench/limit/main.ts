import { bareRows, productRows } from './rows.ts';
import { words } from './words.ts';

/**
 * The limit: rows that stand still, tuned by hand for one purpose. Text nodes are written when their text changed;
 * no list, no order, no framework, no other market.
 */
const query = new URLSearchParams(location.search);
/** As many as are in sight, and one. */
const ROWS = Math.ceil(Number(query.get('height') ?? 844) / 60);
const root = document.createElement('main');
document.body.append(root);
const isBare = query.get('rows') === 'bare';
const rows = isBare ? bareRows(root, ROWS) : productRows(root, ROWS);
const nodes = rows.flatMap(({ texts }) => texts);

const texts = [words.price, words.change, words.volume, words.dollar] as const;
const FIELDS = texts.length;
const CHANGE = 1;

const last = new Float64Array(ROWS * FIELDS);
const worker = new Worker(new URL('./limit.worker.ts', import.meta.url), {
  type: 'module',
  name: `${location.search}&count=${ROWS}`,
});
worker.onmessage = ({ data }: MessageEvent<Float64Array>) => {
  for (let i = 0; i < data.length; i++) {
    const value = data[i] ?? 0;
    if (value === last[i]) continue;
    last[i] = value;
    const text = texts[i % FIELDS]?.(value) ?? '';
    const node = nodes[i];
    if (node && node.data !== text) node.data = text;
    if (i % FIELDS === CHANGE) mark(rows[(i - CHANGE) / FIELDS]?.change, value);
  }
};
function mark(cell: HTMLElement | undefined, value: number): void {
  const direction = value > 0 ? 'up' : 'down';
  if (cell && cell.dataset['direction'] !== direction) cell.dataset['direction'] = direction;
}

const waiting = setInterval(() => {
  if (!nodes[0]?.data) return;
  clearInterval(waiting);
  Object.assign(window, { __probe: () => nodes[0]?.data.replace(/\D/g, ''), __ready: true });
}, 50);
