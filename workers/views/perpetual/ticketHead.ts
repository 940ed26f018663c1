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

/** A market's head: the same for every user. */
export function headFrame(
  { market: id }: FuturesHeadView,
  positionsState: Positions,
  deps: ViewDeps,
): FuturesHeadFrame | undefined {
  const market = deps.rows.row(id)?.market;
  return market && { kind: 'futuresHead', ...headTexts(positionsState, market, deps) };
}

/** How a market is traded, its mark and its funding, and what there is to trade with. */
export function headOf(
  positionsState: Positions,
  market: Market,
  deps: ViewDeps,
): FuturesHeadTexts & Pick<FuturesTicketFrame, 'mode' | 'leverage' | 'markState' | 'available'> {
  const { mode, leverage } = positionsState.termsOf(market.id);
  const mark = positionsState.markOf(market.id);
  return {
    mode,
    leverage,
    ...headTexts(positionsState, market, deps),
    ...(mark ? { markState: mark[5] } : {}),
    available: textsOf(market, deps.words().style).has(positionsState.snapshot().totals?.available),
  };
}

function headTexts(positionsState: Positions, market: Market, { words, ages }: ViewDeps): FuturesHeadTexts {
  const { style, hours } = words();
  const every = positionsState.fundingHoursOf(market.id);
  const mark = positionsState.markOf(market.id);
  const texts = textsOf(market, style);
  return {
    funding: mark ? fundingText(mark[3], style) : NO_FIGURE,
    fundingIn: mark ? countdownText(Math.max(0, mark[4] - ages.serverNow())) : '',
    fundingEvery: every === undefined ? '' : hours(every),
    opensIn: market.status === 'closed' ? opensInText(market, ages.serverNow()) : '',
    mark: texts.price(mark?.[1]),
    index: texts.price(mark?.[2]),
  };
}

function opensInText({ asset }: Market, now: number): string {
  const opensAt = sessionChange(asset, now);
  return opensAt === null ? '' : countdownText(opensAt - now);
}
