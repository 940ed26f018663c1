import './setup.ts';
import { useState } from 'react';
import { CellBoard } from '../../src/state/cells.ts';
import { Ladder } from '../../src/ui/book/Ladder.tsx';
import { TradesPanel } from '../../src/ui/market/TradesPanel.tsx';
import { show } from './show.tsx';

const ID = 'PROBE-USDT';

/** The product's own book and trades, alone on a page. */
function BookPage() {
  const [last] = useState(() => new CellBoard());
  return (
    <main>
      <Ladder id={ID} base="PROBE" last={last} onTake={() => undefined} />
      <TradesPanel id={ID} base="PROBE" />
    </main>
  );
}

const textOf = (cell: string) => document.querySelector(`[data-cell="${cell}"]`)?.textContent ?? '';

void show(<BookPage />, () => {
  const [level, trade] = [textOf('bid0:quantity'), textOf('0:quantity')];
  return level && trade ? `${level} ${trade}` : undefined;
});
