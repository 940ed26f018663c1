import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { MarketInfo } from '../../../domain/contract/index.ts';

const INDEX = 'index.json';
const Tape = v.object({
  venue: v.string(),
  /** The venue's own symbol, as it stands in the frames. */
  symbol: v.string(),
  market: MarketInfo,
  /** ms UTC. */
  recordedAt: v.number(),
  files: v.array(v.pipe(v.string(), v.regex(/^[\w.-]+\.gz$/))),
});
/** One market's recording, and the files that it stands in. */
export type TapeEntry = v.InferOutput<typeof Tape>;

/** What a folder of recordings says that it holds; nothing where it says nothing, or what cannot be read. */
export async function readTapeIndex(folder: string): Promise<readonly TapeEntry[]> {
  const text = await readFile(join(folder, INDEX), 'utf8').catch(() => '[]');
  try {
    return v.parse(v.array(Tape), JSON.parse(text));
  } catch {
    return [];
  }
}

/** Puts a recording in the index, in place of what is known of the same one. */
export async function writeTapeEntry(folder: string, entry: TapeEntry): Promise<void> {
  const isSame = ({ venue, market, recordedAt }: TapeEntry) =>
    venue === entry.venue && market.id === entry.market.id && recordedAt === entry.recordedAt;
  const others = (await readTapeIndex(folder)).filter((each) => !isSame(each));
  const next = join(folder, `${INDEX}.next`);
  await writeFile(next, `${JSON.stringify([...others, entry], undefined, 2)}\n`);
  await rename(next, join(folder, INDEX));
}
