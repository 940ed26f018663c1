import { loadWapConfig, reportError } from './common.ts';
import { marketCandles, marketList, marketSnapshot, marketSparklines } from './market.ts';
import { ticket } from './ticket.ts';

/** The calls with which every visit begins. Clients have them at once, and fetch the others when one is needed. */
export const firstCalls = {
  'common.loadWapConfig': loadWapConfig,
  'common.report': reportError,
  'market.list': marketList,
  'market.candles': marketCandles,
  'market.sparklines': marketSparklines,
  'market.snapshot': marketSnapshot,
  'account.ticket': ticket,
} as const;
