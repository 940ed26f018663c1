import { useRef, useState } from 'react';
import type { Calls, RequestOf } from '../../domain/contract/index.ts';
import type { MoneyCall, Submitted } from '../../workers/api.ts';
import { onceSettled, useJournal } from './journal.ts';
import { submit } from './login.ts';
import { doOnce, useUnderWay } from './underWay.ts';

export interface Sender<N extends MoneyCall> {
  /** `unknown`: the answer was lost; the journal shows the outcome. */
  readonly state: 'idle' | 'sending' | 'unknown';
  /**
   * Yields how it ended; undefined when it was not sent.
   * @param onLate is called once the journal says that it was done after all, while the answer was lost; also when the
   * screen has been left by then.
   */
  readonly send: (request: RequestOf<Calls[N]>, onLate?: () => void) => Promise<Submitted<N> | undefined>;
}

/**
 * Sends calls one at a time: none goes out while another is on its way, or while one's end is not known; also one that
 * a sheet has sent which was closed since.
 * @param about what several such calls at a time are about, each another thing.
 * @param name of what it takes turns with, where that is more than such calls.
 */
export function useSender<N extends MoneyCall>(call: N, about = '', name = `${call} ${about}`): Sender<N> {
  const { entries } = useJournal();
  const isSending = useUnderWay(name);
  const [hasLost, setLost] = useState(false);
  const latest = useRef(entries);
  latest.current = entries;
  const [lostAt, setLostAt] = useState<typeof entries>();
  const isOpen = entries.some((entry) => entry.call === call && entry.state === 'unknown');
  // Until the journal has spoken after the loss, nothing is known either.
  const isLost = isOpen || (hasLost && entries === lostAt);
  return {
    state: isSending ? 'sending' : isLost ? 'unknown' : 'idle',
    send: async (request, onLate) => {
      if (isLost) return undefined;
      return doOnce(name, async () => {
        const result = await submit(call, request);
        if (result.state === 'unknown' && onLate) onceSettled(result.key, onLate);
        setLost(result.state === 'unknown');
        setLostAt(latest.current);
        return result;
      });
    },
  };
}
