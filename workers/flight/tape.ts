import { readEventFrame, readPricesFrame } from '../../feeds/index.ts';
import type { FlightEntry, Tap } from './ring.ts';

export interface TapeLine {
  /** ms since the first line. */
  readonly at: number;
  readonly shown: FlightEntry;
}

const LINE = /^(\d{13})\d{0,6} (\{.*\})$/;
/** A file of more is none of ours. */
export const MOST_FILE = 40_000_000;

/** Reads a saved recording; what is damaged or not shown is left out. Ascending in time. */
export function readTape(text: string): readonly TapeLine[] {
  const lines: TapeLine[] = [];
  let first: number | undefined;
  for (const line of text.slice(0, MOST_FILE).split('\n')) {
    const [, ms = '', json = ''] = LINE.exec(line) ?? [];
    const shown = json === '' ? undefined : entryOf(json);
    if (!shown) continue;
    const at = Number.parseInt(ms, 10);
    first ??= at;
    const last = lines.at(-1)?.at ?? 0;
    lines.push({ at: Math.max(last, at - first), shown });
  }
  return lines;
}

function entryOf(json: string): FlightEntry | undefined {
  try {
    const value = JSON.parse(json) as Readonly<Record<string, unknown>>;
    if (value['kind'] === 'tap') return tapOf(value);
    return readPricesFrame(value) ?? readEventFrame(value);
  } catch {
    return undefined;
  }
}

function tapOf({ path, x, y }: Readonly<Record<string, unknown>>): Tap | undefined {
  if (typeof path !== 'string' || !Number.isFinite(x) || !Number.isFinite(y)) return undefined;
  return { kind: 'tap', path: path.slice(0, 100), x: x as number, y: y as number };
}
