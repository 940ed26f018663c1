import '../../src/ui/tokens.css';
import '../../src/ui/base.css';
import styles from '../../src/ui/MarketList.module.css';

/**
 * The same rows in the same styles, tuned by hand for one purpose: they stand still, and text nodes are written
 * when their text changed. No list, no order, no framework, no other market.
 */
const ROWS = 15;
const ROW_PX = 60;
const root = document.getElementById('root');
document.documentElement.dataset['theme'] = 'dark';
document.documentElement.dataset['moves'] = 'green-red';

const list = document.createElement('ul');
list.className = styles['list'] ?? '';
list.style.height = `${ROWS * ROW_PX}px`;
const nodes: Text[] = [];
const changes: HTMLElement[] = [];

function element(tag: string, name: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  made.className = styles[name] ?? '';
  made.append(...children);
  return made;
}
function live(): Text {
  const node = document.createTextNode('');
  nodes.push(node);
  return node;
}
for (let row = 0; row < ROWS; row++) {
  const base = row === 0 ? 'PROBE' : `C${row}`;
  const [price, percent, volume, dollar] = [live(), live(), live(), live()];
  const name = element('b', '', base);
  const change = element('span', 'change', percent);
  changes.push(change);
  const link = element(
    'a',
    'link',
    element('span', 'spark', base.charAt(0)),
    element(
      'span',
      'name',
      element('span', 'pair', name, '/USDT'),
      element('span', 'quiet', element('span', '', volume)),
    ),
    element('span', 'spark'),
    element('span', 'price', element('span', 'strong', price), element('span', 'quiet', dollar)),
    change,
  );
  const line = element('li', 'row', link, element('button', 'star', '☆'));
  line.style.top = `${row * ROW_PX}px`;
  list.append(line);
}
root?.append(list);

const decimals = (price: number): number => (price < 0.0001 ? 8 : price < 10 ? 4 : price < 100 ? 3 : 2);
const words = [
  (value: number) => value.toFixed(decimals(value)),
  (value: number) => `${value > 0 ? '+' : ''}${value.toFixed(2)}%`,
  (value: number) => value.toFixed(0),
  (value: number) => `$${value.toFixed(decimals(value))}`,
] as const;
const FIELDS = words.length;

const last = new Float64Array(ROWS * FIELDS);
const worker = new Worker(new URL('./limit.worker.ts', import.meta.url), {
  type: 'module',
  name: `${location.search}&rows=${ROWS}`,
});
worker.onmessage = ({ data }: MessageEvent<Float64Array>) => {
  for (let i = 0; i < data.length; i++) {
    const value = data[i] ?? 0;
    if (value === last[i]) continue;
    last[i] = value;
    const text = words[i % FIELDS]?.(value) ?? '';
    const node = nodes[i];
    if (node && node.data !== text) node.data = text;
    if (i % FIELDS === 1) mark(changes[(i - 1) / FIELDS], value);
  }
};
function mark(cell: HTMLElement | undefined, value: number): void {
  const direction = value > 0 ? 'up' : 'down';
  if (cell && cell.dataset['direction'] !== direction) cell.dataset['direction'] = direction;
}
Object.assign(window, { __probe: () => nodes[0]?.data, __ready: true });
