export { binance } from './binance/binance.ts';
export { DepthSync } from './binance/depthSync.ts';
export { normaliseFrame } from './binance/normalise.ts';
export { createTidemarkFeed } from './tidemark/feed.ts';
export type * from './types.ts';
export type * from './venues/types.ts';
export { VenueError } from './venues/types.ts';
