import type { Calls, ResponseOf } from '../../../domain/contract/index.ts';
import { MINUTE_MS } from '../../../domain/index.ts';
import type { Settings, SupportSettings } from '../../base/settings.ts';

type ServiceInfo = ResponseOf<Calls['tpaj.info']>;
type ServiceSettings = Pick<Settings, 'support' | 'chain' | 'explorerUrl' | 'appDownloadUrl'>;

/** Explorers of well-known chains, by chain id. */
const EXPLORERS: Readonly<Record<number, string>> = {
  1: 'https://etherscan.io',
  10: 'https://optimistic.etherscan.io',
  56: 'https://bscscan.com',
  137: 'https://polygonscan.com',
  8453: 'https://basescan.org',
  42161: 'https://arbiscan.io',
  11155111: 'https://sepolia.etherscan.io',
};
const DAY_MINUTES = 1_440;

/** Whom users ask and where they look things up. @param now ms UTC. */
export function serviceInfoOf(settings: ServiceSettings, now: number): ServiceInfo {
  const { email = null, url = null, hours } = settings.support;
  const download = settings.appDownloadUrl;
  return {
    service: { state: hours ? stateOf(hours, now) : 'unset', hours: hours ?? null, email, url },
    explorers: explorersOf(settings),
    download: { isOffered: download !== '', url: download === '' ? null : download },
  };
}

/** Hours that end where they begin are the whole day. */
function stateOf({ from, to }: NonNullable<SupportSettings['hours']>, now: number): 'open' | 'closed' {
  const minute = Math.floor(now / MINUTE_MS) % DAY_MINUTES;
  const since = (minute - from + DAY_MINUTES) % DAY_MINUTES;
  const length = (to - from + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
  return since < length ? 'open' : 'closed';
}

/** Simulated networks have nothing that an explorer could show. */
function explorersOf({ chain, explorerUrl }: ServiceSettings): ServiceInfo['explorers'] {
  const base = (chain && (explorerUrl ?? EXPLORERS[chain.chainId]))?.replace(/\/+$/, '');
  if (!chain || base === undefined) return [];
  return [{ network: 'ethereum', address: `${base}/address/`, transaction: `${base}/tx/` }];
}
