/** A list tuned by hand for one purpose: rows that stand, text nodes that are written when their text changed. */
const ROWS = 15;
const FIELDS = 4;
const root = document.getElementById('root');
const style = document.createElement('style');
style.textContent =
  'body{margin:0;background:#0b0e13;color:#eee;font:15px system-ui;font-variant-numeric:tabular-nums}' +
  '.r{display:grid;grid-template-columns:1fr 100px 100px 80px 90px;height:60px;align-items:center;contain:strict}';
document.head.append(style);
const nodes: Text[] = [];
for (let row = 0; row < ROWS; row++) {
  const line = document.createElement('div');
  line.className = 'r';
  const name = document.createElement('b');
  name.textContent = row === 0 ? 'PROBE' : `C${row}`;
  line.append(name);
  for (let field = 0; field < FIELDS; field++) {
    const cell = document.createElement('span');
    const text = document.createTextNode('');
    cell.append(text);
    line.append(cell);
    nodes.push(text);
  }
  root?.append(line);
}
const decimals = (price: number): number => (price < 0.0001 ? 8 : price < 10 ? 4 : price < 100 ? 3 : 2);
const words = [
  (value: number) => value.toFixed(decimals(value)),
  (value: number) => `${value > 0 ? '+' : ''}${value.toFixed(2)}%`,
  (value: number) => value.toFixed(0),
  (value: number) => `$${value.toFixed(decimals(value))}`,
] as const;

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
  }
};
Object.assign(window, { __probe: () => nodes[0]?.data, __ready: true });
