import { plotTokens } from './plotColours.ts';

/** Colours of the chart, read from the tokens of the page. */
export interface ChartStyle {
  readonly text: string;
  readonly line: string;
  readonly accent: string;
  readonly warn: string;
  readonly up: string;
  readonly down: string;
  readonly upVolume: string;
  readonly downVolume: string;
  /** Columns of an indicator. */
  readonly upColumn: string;
  readonly downColumn: string;
  /** The palette of indicators' lines. */
  readonly plots: readonly string[];
  readonly background: string;
  /** Rising candles are hollow: beside blue and orange, their form sets them apart too. */
  readonly isHollow: boolean;
}

const VOLUME_OPACITY = 0.35;
const COLUMN_OPACITY = 0.6;

/** A CSS colour of any kind as rgba, which is what a canvas library reads. */
function rgba(context: CanvasRenderingContext2D, colour: string, opacity = 1): string {
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0, a = 255] = context.getImageData(0, 0, 1, 1).data;
  return `rgba(${r}, ${g}, ${b}, ${((a / 255) * opacity).toFixed(3)})`;
}

export function readChartStyle(element: HTMLElement): ChartStyle {
  const tokens = getComputedStyle(element);
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const read = (token: string, opacity?: number): string =>
    context ? rgba(context, tokens.getPropertyValue(token), opacity) : 'rgba(128, 128, 128, 1)';
  return {
    text: read('--text-3'),
    line: read('--line'),
    accent: read('--accent'),
    warn: read('--warn'),
    up: read('--up'),
    down: read('--down'),
    upVolume: read('--up', VOLUME_OPACITY),
    downVolume: read('--down', VOLUME_OPACITY),
    upColumn: read('--up', COLUMN_OPACITY),
    downColumn: read('--down', COLUMN_OPACITY),
    plots: plotTokens.map((token) => read(token)),
    background: read('--surface-0'),
    isHollow: document.documentElement.dataset['moves'] === 'blue-orange',
  };
}

/** Called when the tokens of the page change: by the reader's choice, or by the system's theme. @returns undo. */
export function followTokens(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-moves'] });
  return () => observer.disconnect();
}
