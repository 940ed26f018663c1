import { useSnapshot } from 'valtio';
import type { Freshness } from '../../workers/api.ts';
import { status } from './status.ts';

/**
 * How old what is shown is, as far as the page knows. A worker that was replaced without a network has nothing to say
 * of what the one before it sent last: without a line nothing is live.
 */
export function useFreshness(sent: Freshness | undefined): Freshness | undefined {
  const { link } = useSnapshot(status);
  const isLive = sent?.state === 'live' || sent?.state === 'slow';
  return sent && isLive && link === 'offline' ? { ...sent, state: 'stale', ageText: '' } : sent;
}
