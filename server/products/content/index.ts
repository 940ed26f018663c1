import { UNLOCK_CONFIRMATIONS } from '../../../domain/index.ts';
import type { ProductContext } from '../product.ts';
import { factsOf } from './facts.ts';
import { contentHandlers } from './handlers.ts';
import type { ContentFolder } from './library.ts';
import { ContentLibrary } from './library.ts';

/** What content is opened with: the folder, and what its articles say of the wallet. */
export interface ContentContext extends ProductContext {
  readonly contentFolder: ContentFolder;
  readonly walletFacts: { readonly blockMs: number; readonly approveUpTo: string };
}

/** While users read, the folder is scanned as often. Network drives and containers report no changes. */
const SCAN_MS = 2_000;

export const content = {
  async open(context: ContentContext) {
    const { settings, isPlay, clock, log, contentFolder: folder } = context;
    const library = new ContentLibrary({
      folder,
      facts: factsOf({
        venueName: context.venueName,
        fundingHours: settings.fundingHours,
        unlockConfirmations: settings.chain?.confirmations ?? UNLOCK_CONFIRMATIONS,
        ...context.walletFacts,
      }),
      isPlay,
      report: (path, reason) => log('content cannot be used', { path, reason }),
    });
    const check = oneAtATime(() => library.check(), clock.now);
    // The exchange does not wait for the first scan: a request for an article meanwhile does.
    void check();
    return {
      handlers: contentHandlers({ library, check, now: clock.now, settings }),
      close: async () => undefined,
    };
  },
};

/** Runs at most once in a while; callers that come meanwhile wait for the run under way. */
function oneAtATime(run: () => Promise<void>, now: () => number): () => Promise<void> {
  let running: Promise<void> | undefined;
  let lastAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (running) return running;
    const since = now() - lastAt;
    // A clock that was set back says nothing of how long ago it was.
    if (since >= 0 && since < SCAN_MS) return Promise.resolve();
    running = run().finally(() => {
      running = undefined;
      lastAt = now();
    });
    return running;
  };
}
