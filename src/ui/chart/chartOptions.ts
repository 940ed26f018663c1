import type { DeepPartial, TimeChartOptions } from 'lightweight-charts';
import { axisTexts } from './axisTexts.ts';
import type { EngineOptions } from './engine.ts';

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
    // A finger that moves up or down scrolls the page, not the prices.
    handleScroll: { vertTouchDrag: false },
    handleScale: { axisPressedMouseMove: { time: true, price: false } },
    kineticScroll: { touch: !isCalm, mouse: false },
  };
}
