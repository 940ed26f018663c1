import { AllCommunityModule, createGrid, ModuleRegistry, themeQuartz } from 'ag-grid-community';
import { words } from '../../limit/words.ts';
import { isPrepared, reportProbe, STEP_MS, startRows } from '../rows.ts';

/**
 * AG Grid as its makers advise for streams: rows by id, and each update given to asynchronous transactions, which the
 * grid carries out together after its own wait. `fed=prepared`: the newest values of changed rows alone, once a wait.
 */
const WAIT_MS = 50;
const isSorted = new URLSearchParams(location.search).get('sort') === '1';
const root = document.getElementById('root');
root.style.height = '100dvh';
document.body.style.margin = '0';
ModuleRegistry.registerModules([AllCommunityModule]);

const column = (field, width, format) => ({
  field,
  width,
  valueFormatter: format && (({ value }) => format(value)),
});
let grid;
const fed = isPrepared ? { form: 'rows', every: WAIT_MS } : { form: 'updates', every: STEP_MS };
startRows(fed, (rows) => {
  if (grid) {
    grid.applyTransactionAsync({ update: rows });
    return;
  }
  // The first frame holds all rows.
  grid = createGrid(root, {
    theme: themeQuartz.withParams({ cellHorizontalPadding: 4 }),
    rowData: rows,
    getRowId: ({ data }) => String(data.id),
    rowHeight: 60,
    asyncTransactionWaitMillis: WAIT_MS,
    columnDefs: [
      column('name', 80),
      column('volume', 70, words.volume),
      column('price', 90, words.price),
      column('dollar', 80, words.dollar),
      { ...column('change', 70, words.change), ...(isSorted && { sort: 'desc' }) },
    ],
  });
});
reportProbe(() => document.querySelector('.ag-row[row-index="0"] [col-id="price"]')?.textContent);
