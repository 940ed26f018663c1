/**
 * What a peer's page is fed with, and how often, ms. `updates` is a stream as it comes; the others hold the newest
 * values of the rows that changed, worked out beforehand.
 */
export interface Fed {
  readonly form: 'updates' | 'buffer' | 'rows' | 'columns';
  readonly every: number;
}

/** Whether the page is fed with what was worked out for it, and not with the stream as it comes. */
export const isPrepared = new URLSearchParams(location.search).get('fed') === 'prepared';
/** The generator's step, ms: what came within is one message. */
export const STEP_MS = 10;

/** Starts the generator with the case that the address names. */
export function startRows<T>({ form, every }: Fed, onRows: (rows: T) => void): void {
  const worker = new Worker(new URL('./rows.worker.ts', import.meta.url), {
    type: 'module',
    name: `${location.search}&form=${form}&every=${every}`,
  });
  worker.onmessage = ({ data }: MessageEvent<T>) => onRows(data);
}

/** Says where row 0's price stands, and that the page can be measured once it is there. */
export function reportProbe(read: () => string | null | undefined): void {
  const digits = (): string | undefined => read()?.replace(/\D/g, '');
  const waiting = setInterval(() => {
    if (!digits()) return;
    clearInterval(waiting);
    Object.assign(window, { __probe: digits, __ready: true });
  }, 50);
}
