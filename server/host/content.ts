import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { UNLOCK_CONFIRMATIONS } from '../../domain/index.ts';
import type { Settings } from '../base/settings.ts';
import { factsOf } from '../products/content/facts.ts';
import { contentHandlers } from '../products/content/handlers.ts';
import type { ContentFolder } from '../products/content/library.ts';
import { ContentLibrary } from '../products/content/library.ts';
import { SIMULATED_BLOCK_MS } from '../products/wallet/chains/simulated.ts';
import type { Accounts } from './accounts.ts';
import { deviceClock } from './device/clock.ts';
import type { Log } from './trading.ts';
import { approvedUpTo } from './withdrawals.ts';

/** While people read, the folder is looked at as often. Network drives and containers tell no changes by themselves. */
const LOOK_MS = 2_000;
/** Nobody writes more; a folder with more was set by mistake, and is not read into memory. */
const MOST_FILES = 5_000;
/** Larger files are never opened. */
const MOST_BYTES = 1024 * 1024;

/** A folder of this machine. Links in it are not followed: nothing outside it is ever published. */
export function contentFolder(folder: string): ContentFolder {
  return {
    async list() {
      const entries = await readdir(folder, { withFileTypes: true, recursive: true });
      const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.md'));
      if (files.length > MOST_FILES) throw new Error(`more than ${MOST_FILES} files`);
      const stamped = files.map(async (entry): Promise<[string, string][]> => {
        const path = join(entry.parentPath, entry.name);
        const found = await stat(path).catch(() => undefined);
        const name = path
          .slice(folder.length + 1)
          .split(sep)
          .join('/');
        return found ? [[name, `${found.mtimeMs} ${found.size}`]] : [];
      });
      return new Map((await Promise.all(stamped)).flat());
    },
    async read(path) {
      const full = join(folder, path);
      if ((await stat(full)).size > MOST_BYTES) throw new Error('too large');
      return readFile(full, 'utf8');
    },
  };
}

/** What the exchange publishes. @param root the product's folder, whose `content` is read unless settings name another. */
export function openContent(settings: Settings, root: string, { deps: { isPlay } }: Accounts, log: Log) {
  const library = new ContentLibrary({
    folder: contentFolder(resolve(settings.contentDir ?? join(root, 'content'))),
    facts: factsOf({
      fundingHours: settings.fundingHours,
      unlockConfirmations: settings.chain?.confirmations ?? UNLOCK_CONFIRMATIONS,
      blockMs: SIMULATED_BLOCK_MS,
      approveUpTo: approvedUpTo(settings, isPlay),
    }),
    isPlay,
    report: (path, reason) => log('content cannot be used', { path, reason }),
  });
  const look = oneAtATime(() => library.look());
  // The exchange does not wait for it to open: who asks for an article meanwhile does.
  void look();
  return { handlers: contentHandlers({ library, look, now: deviceClock.now, settings }) };
}

/** Runs at most once in a while; whoever comes meanwhile waits for the run under way. */
function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let lastAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (running) return running;
    if (deviceClock.now() - lastAt < LOOK_MS) return Promise.resolve();
    running = run().finally(() => {
      running = undefined;
      lastAt = deviceClock.now();
    });
    return running;
  };
}
