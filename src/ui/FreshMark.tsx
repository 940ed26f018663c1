import type { Freshness } from '../../workers/api.ts';
import { useFreshness } from '../state/useFreshness.ts';
import { look } from './look.ts';
import { StaleMark } from './StaleMark.tsx';

interface FreshMarkProps {
  readonly freshness: Freshness | undefined;
  /** A dot while all is well: one of a screen is enough. */
  readonly hasDot?: boolean;
}

const isWell = (freshness: Freshness | undefined): boolean =>
  freshness?.state === 'live' || freshness?.state === 'slow';

/** Whether what is shown is old or not there yet: what follows from it alone is then no fact. */
export function useIsOld(sent: Freshness | undefined): boolean {
  const freshness = useFreshness(sent);
  return freshness !== undefined && !isWell(freshness);
}

/** Silent while all is well; says how old it is what stands beside it when it is not. */
export function FreshMark({ freshness: sent, hasDot = false }: FreshMarkProps) {
  const freshness = useFreshness(sent);
  if (freshness && !isWell(freshness)) return <StaleMark freshness={freshness} />;
  return hasDot ? <i className={look('dot')} data-state={freshness?.state} aria-hidden="true" /> : null;
}
