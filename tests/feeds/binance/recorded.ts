import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Level } from '../../../domain/index.ts';
import { compareDec } from '../../../domain/index.ts';

/** Where the recordings of Binance are. */
export const recordedFolder = join(process.env['MARKET_DATA'] ?? '../shared/data', 'binance');
export const isRecorded = existsSync(recordedFolder);

export const recordedText = (file: string): string =>
  gunzipSync(readFileSync(join(recordedFolder, file))).toString();
export const recordedJson = (file: string): unknown => JSON.parse(recordedText(file));

/** Lines "receive time, space, frame" of a file, oldest first. */
export function recordedFrames(file: string): string[] {
  return recordedText(file)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(line.indexOf(' ') + 1));
}

interface Raw {
  readonly e?: string;
  readonly lastUpdateId?: number;
  readonly U: number;
  readonly u: number;
  readonly b: string[][];
  readonly a: string[][];
  readonly bids: string[][];
  readonly asks: string[][];
}

/** A reference of its own: a map of prices, the venue's rule in the plainest words. */
export class NaiveBook {
  readonly sides = [new Map<string, string>(), new Map<string, string>()];
  last: number | undefined;
  readonly early: Raw[] = [];

  take(frame: { data?: unknown }): void {
    const data = (frame.data ?? frame) as Raw;
    if (data.e === 'depthUpdate') {
      if (this.last === undefined) this.early.push(data);
      else this.#apply(data);
    } else if (data.lastUpdateId !== undefined && this.last === undefined) {
      this.last = data.lastUpdateId;
      this.#put(data.bids, data.asks);
      for (const each of this.early) this.#apply(each);
    }
  }

  /** Best first. */
  top(side: 0 | 1, depth = 50): Level[] {
    const levels = [...(this.sides[side] ?? [])].map(
      ([price, quantity]): Level => [trim(price), trim(quantity)],
    );
    return levels.sort((x, y) => compareDec(x[0], y[0]) * (side === 0 ? -1 : 1)).slice(0, depth);
  }

  #apply(data: Raw): void {
    if (data.u <= (this.last ?? 0)) return;
    this.last = data.u;
    this.#put(data.b, data.a);
  }

  #put(b: string[][], a: string[][]): void {
    for (const [i, levels] of [b, a].entries()) {
      for (const [price = '', quantity = ''] of levels) {
        if (/^[0.]+$/.test(quantity)) this.sides[i]?.delete(price);
        else this.sides[i]?.set(price, quantity);
      }
    }
  }
}

/** A decimal without the zeros that it ends with. */
export const trim = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
