import { BOOK_DEPTH } from '../../domain/contract/index.ts';
import { DAY_MS } from '../../domain/index.ts';
import type { Tally, VenueBody } from './core.ts';
import { VenueCore } from './core.ts';
import type { VenueAdapter, VenueConfig, VenueDeps, VenueKind, VenueName, VenueRestState } from './types.ts';

/** What a venue's body is made of. */
export interface VenueBodyDeps<C extends VenueConfig> {
  readonly deps: VenueDeps;
  readonly config: C;
  /** The configuration's, or what stands in their place. */
  readonly hosts: VenueConfig['hosts'];
  /** Levels a side that books need. */
  readonly levels: number;
  readonly kinds: readonly VenueKind[];
  readonly listCachedMs: number;
  readonly tally: Tally;
  /** Receives the states of requests. */
  readonly publishRest: (state: VenueRestState) => void;
}

const KINDS: readonly VenueKind[] = ['spot', 'perpetual'];

/** A venue by its own part alone. */
export function venueAdapter<C extends VenueConfig>(
  name: VenueName,
  config: C,
  createBody: (given: VenueBodyDeps<C>) => VenueBody,
): VenueAdapter<C> {
  return {
    name,
    config,
    connect(deps, { hosts = {}, bookLevels = BOOK_DEPTH, kinds = KINDS, listCachedMs = DAY_MS } = {}) {
      const tally = { dropped: 0 };
      const own = { hosts: { ...config.hosts, ...hosts }, levels: bookLevels, kinds, listCachedMs };
      const given = { deps, config, ...own, tally };
      return new VenueCore(deps, tally, (publishRest) => createBody({ ...given, publishRest }));
    },
  };
}
