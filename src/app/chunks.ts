import type { ErrorReport } from '../../domain/contract/index.ts';
import { CHUNK_TIMEOUT_MS } from '../../domain/contract/index.ts';

export interface ChunkDeps {
  readonly report: (kind: ErrorReport['kind'], detail: string) => void;
  readonly reload: () => void;
  /** Runs at once, or as soon as there is a network: without one a reload brings nothing new. */
  readonly whenOnline: (run: () => void) => void;
  readonly build: string;
  readonly memory: Pick<Storage, 'getItem' | 'setItem'>;
}

const HEALED_KEY = 'TIDEMARK_HEALED';

let deps: ChunkDeps | undefined;
/** Failures that the loader's own event has reported: the caller that requested the chunk gets the same one after it. */
const reported = new WeakMap<object, ChunkError>();

/** A script or style of the page that did not come. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError';
  readonly kind: 'chunkMissing' | 'chunkTimeOut' | 'styleFailed';
  constructor(kind: ChunkError['kind'], detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.kind = kind;
  }
}

/** Says where chunk errors go and how they are healed, and looks after the page's own stylesheets. */
export function watchChunks(given: ChunkDeps): void {
  deps = given;
  watchStyles();
  window.addEventListener('vite:preloadError', preloadFailed);
}

/** Loads that nobody waits for. */
let quiet = 0;

/** Loads a chunk before it is needed. One that does not come is neither reported nor healed until it is requested. */
export async function quietly<T>(load: () => Promise<T>): Promise<T | undefined> {
  quiet += 1;
  try {
    return await load();
  } catch {
    return undefined;
  } finally {
    quiet -= 1;
  }
}

/** The loader's own word, also of chunks that nothing here waits for. */
function preloadFailed(event: Event): void {
  // What is requested meanwhile is reported by its caller.
  if (quiet > 0) return;
  const { payload } = event as Event & { readonly payload?: unknown };
  const failure = chunkFailed(payload);
  if (typeof payload === 'object' && payload !== null) reported.set(payload, failure);
}

/** Stylesheets that stand in the page: no script asks for them, so nobody else misses one. */
function watchStyles(): void {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  const check = () => {
    const missing = links.find(({ sheet }) => !sheet);
    if (missing) chunkFailed(new ChunkError('styleFailed', missing.href));
  };
  // Before the page has loaded, one that is on its way looks like one that failed.
  if (document.readyState === 'complete') check();
  else window.addEventListener('load', check, { once: true });
}

/** Loads a chunk within 120 s. What does not come is reported, and healed by one reload for each build. */
export function lazyChunk<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new ChunkError('chunkTimeOut', 'chunk took too long')),
        CHUNK_TIMEOUT_MS,
      );
    });
    try {
      return await Promise.race([load(), late]);
    } catch (error) {
      throw chunkFailed(error);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Reports a chunk's failure and reloads once; yields the error for the screen that stands in for it. */
export function chunkFailed(error: unknown): ChunkError {
  const known = reported.get(error as object);
  if (known && reported.delete(error as object)) return known;
  const failure =
    error instanceof ChunkError ? error : new ChunkError(kindOf(error), String(error), { cause: error });
  deps?.report(failure.kind, failure.message);
  deps?.whenOnline(heal);
  return failure;
}

function heal(): void {
  if (deps && mayHeal(deps)) deps.reload();
}

function kindOf(error: unknown): ChunkError['kind'] {
  return /\bcss\b|stylesheet/i.test(String(error)) ? 'styleFailed' : 'chunkMissing';
}

/** One reload for each build: a second one would not help. */
function mayHeal({ memory, build }: ChunkDeps): boolean {
  try {
    if (memory.getItem(HEALED_KEY) === build) return false;
    memory.setItem(HEALED_KEY, build);
    return true;
  } catch {
    // Without a memory a reload could repeat for ever.
    return false;
  }
}
