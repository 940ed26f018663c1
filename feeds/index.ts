export { DepthSync } from './binance/depthSync.ts';
export { normaliseFrame } from './binance/normalise.ts';
export { createTidemarkFeed } from './tidemark/feed.ts';
export type * from './types.ts';
