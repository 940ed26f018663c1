import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { languageTag } from '../../../domain/index.ts';
import type { WorthLine } from '../../../workers/api.ts';
import { lazyChunk } from '../../app/chunks.ts';
import { settings } from '../../state/settings.ts';
import { followTokens } from './chartStyle.ts';
import styles from './WorthChart.module.css';
import type { WorthEngine } from './worthEngine.ts';

const loadEngine = lazyChunk(() => import('./engine.ts'));

interface WorthChartProps {
  readonly points: WorthLine['points'];
  /** Points a day apart: the axis shows days. */
  readonly isDaily: boolean;
  /** The line in words. */
  readonly label: string;
}

/** A line of the worth. Its code comes when it is first drawn; without it the words below stand alone. */
export function WorthChart({ points, isDaily, label }: WorthChartProps) {
  const { language } = useSnapshot(settings);
  const element = useRef<HTMLDivElement>(null);
  const engine = useRef<WorthEngine | undefined>(undefined);
  const shown = useRef(points);
  shown.current = points;
  useEffect(() => {
    let isGone = false;
    let unfollow: () => void = () => undefined;
    loadEngine().then(
      ({ WorthEngine: Engine }) => {
        if (isGone || !element.current) return;
        const made = new Engine(element.current, languageTag(language), isDaily);
        engine.current = made;
        made.draw(shown.current);
        unfollow = followTokens(() => made.restyle());
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      unfollow();
      engine.current?.destroy();
      engine.current = undefined;
    };
  }, [isDaily, language]);
  useEffect(() => engine.current?.draw(points), [points]);
  return <div ref={element} className={styles['chart']} role="img" aria-label={label} />;
}
