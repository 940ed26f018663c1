import type { AutoscaleInfo, IChartApi, ISeriesApi, UTCTimestamp } from 'lightweight-charts';
import { AreaSeries, ColorType, createChart } from 'lightweight-charts';
import type { WorthLine } from '../../../workers/api.ts';
import { axisTexts } from './axisTexts.ts';
import { readChartStyle } from './chartStyle.ts';
import { saneScale } from './saneScale.ts';

/** Of the worth: what moved by less is no cliff. */
const LEAST_SHARE = 0.02;

/** A small line without scales of its own: what it says in numbers stands beside it. */
export class WorthEngine {
  readonly #element: HTMLElement;
  readonly #chart: IChartApi;
  readonly #series: ISeriesApi<'Area'>;

  /** @param language BCP 47, for the axis. @param isDaily points a day apart. */
  constructor(element: HTMLElement, language: string, isDaily: boolean) {
    this.#element = element;
    const words = axisTexts(language, isDaily);
    this.#chart = createChart(element, {
      autoSize: true,
      handleScroll: false,
      handleScale: false,
      crosshair: { vertLine: { visible: false }, horzLine: { visible: false } },
      rightPriceScale: { visible: false, scaleMargins: { top: 0.08, bottom: 0.04 } },
      grid: { vertLines: { visible: false }, horzLines: { visible: false } },
      timeScale: {
        borderVisible: false,
        timeVisible: !isDaily,
        fixLeftEdge: true,
        fixRightEdge: true,
        tickMarkFormatter: words.label,
      },
      layout: { attributionLogo: false, fontSize: 11 },
    });
    this.#series = this.#chart.addSeries(AreaSeries, {
      lineWidth: 2,
      priceLineVisible: false,
      lastValueVisible: false,
      crosshairMarkerVisible: false,
      autoscaleInfoProvider: (whole: () => AutoscaleInfo | null) => saneScale(whole, LEAST_SHARE),
    });
    this.restyle();
  }

  /** @param points ascending, seconds UTC. */
  draw(points: WorthLine['points']): void {
    this.#series.setData(points.map(([time, value]) => ({ time: time as UTCTimestamp, value })));
    this.#chart.timeScale().fitContent();
  }

  /** Takes the colours of the page as they are. */
  restyle(): void {
    const { text, accent } = readChartStyle(this.#element);
    this.#chart.applyOptions({
      layout: { textColor: text, background: { type: ColorType.Solid, color: 'transparent' } },
    });
    this.#series.applyOptions({
      lineColor: accent,
      topColor: faint(accent, 0.28),
      bottomColor: faint(accent, 0),
    });
  }

  destroy(): void {
    this.#chart.remove();
  }
}

/** The same colour, less of it. */
const faint = (rgba: string, opacity: number): string => rgba.replace(/[\d.]+\)$/, `${opacity})`);
