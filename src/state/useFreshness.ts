import { useSnapshot } from 'valtio';
import type { Freshness } from '../../workers/api.ts';
import { status } from './status.ts';

/**
 * How old what is shown is, as far as the page knows. A worker that is silent, or that has just taken the place of
 * another, has nothing to say of what was sent last: without a line, and until there are prices, nothing is live.
 */
export function useFreshness(sent: Freshness | undefined): Freshness | undefined {
  const { link, isSilent } = useSnapshot(status);
  const isLive = sent?.state === 'live' || sent?.state === 'slow';
  return sent && isLive && (link === 'offline' || isSilent) ? { ...sent, state: 'stale', ageText: '' } : sent;
}
