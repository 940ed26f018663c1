import type { TrailBy, TriggerSource } from '../../../domain/index.ts';
import { perpetualTimes, positionSides, trailWays, triggerSources } from '../../../domain/index.ts';
import type { FuturesField, FuturesTicketView } from '../../../workers/api.ts';
import { readDraft, writeDraft } from '../../state/drafts.ts';
import { login } from '../../state/login.ts';
import type { Expiry } from '../../ui/ticket/expiry.ts';
import { keptExpiry } from '../../ui/ticket/expiry.ts';
import type { PriceBy } from '../../ui/ticket/ticket.ts';
import { keptAmount, keptPrice, pick, toPercent } from '../../ui/ticket/ticket.ts';

/** What a person has typed and chosen in a ticket of a perpetual. */
export interface FuturesTicket
  extends Omit<FuturesTicketView, 'kind' | 'market' | 'percent' | 'isAlone' | 'trail'> {
  /** Of a trailing stop, how its distance is typed; empty for any other order. */
  readonly trail: TrailBy | '';
  readonly trailValue: string;
  readonly activation: string;
  /** In place of an amount: a share of the most that can be opened, in per cent. */
  readonly percent: string;
  /** Take-profit and stop-loss are part of the order. */
  readonly hasGuards: boolean;
  readonly priceBy: PriceBy;
  /** When it ends, where it is good till a date. */
  readonly expiry: Expiry;
}
export type TextField = FuturesField;

const EMPTY: FuturesTicket = {
  side: 'long',
  type: 'limit',
  isStop: false,
  price: '',
  priceBy: 'nobody',
  stopPrice: '',
  trail: '',
  trailValue: '',
  activation: '',
  source: 'last',
  amount: '',
  unit: 'base',
  percent: '',
  reduceOnly: false,
  postOnly: false,
  tif: 'GTC',
  expiry: 'hour',
  hasGuards: false,
  takeProfit: '',
  stopLoss: '',
};
const draftOf = (market: string): string => `futures:${market}`;

/** The ticket as it was left in this tab; a damaged draft counts as none. */
export function keptTicket(market: string): FuturesTicket {
  const kept = readDraft(draftOf(market));
  const text = (name: string): string => kept[name] ?? '';
  return {
    side: pick(positionSides, kept['side'], EMPTY.side),
    type: pick(['limit', 'market'] as const, kept['type'], EMPTY.type),
    isStop: kept['isStop'] === 'true',
    ...keptPrice(kept),
    stopPrice: text('stopPrice'),
    trail: pick<TrailBy | ''>(trailWays, kept['trail'], EMPTY.trail),
    trailValue: text('trailValue'),
    activation: text('activation'),
    source: pick<TriggerSource>(triggerSources, kept['source'], EMPTY.source),
    unit: pick(['base', 'quote'], kept['unit'], EMPTY.unit),
    ...keptAmount(kept),
    reduceOnly: kept['reduceOnly'] === 'true',
    postOnly: kept['postOnly'] === 'true',
    tif: pick(perpetualTimes, kept['tif'], EMPTY.tif),
    expiry: keptExpiry(kept['expiry']),
    hasGuards: kept['hasGuards'] === 'true',
    takeProfit: text('takeProfit'),
    stopLoss: text('stopLoss'),
  };
}

export function keepTicket(market: string, ticket: FuturesTicket): void {
  const texts = Object.entries(ticket).map(([name, value]) => [name, String(value)]);
  writeDraft(draftOf(market), Object.fromEntries(texts) as Record<string, string>);
}

/** How the worker is asked what the ticket would do. */
export function viewOf(
  market: string,
  {
    percent,
    hasGuards,
    priceBy: _priceBy,
    expiry: _expiry,
    trail: by,
    trailValue: value,
    activation,
    ...ticket
  }: FuturesTicket,
): FuturesTicketView {
  const guards = hasGuards && !ticket.reduceOnly ? {} : { takeProfit: '', stopLoss: '' };
  const alone = login.token === null ? ({ isAlone: true } as const) : {};
  const trail = by === '' ? {} : { trail: { by, value, activation, source: ticket.source } };
  const view: FuturesTicketView = { kind: 'futuresTicket', market, ...ticket, ...guards, ...alone, ...trail };
  return percent === '' ? view : { ...view, percent: toPercent(percent) };
}
