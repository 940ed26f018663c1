/** What is counted: how often something has happened. */
export const COUNTERS = {
  tidemark_calls_total: { help: 'Calls that were answered', labels: ['call', 'code'] },
  tidemark_shed_total: {
    help: 'Orders refused at the door because they would have waited',
    labels: ['call'],
  },
  tidemark_batch_failures_total: { help: 'Batches that were rolled back', labels: ['product'] },
  tidemark_liquidations_total: { help: 'Steps of liquidations that were carried out', labels: ['kind'] },
  tidemark_policy_violations_total: {
    help: 'What the content policy has kept from a page, as browsers tell it',
    labels: ['directive'],
  },
  tidemark_pushes_total: { help: 'Push messages: sent, retried, failed, gone', labels: ['result'] },
  tidemark_timer_failures_total: { help: 'Timers whose work ended with an error', labels: [] },
} as const;

/** Histograms, in seconds unless the name says otherwise; `buckets` are upper bounds. */
export const HISTOGRAMS = {
  tidemark_call_seconds: {
    help: 'Time from a call to its answer',
    labels: ['call'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  },
  tidemark_batch_commands: {
    help: 'Commands that share a transaction',
    labels: ['product'],
    buckets: [1, 2, 5, 10, 20, 40, 100, 250],
  },
  tidemark_batch_seconds: {
    help: 'Time of a batch by part: read, decide, write, commit',
    labels: ['product', 'part'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
  },
  tidemark_private_lag_seconds: {
    help: 'Age of a private message when it is sent to its reader',
    labels: [],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
  },
  tidemark_database_seconds: {
    help: 'Round trips: a question outside of a transaction, or a whole transaction',
    labels: ['kind'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  },
} as const;

export type CounterName = keyof typeof COUNTERS;
export type HistogramName = keyof typeof HISTOGRAMS;
type LabelsOf<Names extends readonly string[]> = Readonly<Record<Names[number], string>>;

/** Where the exchange's parts say what they do; what becomes of it is the host's matter. */
export interface Meter {
  count<Name extends CounterName>(name: Name, labels: LabelsOf<(typeof COUNTERS)[Name]['labels']>): void;
  observe<Name extends HistogramName>(
    name: Name,
    labels: LabelsOf<(typeof HISTOGRAMS)[Name]['labels']>,
    value: number,
  ): void;
  /** Seconds of a clock that never goes back; only differences mean something. */
  seconds(): number;
}

/** Measures nothing. */
export const noMeter: Meter = { count: () => undefined, observe: () => undefined, seconds: () => 0 };
