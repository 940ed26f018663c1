import type { Market } from '../../../domain/index.ts';
import { countdownText, fundingText, NO_FIGURE, sessionChange } from '../../../domain/index.ts';
import type {
  FuturesHeadFrame,
  FuturesHeadTexts,
  FuturesHeadView,
  FuturesTicketFrame,
} from '../../protocol.ts';
import type { Positions } from '../../streams/positions/index.ts';
import type { ViewDeps } from '../view.ts';
import { textsOf } from './texts.ts';

/** How a market stands, whoever looks. */
export function headFrame(
  { market: id }: FuturesHeadView,
  desk: Positions,
  deps: ViewDeps,
): FuturesHeadFrame | undefined {
  const market = deps.rows.row(id)?.market;
  return market && { kind: 'futuresHead', ...headTexts(desk, market, deps) };
}

/** How a market is traded, its mark and its funding, and what there is to trade with. */
export function headOf(
  desk: Positions,
  market: Market,
  deps: ViewDeps,
): FuturesHeadTexts & Pick<FuturesTicketFrame, 'mode' | 'leverage' | 'markState' | 'available'> {
  const { mode, leverage } = desk.termsOf(market.id);
  const mark = desk.markOf(market.id);
  return {
    mode,
    leverage,
    ...headTexts(desk, market, deps),
    ...(mark ? { markState: mark[5] } : {}),
    available: textsOf(market, deps.words().style).has(desk.snapshot().totals?.available),
  };
}

function headTexts(desk: Positions, market: Market, { words, ages }: ViewDeps): FuturesHeadTexts {
  const { style, hours } = words();
  const every = desk.fundingHoursOf(market.id);
  const mark = desk.markOf(market.id);
  const texts = textsOf(market, style);
  return {
    funding: mark ? fundingText(mark[3], style) : NO_FIGURE,
    fundingIn: mark ? countdownText(Math.max(0, mark[4] - ages.serverNow())) : '',
    fundingEvery: every === undefined ? '' : hours(every),
    opensIn: mark?.[5] === 'closed' ? opensInText(market, ages.serverNow()) : '',
    mark: texts.price(mark?.[1]),
    index: texts.price(mark?.[2]),
  };
}

function opensInText({ asset }: Market, now: number): string {
  const opensAt = sessionChange(asset, now);
  return opensAt === null ? '' : countdownText(opensAt - now);
}
