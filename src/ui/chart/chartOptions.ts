import type { DeepPartial, TimeChartOptions } from 'lightweight-charts';
import { axisTexts } from './axisTexts.ts';
import type { LineTexts } from './levelLines.ts';

/** What a chart is made with. */
export interface EngineOptions {
  /** BCP 47, for the axis. */
  readonly language: string;
  /** Time-share: a line of closes in place of candles. */
  readonly isLine: boolean;
  /** Bars of a day and longer: they begin at midnight UTC. */
  readonly isDaily: boolean;
  /** The reader has set the system to less motion: a fling ends where the finger leaves. */
  readonly isCalm: boolean;
  /** Tops of the panes below the prices, px from the element's own. */
  readonly onPanes: (tops: readonly number[]) => void;
  /** The reader came near the oldest bar. */
  readonly onNearPast: () => void;
  /** The bar under the finger, seconds UTC; undefined when there is none. */
  readonly onHover: (time: number | undefined) => void;
  /** An order's line was dragged to another price. */
  readonly onMove: (id: number, price: number) => void;
  /** Names of a perpetual's lines, in the reader's language. */
  readonly words: () => LineTexts;
}

/**
 * How the chart is scrolled. A finger that moves up or down scrolls the page, not the prices. Each way is named: the
 * library joins what it is given with what was there, so that one left out stays off once all were.
 */
export const SCROLL = {
  horzTouchDrag: true,
  vertTouchDrag: false,
  mouseWheel: true,
  pressedMouseMove: true,
} as const;

/** What of the library's options stays as long as a chart does. */
export function fixedOptions({
  language,
  isDaily,
  isCalm,
}: Pick<EngineOptions, 'language' | 'isDaily' | 'isCalm'>): DeepPartial<TimeChartOptions> {
  const words = axisTexts(language, isDaily);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 });
  return {
    autoSize: true,
    // The library's own mark needs an inline style, which the page's policy forbids: Chart.tsx shows it as a link.
    layout: { attributionLogo: false },
    localization: {
      locale: language,
      timeFormatter: words.moment,
      percentageFormatter: (value: number) => percent.format(value / 100),
    },
    timeScale: {
      timeVisible: !isDaily,
      secondsVisible: false,
      rightOffset: 4,
      minBarSpacing: 1.5,
      tickMarkFormatter: words.label,
    },
    rightPriceScale: { scaleMargins: { top: 0.06, bottom: 0.24 }, entireTextOnly: true },
    handleScroll: { ...SCROLL },
    handleScale: { axisPressedMouseMove: { time: true, price: false } },
    kineticScroll: { touch: !isCalm, mouse: false },
  };
}
