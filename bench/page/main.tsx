import './setup.ts';
import { useMemo, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import '../../src/ui/tokens.css';
import '../../src/ui/base.css';
import { followLook } from '../../src/app/look.ts';
import { startWords } from '../../src/i18n/index.ts';
import { MarketList, useListModel } from '../../src/ui/MarketList.tsx';

declare global {
  interface Window {
    __ready?: boolean;
    __probe?: () => string | undefined;
    __applied?: number;
  }
}

const isSorted = new URLSearchParams(location.search).get('sort') === '1';

/** The product's own market list, alone on a page. */
function BenchList() {
  const scroller = useRef<HTMLDivElement>(null);
  const model = useListModel();
  const query = useMemo(
    () => ({ list: 'spot', sort: { column: 'change', state: isSorted ? 1 : 0 } }) as const,
    [],
  );
  window.__probe = () => document.querySelector('[data-cell="0:0"]')?.textContent?.replace(/\D/g, '');
  Object.defineProperty(window, '__applied', { configurable: true, get: () => model.applied });
  return (
    <div ref={scroller} style={{ height: '100dvh', overflowY: 'auto', contain: 'strict' }}>
      <MarketList query={query} scroller={scroller} model={model} empty={null} />
    </div>
  );
}

followLook(() => undefined);
const root = document.getElementById('root');
if (root) {
  startWords('en_us').then(() => {
    createRoot(root).render(
      <BrowserRouter>
        <BenchList />
      </BrowserRouter>,
    );
    const waiting = setInterval(() => {
      if (!/\d/.test(window.__probe?.() ?? '')) return;
      clearInterval(waiting);
      window.__ready = true;
    }, 50);
  });
}
