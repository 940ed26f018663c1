import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { subscribe, useSnapshot } from 'valtio';
import type { ChartInterval } from '../../../domain/index.ts';
import { languageTag } from '../../../domain/index.ts';
import type { BarLegend, CandlesFrame, CandlesView, Freshness } from '../../../workers/api.ts';
import { lazyChunk } from '../../app/chunks.ts';
import { CellBoard } from '../../state/cells.ts';
import { settings } from '../../state/settings.ts';
import { useView } from '../../state/useView.ts';
import { Failed } from '../Notice.tsx';
import { StaleMark } from '../StaleMark.tsx';
import styles from './Chart.module.css';
import type { ChartEngine } from './engine.ts';
import { Legend, writeLegend } from './Legend.tsx';

interface ChartProps {
  readonly id: string;
  readonly interval: ChartInterval;
  readonly showsAverages: boolean;
}

const FIRST_WANT = 300;
const STEP_WANT = 300;

const loadEngine = lazyChunk(() => import('./engine.ts'));

/** A candle chart that goes back as far as there are bars. */
export function Chart(props: ChartProps) {
  const [attempt, setAttempt] = useState(0);
  const { language } = useSnapshot(settings);
  // A new engine for what the library cannot change in place.
  const key = `${props.id}:${props.interval}:${props.showsAverages}:${language}:${attempt}`;
  return <ChartBody key={key} {...props} onRetry={() => setAttempt((count) => count + 1)} />;
}

function ChartBody({ id, interval, showsAverages, onRetry }: ChartProps & { readonly onRetry: () => void }) {
  const { t } = useTranslation('detail');
  const element = useRef<HTMLDivElement>(null);
  const engine = useRef<ChartEngine | undefined>(undefined);
  const waiting = useRef<CandlesFrame[]>([]);
  const hovered = useRef<number | undefined>(undefined);
  const [board] = useState(() => new CellBoard());
  const [want, setWant] = useState(FIRST_WANT);
  const [freshness, setFreshness] = useState<Freshness>();
  const [phase, setPhase] = useState<'loading' | 'ready' | 'failed'>('loading');
  const view = useMemo<CandlesView>(() => ({ kind: 'candles', id, interval, want }), [id, interval, want]);

  const { legendAt } = useView(view, (frame) => {
    setPhase((before) => (frame.failed && before !== 'ready' ? 'failed' : 'ready'));
    setFreshness((before) =>
      before?.state === frame.freshness.state && before.ageText === frame.freshness.ageText
        ? before
        : frame.freshness,
    );
    if (hovered.current === undefined) writeLegend(board, frame.legend);
    if (engine.current) engine.current.apply(frame);
    else waiting.current = frame.mode === 'reset' ? [frame] : [...waiting.current, frame];
  });

  const onHover = useCallback(
    (time: number | undefined) => {
      hovered.current = time;
      if (time !== undefined)
        void legendAt(time).then((legend: BarLegend | undefined) => legend && writeLegend(board, legend));
    },
    [legendAt, board],
  );

  useEffect(() => {
    let isGone = false;
    let unfollow: () => void = () => undefined;
    loadEngine().then(
      ({ ChartEngine }) => {
        if (isGone || !element.current) return;
        const made = new ChartEngine(element.current, {
          language: languageTag(settings.language),
          isLine: interval === 'line',
          showsAverages,
          onNearPast: () => setWant((before) => Math.max(before, made.length + STEP_WANT)),
          onHover,
        });
        engine.current = made;
        for (const frame of waiting.current) made.apply(frame);
        waiting.current = [];
        unfollow = subscribe(settings, () => made.restyle());
      },
      () => setPhase('failed'),
    );
    return () => {
      isGone = true;
      unfollow();
      engine.current?.destroy();
      engine.current = undefined;
    };
  }, [interval, showsAverages, onHover]);

  return (
    <div className={styles['chart']} data-phase={phase}>
      <div className={styles['head']}>
        <Legend board={board} showsAverages={showsAverages && interval !== 'line'} />
        <StaleMark freshness={freshness} />
      </div>
      {phase === 'failed' ? <Failed onRetry={onRetry} /> : null}
      <div ref={element} className={styles['canvas']} role="img" aria-label={t('chart.label')} />
      <a
        className={styles['by']}
        href="https://www.tradingview.com/"
        rel="noreferrer noopener"
        target="_blank"
      >
        {t('chart.by')}
      </a>
    </div>
  );
}
