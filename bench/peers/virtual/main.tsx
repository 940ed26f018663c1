import '../../../src/ui/tokens.css';
import '../../../src/ui/base.css';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { ReactNode } from 'react';
import { memo, useCallback, useRef, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import styles from '../../../src/ui/MarketList.module.css';
import { words } from '../../limit/words.ts';
import { isPrepared, reportProbe } from '../rows.ts';
import type { RowValues } from './store.ts';
import { NOTHING, RowStore, startTable } from './store.ts';

const ROW_PX = 60;
const COUNT = Number(new URLSearchParams(location.search).get('symbols') ?? 2_000);

interface RowProps extends RowValues {
  readonly row: number;
  readonly top: number;
}

/** The same row in the same styles, rendered by React each time its values change. */
const Row = memo(function Row({ row, top, price, change, volume }: RowProps) {
  const base = row === 0 ? 'PROBE' : `C${row}`;
  return (
    <li className={styles['row']} style={{ top }}>
      <a className={styles['link']} href="#detail">
        <span className={styles['spark']}>{base.charAt(0)}</span>
        <span className={styles['name']}>
          <span className={styles['pair']}>
            <b>{base}</b>/USDT
          </span>
          <span className={styles['quiet']}>
            <span>{words.volume(volume)}</span>
          </span>
        </span>
        <span className={styles['spark']} />
        <span className={styles['price']}>
          <span className={styles['strong']} data-price={row}>
            {words.price(price)}
          </span>
          <span className={styles['quiet']}>{words.dollar(price)}</span>
        </span>
        <span>
          <span className={styles['change']} data-direction={change > 0 ? 'up' : 'down'}>
            {words.change(change)}
          </span>
        </span>
      </a>
      <button type="button" className={styles['star']}>
        ☆
      </button>
    </li>
  );
});

/** A row that has its values from a store, which notifies it when they change. */
const StoredRow = memo(function StoredRow({ store, row, top }: Stored) {
  const subscribe = useCallback((listener: () => void) => store.subscribe(row, listener), [store, row]);
  return <Row row={row} top={top} {...useSyncExternalStore(subscribe, () => store.read(row))} />;
});
interface Stored {
  readonly store: RowStore;
  readonly row: number;
  readonly top: number;
}

type RowOf = (row: number, top: number) => ReactNode;

function List({ rowOf }: { readonly rowOf: RowOf }) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: COUNT,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 2,
  });
  return (
    <div ref={scroller} style={{ height: '100dvh', overflowY: 'auto', contain: 'strict' }}>
      <ul className={styles['list']} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => rowOf(index, start))}
      </ul>
    </div>
  );
}

/** All rows in state, which is set once an animation frame; memoised rows render when their values are others. */
function Table() {
  const [rows, setRows] = useState<readonly RowValues[]>([]);
  const [isStarted] = useState(() => startTable(COUNT, setRows));
  if (!isStarted) return null;
  return <List rowOf={(row, top) => <Row key={row} row={row} top={top} {...(rows[row] ?? NOTHING)} />} />;
}

function Prepared() {
  const [store] = useState(() => new RowStore(COUNT));
  return <List rowOf={(row, top) => <StoredRow key={row} store={store} row={row} top={top} />} />;
}

Object.assign(document.documentElement.dataset, { theme: 'dark', moves: 'green-red' });
const root = document.getElementById('root');
if (root) createRoot(root).render(isPrepared ? <Prepared /> : <Table />);
reportProbe(() => {
  const text = document.querySelector('[data-price="0"]')?.textContent;
  return Number(text) > 0 ? text : undefined;
});
