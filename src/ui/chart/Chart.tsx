import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { ChartInterval, Indicator } from '../../../domain/index.ts';
import type {
  CandlesFrame,
  CandlesView,
  CycleMark,
  Freshness,
  FuturesMarksView,
  MarksFrame,
  MarksView,
} from '../../../workers/api.ts';
import { CellBoard } from '../../state/cells.ts';
import { settings } from '../../state/settings.ts';
import { useView } from '../../state/useView.ts';
import { FreshMark } from '../FreshMark.tsx';
import { look } from '../look.ts';
import { Failed } from '../Notice.tsx';
import styles from './Chart.module.css';
import type { ChartEngine, ChartScale } from './engine.ts';
import { Legend, PaneLegends } from './Legend.tsx';
import { LegendFollower } from './legendFollower.ts';
import { plotColours } from './plotColours.ts';
import { useEngine } from './useEngine.ts';
import { useLineTexts } from './useLineTexts.ts';
import { useProfile } from './useProfile.ts';

type MarksOf = 'marks' | 'futuresMarks';

interface ChartProps {
  readonly id: string;
  readonly interval: ChartInterval;
  /** The same array until they change. */
  readonly indicators: readonly Indicator[];
  readonly scale: ChartScale;
  /** Volume by price stands beside the bars in sight. */
  readonly hasProfile?: boolean | undefined;
  /** Own orders and fills are drawn, and an order's line was dragged to this place; absent: none are. */
  readonly onMove?: ((id: number, price: number) => void) | undefined;
  /** Entry prices of cycle contracts, drawn as lines; the same array until they change. */
  readonly entries?: readonly CycleMark[] | undefined;
  /** Whose orders are drawn; absent: those of the spot market. */
  readonly marks?: MarksOf | undefined;
  /** The chart stands, for anyone who draws on it, or is gone. */
  readonly onEngine?: ((engine: ChartEngine | undefined) => void) | undefined;
}

const NO_ENTRIES: readonly CycleMark[] = [];

interface ChartState {
  readonly phase: 'loading' | 'ready' | 'failed';
  /** Of the bars before those shown. */
  readonly older: 'idle' | 'loading' | 'failed';
  readonly freshness: Freshness | undefined;
}

const FIRST_STATE: ChartState = { phase: 'loading', older: 'idle', freshness: undefined };
const FIRST_WANT = 300;
const STEP_WANT = 300;
/** Between two sentences on what the chart shows. */
const DESCRIBE_MS = 5_000;

/** A candle chart that goes back as far as there are bars. */
export function Chart(props: ChartProps) {
  const [attempt, setAttempt] = useState(0);
  const { language } = useSnapshot(settings);
  // A new engine for what the library cannot change in place.
  const key = `${props.id}:${props.interval}:${language}:${attempt}`;
  return <ChartBody key={key} {...props} onRetry={() => setAttempt((count) => count + 1)} />;
}

function ChartBody({
  id,
  interval,
  indicators,
  scale,
  hasProfile = false,
  onMove,
  entries = NO_ENTRIES,
  marks = 'marks',
  onEngine,
  onRetry,
}: ChartProps & { readonly onRetry: () => void }) {
  const { t } = useTranslation('detail');
  const [board] = useState(() => new CellBoard());
  const [requested, setRequested] = useState({ want: FIRST_WANT });
  const [{ phase, older, freshness }, setState] = useState(FIRST_STATE);
  const [hasNoEngine, setHasNoEngine] = useState(false);
  const [drawn, setDrawn] = useState(indicators);
  const [tops, setTops] = useState<readonly number[]>([]);
  const profile = useProfile(hasProfile);
  const view = useMemo<CandlesView>(
    () => ({ kind: 'candles', id, interval, want: requested.want, indicators, profile: profile.range }),
    [id, interval, requested, indicators, profile.range],
  );

  const { legendAt } = useView(view, (frame) => {
    setState((before) => stateAfter(before, frame));
    setDrawn((before) => drawnAfter(before, frame));
    say(frame);
    legend.take(frame);
    take(frame);
    profile.take(frame);
  });
  const image = useRef<HTMLDivElement>(null);
  const describedAt = useRef(0);
  /** What the picture shows, in words for readers; not so often that it would drown all else. */
  const say = ({ legend: { close, high, low, change } }: CandlesFrame) => {
    const now = Date.now();
    if (now - describedAt.current < DESCRIBE_MS) return;
    describedAt.current = now;
    image.current?.setAttribute(
      'aria-label',
      `${t('chart.label')}: ${t('chart.sentence', { close, high, low, change })}`,
    );
  };
  const legend = useMemo(() => new LegendFollower(board, legendAt), [board, legendAt]);
  const { ref, take, mark } = useEngine({
    interval,
    scale,
    onPanes: setTops,
    entries,
    onNearPast: (bars) =>
      setRequested((before) => (before.want >= bars + STEP_WANT ? before : { want: bars + STEP_WANT })),
    onHover: (time) => legend.hover(time),
    onMove: (order, price) => onMove?.(order, price),
    words: useLineTexts(),
    onEngine: (engine) => {
      profile.onEngine(engine);
      onEngine?.(engine);
    },
    onFailed: () => setHasNoEngine(true),
  });
  const shown = hasNoEngine ? 'failed' : phase;
  return (
    <div
      className={look('grows shrinks', styles['chart'], plotColours)}
      data-phase={shown}
      data-older={older}
      aria-busy={older === 'loading'}
    >
      <Legend board={board} indicators={drawn} />
      {shown === 'failed' ? <Failed onRetry={onRetry} /> : null}
      {onMove ? <Marks key={marks} kind={marks} id={id} onFrame={mark} /> : null}
      <div className={look('grows relative', styles['frame'])}>
        <div ref={image} className={styles['canvas']} role="img" aria-label={t('chart.label')}>
          {/* What the library draws is no table to a reader. */}
          <div ref={ref} className={styles['canvas']} aria-hidden="true" />
        </div>
        <PaneLegends board={board} indicators={drawn} tops={tops} />
        {shown === 'ready' && older === 'failed' ? (
          <div className={look('mini ground2 round2', styles['older'])}>
            <Failed onRetry={() => setRequested(({ want }) => ({ want }))} />
          </div>
        ) : null}
      </div>
      <p className={look('flex middle spread dim', styles['foot'])}>
        <FreshMark freshness={freshness} />
        <a href="https://www.tradingview.com/" rel="noreferrer noopener" target="_blank">
          {t('chart.by')}
        </a>
      </p>
    </div>
  );
}

interface MarksProps {
  readonly kind: MarksOf;
  readonly id: string;
  readonly onFrame: (frame: MarksFrame) => void;
}

/** Follows the user's own orders and fills for as long as they are drawn. */
function Marks({ kind, id, onFrame }: MarksProps) {
  const view = useMemo<MarksView | FuturesMarksView>(() => ({ kind, market: id }), [kind, id]);
  useView(view, onFrame);
  return null;
}

/** Which indicators a frame's figures are of; those before when they are all the same. */
function drawnAfter(before: readonly Indicator[], { indicators, mode }: CandlesFrame): readonly Indicator[] {
  return mode === 'tail' || JSON.stringify(before) === JSON.stringify(indicators) ? before : indicators;
}

/** What the screen has to know of a frame; the state before when that is all the same. */
function stateAfter(before: ChartState, { bars, failed, loading, freshness }: CandlesFrame): ChartState {
  const isEmpty = before.phase !== 'ready' && bars.time.length === 0;
  const phase = failed && isEmpty ? 'failed' : 'ready';
  const older = loading ? 'loading' : failed ? 'failed' : 'idle';
  const isSame =
    before.phase === phase &&
    before.older === older &&
    before.freshness?.state === freshness.state &&
    before.freshness.ageText === freshness.ageText;
  return isSame ? before : { phase, older, freshness };
}
