import { BOOK_DEPTH } from '../../domain/contract/index.ts';
import { VenueCore } from '../venues/core.ts';
import type { VenueAdapter, VenueKind } from '../venues/types.ts';
import { OkxBody } from './body.ts';
import type { OkxConfig } from './config.ts';
import { okxConfig } from './config.ts';

const KINDS: readonly VenueKind[] = ['spot', 'perpetual'];

/** OKX: spot, and perpetuals that are settled in what they are quoted in. */
export const okx: VenueAdapter<OkxConfig> = {
  name: 'okx',
  config: okxConfig,
  connect(deps, { hosts = {}, bookLevels = BOOK_DEPTH, kinds = KINDS } = {}) {
    const tally = { dropped: 0 };
    const own = { ...okxConfig.hosts, ...hosts };
    const given = { deps, config: okxConfig, hosts: own, levels: bookLevels, kinds, tally };
    return new VenueCore(deps, tally, (tellRest) => new OkxBody({ ...given, tellRest }));
  },
};
