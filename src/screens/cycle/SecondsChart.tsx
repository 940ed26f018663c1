import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { Cycle } from '../../../domain/index.ts';
import { cycleMs, languageTag } from '../../../domain/index.ts';
import type { CycleMark, CycleSecondsFrame, CycleSecondsView } from '../../../workers/api.ts';
import { settings } from '../../state/settings.ts';
import { useView } from '../../state/useView.ts';
import { followTokens, readChartStyle } from '../../ui/chart/chartStyle.ts';
import { look } from '../../ui/look.ts';
import styles from './SecondsChart.module.css';
import { drawSeconds } from './secondsPen.ts';

interface SecondsChartProps {
  readonly asset: string;
  /** How far it looks back, and ahead. */
  readonly cycle: Cycle;
  /** The same array until they change. */
  readonly marks: readonly CycleMark[];
}

const LEAST_PAST_MS = 60_000;
/** Room beyond the end of what is bought now. */
const MARGIN_MS = 8_000;
/** Between two sentences on what the picture shows. */
const DESCRIBE_MS = 5_000;

/** The price of each second up to now, and the time in which contracts end ahead of it. */
export function SecondsChart({ asset, cycle, marks }: SecondsChartProps) {
  const { t } = useTranslation('cycle');
  const { language } = useSnapshot(settings);
  const canvas = useRef<HTMLCanvasElement>(null);
  const image = useRef<HTMLDivElement>(null);
  const frame = useRef<CycleSecondsFrame>(undefined);
  const describedAt = useRef(0);
  const lengthMs = cycleMs(cycle);
  const words = useMemo(
    () => ({
      tag: languageTag(language),
      buyPrice: t('field.buyPrice'),
      time: new Intl.DateTimeFormat(languageTag(language), {
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        hourCycle: 'h23',
      }),
    }),
    [language, t],
  );
  const draw = () => {
    const [element, shown] = [canvas.current, frame.current];
    if (!element || shown?.asset !== asset) return;
    const span = { past: Math.max(lengthMs, LEAST_PAST_MS), ahead: lengthMs + MARGIN_MS };
    drawSeconds(element, { frame: shown, marks, span, words, look: readChartStyle(element) });
  };
  const drawNow = useRef(draw);
  drawNow.current = draw;
  const view = useMemo<CycleSecondsView>(() => ({ kind: 'cycleSeconds', asset }), [asset]);
  useView(view, (next) => {
    frame.current = next;
    draw();
    const now = Date.now();
    if (now - describedAt.current < DESCRIBE_MS) return;
    describedAt.current = now;
    const { price, high, low } = next;
    image.current?.setAttribute(
      'aria-label',
      `${t('seconds.label')}: ${t('seconds.sentence', { price, high, low })}`,
    );
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is redrawn is what these change
  useEffect(() => drawNow.current(), [marks, cycle, language]);
  useEffect(() => {
    const again = () => drawNow.current();
    const sized = new ResizeObserver(again);
    if (canvas.current) sized.observe(canvas.current);
    const unfollow = followTokens(again);
    return () => {
      sized.disconnect();
      unfollow();
    };
  }, []);
  return (
    <div
      ref={image}
      className={look('relative', styles['seconds'])}
      role="img"
      aria-label={t('seconds.label')}
      data-seconds
    >
      <canvas ref={canvas} />
    </div>
  );
}
