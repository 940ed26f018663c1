import { useRef, useState } from 'react';
import type { Calls, RequestOf } from '../../domain/contract/index.ts';
import type { MoneyCall, Submitted } from '../../workers/api.ts';
import { useJournal } from './journal.ts';
import { submit } from './login.ts';

export interface Sender<N extends MoneyCall> {
  /** `unknown`: the answer was lost; the journal shows the outcome. */
  readonly state: 'idle' | 'sending' | 'unknown';
  /** Yields how it ended; undefined when it was not sent. */
  readonly send: (request: RequestOf<Calls[N]>) => Promise<Submitted<N> | undefined>;
}

/** Sends calls one at a time: none goes out while another is on its way, or while one's end is not known. */
export function useSender<N extends MoneyCall>(call: N): Sender<N> {
  const { entries } = useJournal();
  const busy = useRef(false);
  const [state, setState] = useState<Sender<N>['state']>('idle');
  const latest = useRef(entries);
  latest.current = entries;
  const [lostAt, setLostAt] = useState<typeof entries>();
  const isOpen = entries.some((entry) => entry.call === call && entry.state === 'unknown');
  // Until the journal has spoken after the loss, nothing is known either.
  const isLost = isOpen || (state === 'unknown' && entries === lostAt);
  return {
    state: state === 'sending' ? 'sending' : isLost ? 'unknown' : 'idle',
    send: async (request) => {
      if (busy.current || isLost) return undefined;
      busy.current = true;
      setState('sending');
      const result = await submit(call, request);
      busy.current = false;
      setState(result.state === 'unknown' ? 'unknown' : 'idle');
      setLostAt(latest.current);
      return result;
    },
  };
}
