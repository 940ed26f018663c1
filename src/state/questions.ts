import type { Remote } from 'comlink';
import { proxy as remote } from 'comlink';
import type { Calls, RequestOf } from '../../domain/contract/index.ts';
import type { PhotoKind, Result } from '../../domain/index.ts';
import type { AnswerKind, Answers, MoneyCall, PageSession, Submitted } from '../../workers/api.ts';

/** What the page asks its worker once, beside the views that it keeps open. Nothing waits for a worker that died. */
export abstract class Questions {
  /** The page's session with the worker that lives now. */
  protected abstract get session(): Promise<Remote<PageSession>>;
  /** Resolves when that worker is given up. */
  protected abstract get death(): Promise<'died'>;

  ask<K extends AnswerKind>(kind: K, args: Answers[K][0]): Promise<Result<Answers[K][1]>> {
    return this.#answer((session) => session.ask(kind, args) as Promise<Result<Answers[K][1]>>);
  }

  /** Moves money. A worker that dies meanwhile leaves the call in its journal, where its end is looked up. */
  async submit<N extends MoneyCall>(name: N, request: RequestOf<Calls[N]>): Promise<Submitted<N>> {
    const answered = this.session.then(
      (session) => session.submit(name, request) as unknown as Promise<Submitted<N>>,
    );
    const first = await Promise.race([answered.catch(() => 'died' as const), this.death]);
    return first === 'died' ? { state: 'unknown', key: '' } : first;
  }

  /**
   * Sends a picture that a user picked. @param onProgress whole per cent that have gone out.
   * @param kind of a photo that proves who somebody is.
   */
  upload(
    id: string,
    file: Blob,
    onProgress: (percent: number) => void,
    kind?: PhotoKind,
  ): Promise<Result<{ readonly id: string }>> {
    return this.#answer(
      (session) =>
        session.upload(id, file, remote(onProgress), kind) as Promise<Result<{ readonly id: string }>>,
    );
  }

  /** Takes an upload back. */
  stopUpload(id: string): void {
    this.session.then((session) => session.stopUpload(id)).catch(() => undefined);
  }

  /** `networkDown` from a worker that dies meanwhile. */
  async #answer<T>(question: (session: Remote<PageSession>) => Promise<Result<T>>): Promise<Result<T>> {
    const answered = this.session.then(question);
    const first = await Promise.race([answered.catch(() => 'died' as const), this.death]);
    return first === 'died' ? { ok: false, error: { code: 'networkDown', message: '' } } : first;
  }
}
