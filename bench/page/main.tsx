import './setup.ts';
import { useMemo, useRef, useState } from 'react';
import type { Sort } from '../../domain/index.ts';
import { MarketList, useListModel } from '../../src/ui/MarketList.tsx';
import { SortButton } from '../../src/ui/SortHeader.tsx';
import { show } from './show.tsx';

const query = new URLSearchParams(location.search);
const START: Sort = { column: 'change', state: query.get('sort') === '1' ? 1 : 0 };
/** Open views; they share the height, so that as many rows are in sight. */
const LISTS = Number(query.get('lists') ?? 1);
const hasHead = query.has('head');

/** The product's own market list, alone on a page. */
function BenchList({ sort, text }: { readonly sort: Sort; readonly text: string }) {
  const scroller = useRef<HTMLDivElement>(null);
  const model = useListModel();
  const subscription = useMemo(
    () =>
      text === '' ? ({ list: 'spot', sort } as const) : ({ list: 'search', query: text, sort } as const),
    [sort, text],
  );
  return (
    <div ref={scroller} style={{ height: `${100 / LISTS}dvh`, overflowY: 'auto', contain: 'strict' }}>
      <MarketList query={subscription} scroller={scroller} model={model} empty={null} />
    </div>
  );
}

/** The list under a header that sorts it and one that filters it, or several lists, or the list alone. */
function BenchPage() {
  const [sort, setSort] = useState<Sort>(START);
  const [text, setText] = useState('');
  return (
    <>
      {hasHead ? (
        <div style={{ position: 'fixed', zIndex: 1, right: 0, bottom: 0, background: 'var(--surface-1)' }}>
          <SortButton column="price" text="price" sort={sort} onSort={setSort} />
          <button type="button" data-filter onClick={() => setText(text === '' ? 'C19' : '')}>
            filter
          </button>
        </div>
      ) : null}
      {Array.from({ length: LISTS }, (_, list) => (
        <BenchList key={list} sort={sort} text={text} />
      ))}
    </>
  );
}

const probe = () => document.querySelector('[data-cell="0:0"]')?.textContent?.replace(/\D/g, '');

void show(<BenchPage />, probe);
