import type { Market } from '../../domain/index.ts';
import type { Clock } from '../types.ts';
import { cachedAnswer } from '../venues/cachedAnswer.ts';
import type { Tally } from '../venues/core.ts';
import { StreamLine } from '../venues/streamLine.ts';
import type { StreamPlan } from '../venues/streams.ts';
import type { VenueDeps } from '../venues/types.ts';
import { VenueError } from '../venues/types.ts';
import { streamName } from './frames.ts';
import type { OkxInstrument } from './instruments.ts';
import { isReadKind, readInstrument } from './instruments.ts';
import type { OkxKind, OkxQuestions } from './questions.ts';
import { dataOf } from './streams.ts';

/** Everything that is read of the venue. */
export interface OkxCatalogue {
  readonly markets: readonly Market[];
  /** By ids of ours. */
  readonly byId: ReadonlyMap<string, OkxInstrument>;
  /** By the venue's names. */
  readonly byName: ReadonlyMap<string, OkxInstrument>;
}

/** The sockets send all instruments at once, when they send them at all. */
const PATIENCE_MS = 10_000;

export interface CatalogueWatch {
  readonly clock: Clock;
  readonly catalogue: () => Promise<OkxCatalogue>;
  readonly everyMs: number;
}
export interface CatalogueDeps {
  readonly deps: VenueDeps;
  readonly questions: OkxQuestions;
  /** Of the public sockets. */
  readonly plan: StreamPlan;
  readonly cachedMs: number;
  /** Kinds of instruments that are read. */
  readonly kinds: readonly OkxKind[];
  readonly tally: Tally;
}

/**
 * The venue's instruments, by question, or by a socket where questions get no answer: a browser may be refused one
 * and not the other.
 */
export function createCatalogue({ deps, questions, plan, cachedMs, kinds, tally }: CatalogueDeps) {
  return cachedAnswer(deps.clock, cachedMs, async () => {
    const rows = await fromRest(questions, kinds).catch((error) => {
      if (isNoAnswer(error)) return fromStreams(deps, plan, kinds);
      throw error;
    });
    const ours = rows.filter(isReadKind);
    const read = ours.map(readInstrument).filter((each) => each !== undefined);
    tally.dropped += ours.length - read.length;
    return catalogueOf(read);
  });
}

async function fromRest(questions: OkxQuestions, kinds: readonly OkxKind[]): Promise<readonly unknown[]> {
  return (await Promise.all(kinds.map((kind) => questions.instruments(kind)))).flat();
}

const isNoAnswer = (error: unknown): boolean =>
  error instanceof VenueError && (error.code === 'unreachable' || error.code === 'blocked');

/** The first message of the channel `instruments`: all of a kind. */
function fromStreams(
  deps: VenueDeps,
  plan: StreamPlan,
  kinds: readonly OkxKind[],
): Promise<readonly unknown[]> {
  return new Promise((resolve, reject) => {
    const rows = new Map<OkxKind, readonly unknown[]>();
    const nothing = () => undefined;
    const line = new StreamLine(deps, plan, {
      changed: nothing,
      reconnected: nothing,
      resynced: nothing,
      dropped: nothing,
      maintenance: nothing,
    });
    const end = (finish: () => void) => {
      stop();
      line.close();
      finish();
    };
    const fail = () => end(() => reject(new VenueError('unreachable', 'no instruments')));
    const stop = deps.clock.after(PATIENCE_MS, fail);
    for (const kind of kinds) {
      const take = (message: unknown) => {
        rows.set(kind, dataOf(message).rows);
        if (rows.size === kinds.length) end(() => resolve([...rows.values()].flat()));
      };
      const listener = { begin: nothing, take, lost: nothing, refused: fail };
      line.want({ stream: streamName('instruments', kind), listener });
    }
  });
}

/** Listens for each new catalogue while it is read: markets are listed while a list is open. @returns undo. */
export function watchCatalogue(
  { clock, catalogue, everyMs }: CatalogueWatch,
  listener: (next: OkxCatalogue) => void,
): () => void {
  let last: OkxCatalogue | undefined;
  let stop: () => void = () => undefined;
  let isStopped = false;
  const check = async () => {
    // A failure has been emitted as the state of requests; the next one follows in its time.
    const next = await catalogue().catch(() => undefined);
    if (isStopped) return;
    if (next && next !== last) listener(next);
    last = next ?? last;
    stop = clock.after(everyMs, () => void check());
  };
  stop = clock.after(everyMs, () => void check());
  return () => {
    isStopped = true;
    stop();
  };
}

function catalogueOf(instruments: readonly OkxInstrument[]): OkxCatalogue {
  return {
    markets: instruments.map(({ market }) => market),
    byId: new Map(instruments.map((each) => [each.market.id, each])),
    byName: new Map(instruments.map((each) => [each.instId, each])),
  };
}
