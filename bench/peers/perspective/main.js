import perspective from '@perspective-dev/client';
import SERVER_WASM from '@perspective-dev/server/dist/wasm/perspective-server.wasm?url';
import { init_client } from '@perspective-dev/viewer';
import CLIENT_WASM from '@perspective-dev/viewer/dist/wasm/perspective-viewer.wasm?url';
import '@perspective-dev/viewer-datagrid';
import '@perspective-dev/viewer/dist/css/pro-dark.css';
import { reportProbe, startRows } from '../rows.ts';

/** Perspective: its table lives in its own worker, its viewer shows the plain grid, without its side panel. */
const isSorted = new URLSearchParams(location.search).get('sort') === '1';
perspective.init_server(fetch(SERVER_WASM));
await init_client(fetch(CLIENT_WASM));
const client = await perspective.worker();
const number = 'float';
const table = await client.table(
  { id: 'integer', name: 'string', volume: number, price: number, dollar: number, change: number },
  { index: 'id', name: 'list' },
);
const viewer = document.createElement('perspective-viewer');
// Its rows are lower than those of the others: as many are in sight.
Object.assign(viewer.style, { position: 'fixed', inset: '0', height: '385px' });
document.body.append(viewer);
await viewer.load(client);
await viewer.restore({
  table: 'list',
  plugin: 'Datagrid',
  columns: ['name', 'volume', 'price', 'dollar', 'change'],
  ...(isSorted && { sort: [['change', 'desc']] }),
  settings: false,
});
startRows({ form: 'columns', every: 16 }, (columns) => table.update(columns, { format: 'columns' }));
const grid = () => viewer.querySelector('perspective-viewer-datagrid');
reportProbe(() => grid()?.shadowRoot?.querySelector('tbody tr td:nth-of-type(3)')?.textContent);
