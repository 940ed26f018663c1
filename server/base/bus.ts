/**
 * Messages between the processes of one exchange: at most once, in order per sender. For more than that,
 * callers number their messages and request missing ones again.
 */
export interface Bus {
  /** Whether what is published now can arrive. What is published while it cannot is dropped, never kept for later. */
  readonly isConnected: boolean;
  /** Reconnections so far: messages in flight may have been lost at each. */
  readonly returns: number;
  /** Largest message, bytes. */
  readonly mostBytes: number;
  publish(subject: string, data: Uint8Array): void;
  /** @param take receives bytes that are only valid until it returns. @returns undo. */
  subscribe(subject: string, take: (data: Uint8Array) => void): () => void;
  close(): Promise<void>;
}
