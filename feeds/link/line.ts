import type { Socket } from '../types.ts';

/** One attempt: a socket, and how far it has come. */
export interface Line {
  readonly socket: Socket;
  readonly startedAt: number;
  /** When it last spoke, or opened; undefined until then. */
  receivedAt: number | undefined;
  /** Whether it is waited for no more. */
  isAnswered: boolean;
  /** Whether the server has spoken on it while it was listened to. */
  isReady: boolean;
  /** What was said before this line took over. */
  readonly held: unknown[];
  stopTimeout: () => void;
}

export function sendOn(line: Line | undefined, text: string): void {
  try {
    line?.socket.send(text);
  } catch {
    // A socket that cannot send is closing: its end, or its silence, brings the next one.
  }
}

/** A socket that sleeps may claim to be open and ignore `close`: its voice is taken away as well. */
export function forget(line: Line | undefined): void {
  if (!line) return;
  line.stopTimeout();
  line.socket.onopen = null;
  line.socket.onmessage = null;
  line.socket.onclose = null;
  try {
    line.socket.close();
  } catch {
    // A socket that refuses to close is left to the browser.
  }
}
