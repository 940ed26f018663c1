import { readJson, readText, storageKeys, writeJson } from '../../state/storage.ts';
import type { Anchor, Drawing } from './geometry.ts';
import { anchorsOf, drawingKinds } from './geometry.ts';

/** As many as can be kept apart on a phone, of so many markets, those that were drawn on last. */
export const MOST_DRAWINGS = 40;
const MOST_MARKETS = 40;
export const MOST_TEXT = 60;

type StoredDrawing = readonly [
  id: number,
  kind: string,
  anchors: readonly (readonly [number, number])[],
  text: string,
];

/** Whether anything is drawn on a market, without reading what. */
export const hasDrawings = (market: string): boolean =>
  readText(storageKeys.drawings)?.includes(`["${market}",`) ?? false;

/** What is drawn on a market's chart, in the order in which it was drawn. */
export function storedDrawings(market: string): readonly Drawing[] {
  return load().get(market) ?? [];
}

/** @returns whether the device could keep it. */
export function storeDrawings(market: string, drawings: readonly Drawing[]): boolean {
  const all = load();
  all.delete(market);
  if (drawings.length > 0) all.set(market, drawings);
  const rows = [...all].slice(-MOST_MARKETS).map(([id, own]) => [id, own.map(rowOf)]);
  return writeJson(storageKeys.drawings, rows);
}

const rowOf = ({ id, kind, anchors, text = '' }: Drawing): StoredDrawing => [
  id,
  kind,
  anchors.map(({ time, price }) => [time, price]),
  text,
];

const load = (): Map<string, readonly Drawing[]> => readJson(storageKeys.drawings, allFrom) ?? new Map();

function allFrom(value: unknown): Map<string, readonly Drawing[]> | undefined {
  if (!Array.isArray(value)) return undefined;
  const all = new Map<string, readonly Drawing[]>();
  for (const entry of value) {
    if (!Array.isArray(entry) || typeof entry[0] !== 'string' || !Array.isArray(entry[1])) return undefined;
    const drawings = entry[1].map(drawingFrom);
    if (drawings.includes(undefined)) return undefined;
    all.set(entry[0], drawings.filter((each) => each !== undefined).slice(-MOST_DRAWINGS));
  }
  return all;
}

function drawingFrom(value: unknown): Drawing | undefined {
  if (!Array.isArray(value)) return undefined;
  const [id, name, places, text] = value as unknown[];
  const kind = drawingKinds.find((each) => each === name);
  if (!kind || !Number.isSafeInteger(id) || !Array.isArray(places)) return undefined;
  const anchors = places.map(anchorFrom).filter((each) => each !== undefined);
  if (anchors.length !== places.length || anchors.length !== anchorsOf(kind)) return undefined;
  const own = typeof text === 'string' && text !== '' ? { text: text.slice(0, MOST_TEXT) } : {};
  return { id: id as number, kind, anchors, ...own };
}

function anchorFrom(value: unknown): Anchor | undefined {
  if (!Array.isArray(value)) return undefined;
  const [time, price] = value as unknown[];
  return Number.isFinite(time) && Number.isFinite(price)
    ? { time: time as number, price: price as number }
    : undefined;
}
