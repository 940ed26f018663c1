import type { RefObject } from 'react';
import { useCallback, useEffect, useRef } from 'react';
import type { ChartInterval } from '../../../domain/index.ts';
import { candleInterval, isDaily, languageTag } from '../../../domain/index.ts';
import type { CycleMark, MarksFrame } from '../../../workers/api.ts';
import { lazyChunk } from '../../app/chunks.ts';
import { settings } from '../../state/settings.ts';
import { followTokens } from './chartStyle.ts';
import type { ChartEngine, ChartScale, DrawnBars } from './engine.ts';
import type { LineTexts } from './levelLines.ts';

interface EngineUse {
  readonly interval: ChartInterval;
  readonly scale: ChartScale;
  /** Tops of the panes below the prices, px. */
  readonly onPanes: (tops: readonly number[]) => void;
  /** Entry prices of cycle contracts. */
  readonly entries: readonly CycleMark[];
  /** The reader came near the oldest of so many bars. */
  readonly onNearPast: (bars: number) => void;
  /** Start of the bar under the finger, seconds UTC. */
  readonly onHover: (time: number | undefined) => void;
  /** Names of a perpetual's lines. */
  readonly words: LineTexts;
  /** An order's line was dragged to another price. */
  readonly onMove: (id: number, price: number) => void;
  /** The chart stands, or is gone. */
  readonly onEngine?: ((engine: ChartEngine | undefined) => void) | undefined;
  /** The chart's code did not come. */
  readonly onFailed: () => void;
}

const loadEngine = lazyChunk(() => import('./engine.ts'));
const isCalm = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A chart in the element of `ref`, as long as the component is there. Frames that come before it is ready wait. */
export function useEngine(use: EngineUse): {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly take: (frame: DrawnBars) => void;
  readonly mark: (frame: MarksFrame) => void;
} {
  const ref = useRef<HTMLDivElement>(null);
  const engine = useRef<ChartEngine | undefined>(undefined);
  const waiting = useRef<DrawnBars[]>([]);
  const marks = useRef<MarksFrame | undefined>(undefined);
  const latest = useRef(use);
  latest.current = use;
  const { interval, scale, entries } = use;

  const take = useCallback((frame: DrawnBars) => {
    if (engine.current) engine.current.apply(frame);
    else waiting.current = frame.mode === 'reset' ? [frame] : [...waiting.current, frame];
  }, []);

  const mark = useCallback((frame: MarksFrame) => {
    marks.current = frame;
    engine.current?.mark(frame);
  }, []);

  useEffect(() => {
    let isGone = false;
    let unfollow: () => void = () => undefined;
    loadEngine().then(
      ({ ChartEngine }) => {
        if (isGone || !ref.current) return;
        const made = new ChartEngine(ref.current, {
          language: languageTag(settings.language),
          isLine: interval === 'line',
          isDaily: isDaily(candleInterval(interval)),
          isCalm: isCalm(),
          onPanes: (tops) => latest.current.onPanes(tops),
          onNearPast: () => latest.current.onNearPast(made.length),
          onHover: (time) => latest.current.onHover(time),
          onMove: (id, price) => latest.current.onMove(id, price),
          words: () => latest.current.words,
        });
        engine.current = made;
        for (const frame of waiting.current) made.apply(frame);
        waiting.current = [];
        if (marks.current) made.mark(marks.current);
        made.scale(latest.current.scale);
        made.enter(latest.current.entries);
        unfollow = followTokens(() => made.restyle());
        latest.current.onEngine?.(made);
      },
      () => isGone || latest.current.onFailed(),
    );
    return () => {
      isGone = true;
      unfollow();
      latest.current.onEngine?.(undefined);
      engine.current?.destroy();
      engine.current = undefined;
    };
  }, [interval]);

  useEffect(() => engine.current?.scale(scale), [scale]);
  useEffect(() => engine.current?.enter(entries), [entries]);

  return { ref, take, mark };
}
