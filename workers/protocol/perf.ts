/** What the worker measures of itself, for as long as somebody looks. */
export interface PerfView {
  readonly kind: 'perf';
}

/** What came over the socket of one kind of channel, or of one kind of message that belongs to none. */
export interface StreamCount {
  readonly name: string;
  readonly messages: number;
  /** Characters; a byte each, as the wire's texts are. */
  readonly bytes: number;
}

/** One market's newest price, on the way that every live number takes. */
export interface PerfSample {
  readonly market: string;
  readonly price: string;
  /** When the exchange made the message, its clock, ms UTC. */
  readonly at: number;
}

/** The seconds since the last one. */
export interface PerfSecond {
  /** How long they were, ms. */
  readonly ms: number;
  readonly counts: readonly StreamCount[];
  /** What a timer of 50 ms came too late, ms, 95th percentile over ten seconds. */
  readonly lagMs: number;
  /** Server's clock minus this device's, ms; undefined until measured. */
  readonly offsetMs: number | undefined;
  /** From an order's sending to its answer, ms, the newest last. */
  readonly acknowledged: readonly number[];
}

export interface PerfFrame {
  readonly kind: 'perf';
  readonly sample?: PerfSample;
  readonly second?: PerfSecond;
}
