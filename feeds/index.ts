export { DepthSync } from './binance/depthSync.ts';
export { normaliseFrame } from './binance/normalise.ts';
export type * from './types.ts';
