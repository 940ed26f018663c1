import { useCallback, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Refusal } from '../../domain/index.ts';
import type { AnswerKind, Answers } from '../../workers/api.ts';
import { ask, login } from './login.ts';
import { useRefresh } from './refresh.ts';

export interface RequestState<T> {
  /** The newest answer; it stays while another is requested, and when that fails. */
  readonly data: T | undefined;
  /** Why the newest question has no answer. */
  readonly refusal: Refusal | undefined;
  readonly isLoading: boolean;
  readonly reload: () => Promise<void>;
}

/** Answers to the logged-in user, by request: a screen that is opened again shows them at once, and requests them again. */
const kept = new Map<string, unknown>();
let storedFor: string | null = null;

function storedAnswers(token: string | null): Map<string, unknown> {
  if (storedFor !== token) kept.clear();
  storedFor = token;
  return kept;
}

/** Asks the exchange when a screen opens, when who is logged in changes, and again on `reload`. */
export function useAsk<K extends AnswerKind>(name: K, request: Answers[K][0]): RequestState<Answers[K][1]> {
  type Answer = Answers[K][1];
  const { token } = useSnapshot(login);
  const question = `${token ?? ''} ${name} ${JSON.stringify(request)}`;
  const requested = useRef(request);
  requested.current = request;
  const [state, setState] = useState<{ question: string; refusal?: Refusal; isLoading: boolean }>({
    question,
    isLoading: true,
  });
  const newest = useRef(0);
  const reload = useCallback(async () => {
    newest.current += 1;
    const turn = newest.current;
    setState({ question, isLoading: true });
    const result = await ask(name, requested.current);
    if (turn !== newest.current) return;
    if (result.ok) storedAnswers(login.token).set(question, result.data);
    setState({ question, isLoading: false, ...(result.ok ? {} : { refusal: result.error }) });
  }, [name, question]);
  useEffect(() => {
    void reload();
    return () => {
      newest.current += 1;
    };
  }, [reload]);
  useRefresh(() => void reload());
  const isOwn = state.question === question;
  return {
    data: storedAnswers(token).get(question) as Answer | undefined,
    refusal: isOwn ? state.refusal : undefined,
    isLoading: !isOwn || state.isLoading,
    reload,
  };
}
