/** Time as the exchange's modules see it; handed in, so that tests own it. */
export interface ServerClock {
  /** ms UTC. */
  now(): number;
  /** Runs again and again; @returns undo. */
  every(ms: number, run: () => void): () => void;
  /** Runs once; @returns undo. */
  after(ms: number, run: () => void): () => void;
  /** Resolves after the event loop had a turn. */
  pause(): Promise<void>;
}
