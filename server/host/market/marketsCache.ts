import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { MarketInfo } from '../../../domain/contract/index.ts';
import type { MarketsCache, VenueName } from '../../../feeds/index.ts';
import type { Settings } from '../../base/settings.ts';
import { MEMORY } from '../../base/settings.ts';

const StoredMarkets = v.array(MarketInfo);

/** A venue's list of markets as a file beside the data. One that is missing or damaged is an empty list. */
export function marketsCacheOf(name: VenueName, { dataDir }: Pick<Settings, 'dataDir'>): MarketsCache {
  if (dataDir === MEMORY) return { read: () => [], write: () => undefined };
  const file = join(dataDir, `markets-${name}.json`);
  return {
    read() {
      try {
        const parsed = v.safeParse(StoredMarkets, JSON.parse(readFileSync(file, 'utf8')));
        return parsed.success ? parsed.output : [];
      } catch {
        return [];
      }
    },
    write(markets) {
      try {
        mkdirSync(dataDir, { recursive: true });
        writeFileSync(`${file}.next`, JSON.stringify(markets));
        renameSync(`${file}.next`, file);
      } catch {
        // On a full disk the list is not stored: the next start requests it from the venue, as the first one
        // did.
      }
    },
  };
}
