import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CellBoard } from '../../state/cells.ts';
import { useView } from '../../state/useView.ts';
import { CopyText } from '../../ui/CopyText.tsx';
import { LiveText } from '../../ui/LiveText.tsx';
import { look } from '../../ui/look.ts';
import { Screen } from '../../ui/Screen.tsx';
import type { PerfFacts } from './perf/meter.ts';
import { Meter } from './perf/meter.ts';
import { PerfTables } from './perf/PerfTables.tsx';

const EVERY_MS = 1_000;
const WAITING = 'Waiting for a first price';
const MEANING =
  'Counted on this device while this page is open, once a second. A dash has not been measured yet: taps count once something is tapped, orders once one is sent.';

/** How fast and how steady this device is being served, counted while the screen is open. Its words are technical and English. */
export default function PerfScreen() {
  const { t } = useTranslation('app');
  const { facts, board, market } = usePerf();
  return (
    <Screen title={t('title.perf')} isRead>
      <div className={look('page')} lang="en" translate="no">
        <p className={look('surface flex spread')}>
          <span>{market || WAITING}</span>
          <b>
            <LiveText board={board} cell="price" />
          </b>
        </p>
        <p>{MEANING}</p>
        {facts ? <PerfTables facts={facts} /> : null}
        {facts ? <CopyText text={JSON.stringify(facts, undefined, 2)} label="Copy as JSON" /> : null}
      </div>
    </Screen>
  );
}

function usePerf(): {
  readonly facts: PerfFacts | undefined;
  readonly board: CellBoard;
  readonly market: string;
} {
  const [facts, setFacts] = useState<PerfFacts>();
  const [market, setMarket] = useState('');
  const [board] = useState(() => new CellBoard());
  const meter = useRef<Meter | undefined>(undefined);
  useEffect(() => {
    const own = new Meter();
    meter.current = own;
    // At once, with dashes: a second without anything looks broken.
    setFacts(own.facts());
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setFacts(own.facts());
    }, EVERY_MS);
    return () => {
      clearInterval(timer);
      own.close();
    };
  }, []);
  useView(
    useMemo(() => ({ kind: 'perf' as const }), []),
    (frame) => {
      if (frame.sample) setMarket(frame.sample.market);
      meter.current?.take(frame, (price) => board.write('price', price));
    },
  );
  return { facts, board, market };
}
