import '../../src/ui/tokens.css';
import '../../src/ui/base.css';
import ladder from '../../src/ui/book/Ladder.module.css';
import panel from '../../src/ui/market/TradesPanel.module.css';

/** The limit of a book with its trades: the product's rows in the product's styles, written by hand. */
const [DEPTH, TRADES] = [8, 30];
Object.assign(document.documentElement.dataset, { theme: 'dark', moves: 'green-red' });

function made(tag: string, className: string, parent: HTMLElement): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  parent.append(element);
  return element;
}
function live(parent: HTMLElement): Text {
  const text = document.createTextNode('');
  made('span', '', parent).append(text);
  return text;
}

const root = made('main', '', document.body);
const book = made('section', ladder['book'] ?? '', root);

/** The levels of a side: where its quantity goes, and whose bar its share is. */
function side(name: 'ask' | 'bid') {
  const list = made('ol', ladder[name] ?? '', book);
  const levels = Array.from({ length: DEPTH }, (_, level) => {
    const line = made('button', '', made('li', '', list));
    live(line).data = (50_000 + (name === 'ask' ? level + 1 : -level - 1) * 0.01).toFixed(2);
    return { line, quantity: live(line) };
  });
  return levels;
}
// Bids come first in a frame.
const asks = side('ask');
const levels = [...side('bid'), ...asks];
const body = made('tbody', '', made('table', panel['trades'] ?? '', root));
const rows = Array.from({ length: TRADES }, () => {
  const line = made('tr', '', body);
  const [time, price, quantity] = [0, 1, 2].map(() => live(made('td', '', line)));
  return { time, price, quantity };
});

function write(node: Text | undefined, text: string): void {
  if (node && node.data !== text) node.data = text;
}
function mark(node: Text | undefined, direction: 'up' | 'down'): void {
  const cell = node?.parentElement;
  if (cell && cell.dataset['direction'] !== direction) cell.dataset['direction'] = direction;
}
const clock = new Intl.DateTimeFormat('en', { timeStyle: 'medium', hour12: false });

const worker = new Worker(new URL('./book.worker.ts', import.meta.url), {
  type: 'module',
  name: location.search,
});
worker.onmessage = ({ data }: MessageEvent<Float64Array>) => {
  levels.forEach(({ line, quantity }, at) => {
    write(quantity, (data[2 * at] ?? 0).toFixed(4));
    line.style.setProperty('--share', `${(100 * (data[2 * at + 1] ?? 0)).toFixed(1)}%`);
  });
  rows.forEach(({ time, price, quantity }, at) => {
    const [paid = 0, amount = 0, isBuy = 0, moment = 0] = data.subarray(
      4 * (DEPTH + at),
      4 * (DEPTH + at + 1),
    );
    write(time, clock.format(moment));
    write(price, paid.toFixed(2));
    mark(price, isBuy ? 'up' : 'down');
    write(quantity, amount.toFixed(4));
  });
  const probe = () => `${levels[0]?.quantity.data} ${rows[0]?.quantity?.data}`;
  Object.assign(window, { __probe: probe, __ready: true });
};
