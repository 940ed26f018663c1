import type { Market } from '../../../domain/index.ts';
import { countdownText, fundingText, NO_FIGURE, sessionChange } from '../../../domain/index.ts';
import type {
  FuturesHeadFrame,
  FuturesHeadTexts,
  FuturesHeadView,
  FuturesTicketFrame,
} from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import type { FuturesState } from './perpetual.ts';
import { textsOf } from './texts.ts';

/** A market's head: the same for every user. */
export function headFrame(
  { market: id }: FuturesHeadView,
  state: FuturesState,
  words: Words,
): FuturesHeadFrame | undefined {
  const market = state.rows.row(id)?.market;
  return market && { kind: 'futuresHead', ...headTexts(state, market, words) };
}

/** How a market is traded, its mark and its funding, and what there is to trade with. */
export function headOf(
  state: FuturesState,
  market: Market,
  words: Words,
): FuturesHeadTexts & Pick<FuturesTicketFrame, 'mode' | 'leverage' | 'markState' | 'available'> {
  const { mode, leverage } = state.positions.termsOf(market.id);
  const mark = state.positions.markOf(market.id);
  return {
    mode,
    leverage,
    ...headTexts(state, market, words),
    ...(mark ? { markState: mark[5] } : {}),
    available: textsOf(market, words.style).has(state.positions.snapshot().totals?.available),
  };
}

function headTexts(
  { positions, ages }: FuturesState,
  market: Market,
  { style, hours }: Words,
): FuturesHeadTexts {
  const every = positions.fundingHoursOf(market.id);
  const mark = positions.markOf(market.id);
  const texts = textsOf(market, style);
  // A rate without its moment is none: a venue has not sent it yet.
  const hasFunding = mark !== undefined && mark[4] > 0;
  return {
    funding: hasFunding ? fundingText(mark[3], style) : NO_FIGURE,
    fundingIn: hasFunding ? countdownText(Math.max(0, mark[4] - ages.serverNow())) : '',
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
