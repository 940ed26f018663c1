import type { ProxyMarked } from 'comlink';
import type { Calls, RequestOf } from '../../domain/contract/index.ts';
import type { PhotoKind, Result } from '../../domain/index.ts';
import type {
  AnswerKind,
  Answers,
  MoneyCall,
  PageSettings,
  Sink,
  Submitted,
  View,
  ViewHandle,
} from '../protocol.ts';

/** What one page may ask of the worker. Everything that comes back is plain data or a proxy. */
export interface PageSession {
  /**
   * Shows a view until closed: the sink is sent frames, at most one at a time.
   * @throws after close: a page that was given up for gone connects again.
   */
  open(view: View, sink: Sink): ViewHandle & ProxyMarked;
  /** Language, refresh mode, visibility. */
  setSettings(settings: Partial<PageSettings>): void;
  /** Asks the worker, or the exchange; refusals come back as values. */
  ask<K extends AnswerKind>(kind: K, args: Answers[K][0]): Promise<Result<Answers[K][1]>>;
  /** Moves money: written to the journal before it is sent, so that nothing acts twice and nothing is lost. */
  submit<N extends MoneyCall>(name: N, request: RequestOf<Calls[N]>): Promise<Submitted<N>>;
  /**
   * Sends a picture that the user picked. @param id of the page's own, to stop it by.
   * @param onProgress whole per cent that have gone out; a proxy. @param kind of a photo that proves who somebody is.
   */
  upload(
    id: string,
    file: Blob,
    onProgress: (percent: number) => void,
    kind?: PhotoKind,
  ): Promise<Result<{ readonly id: string }>>;
  /** Takes an upload back; its question ends with `networkDown`. */
  stopUpload(id: string): void;
  /** The device woke: the connection is made again. */
  wake(): void;
  /**
   * Says that the page is there. @returns the name of the lock that the worker holds for as long as it lives; empty while
   * it holds none. @throws after close, so that the page notices.
   */
  ping(): string;
  /** Closes all views of the page. */
  close(): void;
}
