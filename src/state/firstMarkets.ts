import { useSnapshot } from 'valtio';
import { status } from './status.ts';

/** What is shown before anybody has chosen: by the dollar that markets are quoted in. */
const FIRST = {
  USDT: {
    spot: 'BTC-USDT',
    perpetual: 'BTC-USDT-PERP',
    quotes: ['USDT', 'BTC', 'ETH'],
    /** The last one is added first. */
    proposed: ['SOL-USDT', 'ETH-USDT', 'BTC-USDT'],
  },
  USDC: {
    spot: 'HYPE-USDC',
    perpetual: 'BTC-USDC-PERP',
    quotes: ['USDC'],
    proposed: ['SOL-USDC-PERP', 'ETH-USDC-PERP', 'BTC-USDC-PERP'],
  },
} as const satisfies Record<string, FirstMarkets>;

export interface FirstMarkets {
  readonly spot: string;
  readonly perpetual: string;
  /** Of spot markets, to choose from. */
  readonly quotes: readonly string[];
  /** Favourites for those who have none. */
  readonly proposed: readonly string[];
}

/** What is shown before anybody has chosen. */
export function useFirstMarkets(): FirstMarkets {
  return FIRST[useSnapshot(status).quotedIn];
}
