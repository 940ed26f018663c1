import type { ServerClock } from '../base/clock.ts';
import type { Database } from '../base/db/database.ts';
import type { MarketSource } from '../market/source.ts';

/** A database that takes longer is as good as away. */
const PATIENCE_MS = 2_000;

/** Whether the exchange can serve, and the parts that say so. */
export interface Readiness {
  readonly ok: boolean;
  readonly parts: {
    /** It has answered, and how long that took. */
    readonly database: { readonly ok: boolean; readonly ms: number };
    /** This exchange may write: nobody else has taken the database over. */
    readonly writer: { readonly ok: boolean };
    /** It is not about to end. */
    readonly open: { readonly ok: boolean };
    /** Live venues and their silence. It keeps nobody from what is not traded: markets that are silent refuse by themselves. */
    readonly source: { readonly origin: string; readonly silentMs: Readonly<Record<string, number>> };
  };
}

interface ReadinessDeps {
  readonly db: Pick<Database, 'query' | 'isReady'>;
  readonly source: Pick<MarketSource, 'origin' | 'live'>;
  readonly clock: Pick<ServerClock, 'now' | 'after'>;
  readonly isOpen: () => boolean;
}

/** Looks at every part. Books are rebuilt before there is anything to ask. */
export async function readinessOf({ db, source, clock, isOpen }: ReadinessDeps): Promise<Readiness> {
  const begun = clock.now();
  const answers = await answersWithin(db, clock);
  const parts = {
    database: { ok: answers, ms: clock.now() - begun },
    writer: { ok: db.isReady() },
    open: { ok: isOpen() },
    source: {
      origin: source.origin,
      silentMs: Object.fromEntries(
        (source.live?.reports() ?? []).map(({ venue, silentMs }) => [venue, silentMs]),
      ),
    },
  };
  return { ok: parts.database.ok && parts.writer.ok && parts.open.ok, parts };
}

/** Looks once for all who ask while one look is under way: anybody may ask, and each look asks the database. */
export function sharedReadiness(look: () => Promise<Readiness>): () => Promise<Readiness> {
  let underWay: Promise<Readiness> | undefined;
  return () => {
    underWay ??= look().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

function answersWithin(db: ReadinessDeps['db'], clock: ReadinessDeps['clock']): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = clock.after(PATIENCE_MS, () => resolve(false));
    db.query('select 1')
      .then(
        () => resolve(true),
        () => resolve(false),
      )
      .finally(stop);
  });
}
