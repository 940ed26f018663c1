import { loadWapConfig, reportError } from './common.ts';
import { marketCandles, marketList, marketSnapshot, marketSparklines } from './market.ts';

export * from './call.ts';
export * from './common.ts';
export * from './envelope.ts';
export * from './fields.ts';
export * from './market.ts';
export * from './stream.ts';

/** Every call of the API by name. The name is what the worker's client and the server's routes use. */
export const calls = {
  'common.loadWapConfig': loadWapConfig,
  'common.report': reportError,
  'market.list': marketList,
  'market.candles': marketCandles,
  'market.sparklines': marketSparklines,
  'market.snapshot': marketSnapshot,
} as const;
export type Calls = typeof calls;
export type CallName = keyof Calls;
