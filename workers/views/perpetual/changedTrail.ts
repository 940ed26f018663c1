import { defined, exactText } from '../../../domain/index.ts';
import type { FuturesTrailFrame, FuturesTrailView } from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import type { FuturesState } from './perpetual.ts';
import { textsOf } from './texts.ts';
import { parseTrail, trailRequest } from './trailing.ts';

/** How a trailing stop would follow once it is changed, with what the exchange would refuse. */
export function changedTrailFrame(
  view: FuturesTrailView,
  state: FuturesState,
  words: Words,
): FuturesTrailFrame | undefined {
  const { market: id, trail: input } = view;
  const row = state.rows.row(id);
  const order = state.positions.orders.find((each) => each.id === view.id);
  if (!row || !order?.trail || !order.trigger) return undefined;
  const watched = input.source === 'mark' ? state.positions.markOf(id)?.[1] : row.ticker?.last;
  // Another source's prices are no measure of the best so far.
  const standing = input.source === order.trigger.source ? order.trail : { ...order.trail, best: null };
  const { request, trigger, error, activationError } = parseTrail(
    input,
    order.side,
    watched,
    row.market,
    standing,
  );
  return {
    kind: 'futuresTrail',
    view,
    tick: exactText(row.market.tick, words.style),
    trigger: textsOf(row.market, words.style).price(trigger),
    ...defined({ error, activationError }),
    ...(request && !error && !activationError ? { request: trailRequest(request, input) } : {}),
  };
}
