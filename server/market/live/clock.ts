import type { Clock } from '../../../feeds/index.ts';
import type { ServerClock } from '../../base/clock.ts';

/** Time for venues and for the exchange that reads them. */
export type LiveClock = Clock & Pick<ServerClock, 'every'>;
