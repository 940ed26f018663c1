import type { ReactNode } from 'react';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { CycleMark } from '../../../workers/api.ts';
import { lazyChunk } from '../../app/chunks.ts';
import { Chart } from '../chart/Chart.tsx';
import type { ChartEngine } from '../chart/engine.ts';
import { addBackEntry } from '../dialog/backEntries.ts';
import { hasDrawings } from '../drawing/storedDrawings.ts';
import { look } from '../look.ts';
import { LOW, useMedia } from '../useMedia.ts';
import type { ChartChoice } from './chartMemory.ts';
import { storeChart, storedChart } from './chartMemory.ts';
import type { ChartKind, ChartStyle } from './chartStyle.ts';
import { panesOf, savedStyle, saveStyle } from './chartStyle.ts';
import { Intervals } from './Intervals.tsx';
import styles from './MarketChart.module.css';

const Drawings = lazy(lazyChunk(() => import('../drawing/Drawings.tsx')));
const IndicatorSheet = lazy(lazyChunk(() => import('./IndicatorSheet.tsx')));

/** A market's chart with its intervals, as it was last looked at. */
export default function MarketChart({
  id,
  kind,
  onMove,
  entries,
  memory = id,
  first,
  marks,
  head,
  onPrice,
  over,
  actions,
  isPage = false,
}: {
  readonly id: string;
  /** Charts of a kind have the same indicators. */
  readonly kind: ChartKind;
  /** Own orders are drawn, and one was dragged to this place on the chart. */
  readonly onMove?: (order: number, price: number) => void;
  /** Entry prices of cycle contracts. */
  readonly entries?: readonly CycleMark[];
  /** Under which name it is remembered how the chart was looked at; absent: under the market's. */
  readonly memory?: string;
  /** How it is looked at first. */
  readonly first?: ChartChoice;
  /** Whose orders are drawn; absent: those of the spot market. */
  readonly marks?: 'marks' | 'futuresMarks';
  /** What it is of, said where nothing else on the screen does. */
  readonly head?: ReactNode;
  /** A line's price goes into an order; absent: none is made from here. */
  readonly onPrice?: ((price: string) => void) | undefined;
  /** What stands on the chart, once it is there; the same function until that changes. */
  readonly over?: ((engine: ChartEngine) => ReactNode) | undefined;
  /**
   * What is traded from here, under a chart that has the whole screen: it covers the screen's own. @param leave gives the
   * screen back.
   */
  readonly actions?: (leave: () => void) => ReactNode;
  /** The screen is there for the chart: it has all of it where the window is low. */
  readonly isPage?: boolean;
}) {
  const [chart, setChart] = useState(() => storedChart(memory, first));
  const change = (next: Partial<typeof chart>) => {
    const merged = { ...chart, ...next };
    setChart(merged);
    storeChart(memory, merged);
  };
  const [drawn, setDrawn] = useChartStyle(kind);
  const [isChoosing, setChoosing] = useState(false);
  const [isFull, setFull] = useFull(isPage);
  const [isDrawing, setDrawing] = useState(false);
  const [engine, setEngine] = useState<ChartEngine>();
  // At once: what is scrolled to next stands where it belongs only when the chart is back in its place.
  const leave = () => flushSync(() => setFull(false));
  // The ticket stands beside the chart, or under it.
  const order =
    onPrice &&
    ((price: string) => {
      leave();
      onPrice(price);
    });
  return (
    <section
      className={look('shrinks', styles['chart'])}
      data-full={isFull || undefined}
      data-panes={panesOf(drawn.indicators)}
      data-dense
    >
      <div className={look('shrinks', styles['row'])}>
        {isFull ? <div className={look('row whole', styles['head'])}>{head}</div> : null}
        <Intervals
          interval={chart.interval}
          onInterval={(interval) => change({ interval })}
          onIndicators={() => setChoosing(true)}
          isFull={isFull}
          onFull={setFull}
          isDrawing={isDrawing}
          onDrawing={setDrawing}
        />
      </div>
      <div className={look('flex relative', styles['canvas'])} data-drawn>
        {engine && (isDrawing || hasDrawings(id)) ? (
          <Suspense fallback={null}>
            <Drawings key={id} engine={engine} market={id} isDrawing={isDrawing} onPrice={order} />
          </Suspense>
        ) : null}
        <Chart
          id={id}
          interval={chart.interval}
          indicators={drawn.indicators}
          scale={drawn.scale}
          hasProfile={drawn.hasProfile}
          onMove={onMove}
          entries={entries}
          marks={marks}
          onEngine={setEngine}
        />
        {engine && !isDrawing ? over?.(engine) : null}
      </div>
      {isFull && actions ? <div className={look('rigid inset')}>{actions(leave)}</div> : null}
      {isChoosing ? (
        <Suspense fallback={null}>
          <IndicatorSheet look={drawn} onChange={setDrawn} onClose={() => setChoosing(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}

/** What the charts of a kind show beside their bars, as kept on this device. */
function useChartStyle(kind: ChartKind): readonly [look: ChartStyle, set: (look: ChartStyle) => void] {
  const [kept, setKept] = useState<{ readonly kind: ChartKind; readonly look: ChartStyle }>();
  const look = useMemo(() => (kept?.kind === kind ? kept.look : savedStyle(kind)), [kept, kind]);
  const set = useCallback(
    (next: ChartStyle) => {
      saveStyle(kind, next);
      setKept({ kind, look: next });
    },
    [kind],
  );
  return [look, set];
}

/** Whether the chart has the whole screen: as chosen, else where the window is low. Back and Escape give it back. */
function useFull(isPage: boolean): readonly [isFull: boolean, set: (isFull: boolean) => void] {
  const isLow = useMedia(LOW);
  const [chosen, setChosen] = useState<boolean>();
  // Where the screen is there for the chart a phone that is turned is measured again; elsewhere what was chosen stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the window's height is what it follows
  useEffect(() => {
    if (isPage) setChosen(undefined);
  }, [isLow, isPage]);
  const isChosen = chosen === true;
  useEffect(() => {
    if (!isChosen) return undefined;
    const close = () => setChosen(false);
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close();
    const forget = addBackEntry(close);
    window.addEventListener('keydown', onKey);
    return () => {
      forget();
      window.removeEventListener('keydown', onKey);
    };
  }, [isChosen]);
  return [chosen ?? (isPage && isLow), setChosen];
}
