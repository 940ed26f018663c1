import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import type { Dec } from '../../domain/index.ts';
import { D } from '../../domain/index.ts';

/** Where the recordings of commodities are. */
export const recordedFolder = join(process.env['MARKET_DATA'] ?? '../shared/data', 'commodities');
export const isRecorded = existsSync(recordedFolder);

/** The one file of a zip archive. @see APPNOTE.TXT 4.3.7 "Local file header" */
function unzipped(path: string): string {
  const zip = readFileSync(path);
  const start = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28);
  return inflateRawSync(zip.subarray(start)).toString();
}

/** Middle prices of gold, minute by minute, of a day in May 2014. @param day 5 to 9. */
export function recordedGold(day: number): readonly Dec[] {
  const text = unzipped(join(recordedFolder, `xauusd-minute-quote/2014050${day}_quote.zip`));
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const columns = line.trim().split(',');
      return new D(columns[4] ?? '')
        .plus(columns[9] ?? '')
        .div(2)
        .toFixed();
    });
}

/** Crude, day by day, of the spring of 2020. */
export function recordedCrude(): readonly { readonly day: string; readonly price: Dec }[] {
  const text = gunzipSync(readFileSync(join(recordedFolder, 'wti-daily.csv.gz'))).toString();
  return text
    .split('\n')
    .map((line) => line.trim().split(','))
    .filter(([day = '']) => day >= '2020-02-20' && day < '2020-06-10')
    .map(([day = '', price = '']) => ({ day, price }));
}
