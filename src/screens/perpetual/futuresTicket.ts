import type { TrailBy, TriggerSource } from '../../../domain/index.ts';
import {
  guardKinds,
  perpetualTimes,
  positionSides,
  trailWays,
  triggerSources,
} from '../../../domain/index.ts';
import type { BracketInput, FuturesField, FuturesTicketView } from '../../../workers/api.ts';
import { readDraft, writeDraft } from '../../state/drafts.ts';
import { login } from '../../state/login.ts';
import type { Bracket } from '../../ui/ticket/bracket.ts';
import { bracketInput, storeBracket, storedBracket } from '../../ui/ticket/bracket.ts';
import type { Expiry } from '../../ui/ticket/expiry.ts';
import { storedExpiry } from '../../ui/ticket/expiry.ts';
import type { PriceBy } from '../../ui/ticket/ticket.ts';
import { pick, storedAmount, storedPrice, toPercent } from '../../ui/ticket/ticket.ts';

/** What a user has typed and chosen in a ticket of a perpetual. */
export interface FuturesTicket
  extends Omit<FuturesTicketView, 'kind' | 'market' | 'percent' | 'isAlone' | 'trail' | keyof BracketInput>,
    Bracket {
  /** Of a trailing stop, how its distance is typed; empty for any other order. */
  readonly trail: TrailBy | '';
  readonly trailValue: string;
  readonly activation: string;
  /** In place of an amount: a share of the most that can be opened, in per cent. */
  readonly percent: string;
  readonly priceBy: PriceBy;
  /** When it ends, where it is good till a date. */
  readonly expiry: Expiry;
}
export type TextField = FuturesField;

const EMPTY: Omit<FuturesTicket, keyof Bracket> = {
  side: 'long',
  type: 'limit',
  isStop: false,
  stopKind: 'stop',
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
};
/** The name of a market's draft. */
export const draftOf = (market: string): string => `futures:${market}`;

/** The ticket as it was left in this tab; a damaged draft counts as none. */
export function storedTicket(market: string): FuturesTicket {
  const kept = readDraft(draftOf(market));
  const text = (name: string): string => kept[name] ?? '';
  return {
    side: pick(positionSides, kept['side'], EMPTY.side),
    type: pick(['limit', 'market'] as const, kept['type'], EMPTY.type),
    isStop: kept['isStop'] === 'true',
    stopKind: pick(guardKinds, kept['stopKind'], EMPTY.stopKind),
    ...storedPrice(kept),
    stopPrice: text('stopPrice'),
    trail: pick<TrailBy | ''>(trailWays, kept['trail'], EMPTY.trail),
    trailValue: text('trailValue'),
    activation: text('activation'),
    source: pick<TriggerSource>(triggerSources, kept['source'], EMPTY.source),
    unit: pick(['base', 'quote', 'risk'], kept['unit'], EMPTY.unit),
    ...storedAmount(kept),
    reduceOnly: kept['reduceOnly'] === 'true',
    postOnly: kept['postOnly'] === 'true',
    tif: pick(perpetualTimes, kept['tif'], EMPTY.tif),
    expiry: storedExpiry(kept['expiry']),
    ...storedBracket(kept),
  };
}

export function storeTicket(market: string, ticket: FuturesTicket): void {
  storeBracket(ticket);
  const texts = Object.entries(ticket).map(([name, value]) => [name, String(value)]);
  writeDraft(draftOf(market), Object.fromEntries(texts) as Record<string, string>);
}

/** The view whose frames preview the ticket. */
export function viewOf(
  market: string,
  {
    percent,
    hasGuards,
    profitPercent,
    stopPercent,
    takeProfit,
    stopLoss,
    guardBy,
    priceBy: _priceBy,
    expiry: _expiry,
    trail: by,
    trailValue: value,
    activation,
    ...ticket
  }: FuturesTicket,
): FuturesTicketView {
  const bracket = { hasGuards, profitPercent, stopPercent, takeProfit, stopLoss, guardBy };
  const guards = bracketInput(bracket, hasGuards && !ticket.reduceOnly);
  const alone = login.token === null ? ({ isAlone: true } as const) : {};
  const trail = by === '' ? {} : { trail: { by, value, activation, source: ticket.source } };
  const view: FuturesTicketView = { kind: 'futuresTicket', market, ...ticket, ...guards, ...alone, ...trail };
  return percent === '' ? view : { ...view, percent: toPercent(percent) };
}
