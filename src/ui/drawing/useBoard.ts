import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { languageTag } from '../../../domain/index.ts';
import { settings } from '../../state/settings.ts';
import { followTokens, readChartStyle } from '../chart/chartStyle.ts';
import type { ChartEngine } from '../chart/engine.ts';
import type { BoardOptions } from './board.ts';
import { DrawingBoard } from './board.ts';
import { drawingTexts } from './drawingTexts.ts';
import type { DrawingStyle } from './paint.ts';

const FILL = '0.14';
const TYPE_PX = 11;

function styleOf(element: HTMLElement): DrawingStyle {
  const { accent, background, text, up, down } = readChartStyle(element);
  return {
    line: accent,
    fill: accent.replace(/[\d.]+\)$/, `${FILL})`),
    ground: background,
    text,
    up,
    down,
    font: `${TYPE_PX}px ${getComputedStyle(element).fontFamily}`,
  };
}

type BoardUse = Pick<BoardOptions, 'onChange' | 'onChoose' | 'onMade' | 'onFull'>;

/** Drawings on a chart, for as long as both are there. */
export function useBoard(engine: ChartEngine, use: BoardUse): RefObject<DrawingBoard | undefined> {
  const { t } = useTranslation('detail');
  const now = useRef({ use, t });
  now.current = { use, t };
  const board = useRef<DrawingBoard>(undefined);
  useEffect(() => {
    const { parts } = engine;
    let own = styleOf(parts.element);
    const texts = drawingTexts(languageTag(settings.language));
    const made = new DrawingBoard(parts, {
      look: () => own,
      onChange: (drawings) => now.current.use.onChange(drawings),
      onChoose: (id) => now.current.use.onChoose(id),
      onMade: (drawing) => now.current.use.onMade(drawing),
      onFull: () => now.current.use.onFull(),
      ratioText: texts.ratio,
      measureText: (bars, seconds, change) =>
        now.current.t('draw.measured', {
          bars: Math.abs(bars),
          time: texts.length(seconds),
          change: texts.change(change),
        }),
    });
    board.current = made;
    const unfollow = followTokens(() => {
      own = styleOf(parts.element);
    });
    return () => {
      unfollow();
      made.destroy();
      board.current = undefined;
    };
  }, [engine]);
  return board;
}
