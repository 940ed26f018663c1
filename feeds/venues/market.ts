import { parseChannel } from '../../domain/contract/index.ts';
import type { Dec, Market, MarketStatus } from '../../domain/index.ts';
import type { VenueKind } from './types.ts';

/** What a venue says of one of its markets. */
export interface VenueMarketFacts {
  readonly kind: VenueKind;
  readonly base: string;
  readonly quote: string;
  /** As in `MarketFilter`; "0" where the venue does not say it. */
  readonly tick: Dec;
  readonly lot: Dec;
  readonly minQuantity: Dec;
  readonly minTotal: Dec;
  readonly status: MarketStatus;
  /** ms UTC; 0 where the venue does not say it. */
  readonly listedAt: number;
}

/** The id that all venues share: `BTC-USDT`, `BTC-USDT-PERP`. */
export function venueMarketId({
  kind,
  base,
  quote,
}: Pick<VenueMarketFacts, 'kind' | 'base' | 'quote'>): string {
  return kind === 'spot' ? `${base}-${quote}` : `${base}-${quote}-PERP`;
}

/** A venue's market in the common shape; undefined when its names cannot stand in an address or a channel. */
export function venueMarket(facts: VenueMarketFacts): Market | undefined {
  const id = venueMarketId(facts);
  if (!parseChannel(`book:${id}`)) return undefined;
  return {
    ...facts,
    id,
    name: `${facts.base}/${facts.quote}`,
    asset: 'crypto',
    iconId: null,
    cycle: false,
    origin: 'live',
  };
}
