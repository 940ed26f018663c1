import { combineLatest, map, switchMap } from 'rxjs';
import type { Dec, Market, NumberStyle, ScaledLevel, ScaledTicket } from '../../domain/index.ts';
import {
  amountText,
  compareDec,
  defined,
  heldText,
  isValidScaled,
  NO_FIGURE,
  scaledBreach,
  scaledHold,
  scaledLevels,
  scaledSums,
  statusRefusal,
  tradePriceText,
  typedAmount,
} from '../../domain/index.ts';
import type { ScaledFrame, ScaledView } from '../protocol.ts';
import { FOCUS_STALE_MS } from '../streams/age.ts';
import { spotFree } from './spotFree.ts';
import type { ViewDeps, ViewSpec } from './view.ts';
import { projected, sampled } from './view.ts';

/** What a scaled order would be made of, by the rule that the exchange decides with. */
export const scaledView: ViewSpec<'scaled'> = {
  pace: 'list',
  open: projected<ScaledView, null, ScaledFrame>({
    state: (view$, deps) => {
      const { prices$, balances$ } = deps.streams;
      const age$ = view$.pipe(switchMap(({ market }) => sampled(deps, () => isStale(market, deps))));
      return combineLatest([prices$(view$.pipe(map(({ market }) => [market]))), balances$, age$]).pipe(
        map(() => null),
      );
    },
    frame: (view, _, deps) => {
      const row = deps.rows.row(view.market);
      return row && frameOf(view, deps, row.market, row.ticker?.last ?? '0');
    },
  }),
};

/** Whether the price by which the exchange bounds such orders is too old to trade by, as it refuses them then. */
function isStale(market: string, { ages, words, isCached }: ViewDeps): boolean {
  const { state } = ages.ofPrices([market], FOCUS_STALE_MS, words().age);
  return isCached() || (state !== 'live' && state !== 'slow');
}

function frameOf(view: ScaledView, deps: ViewDeps, market: Market, last: Dec): ScaledFrame {
  const { style } = deps.words();
  const ticket: ScaledTicket = {
    side: view.side,
    shape: view.shape,
    from: typedAmount(view.from),
    to: typedAmount(view.to),
    count: /^\d{1,3}$/.test(view.count) ? Number.parseInt(view.count, 10) : undefined,
    quantity: typedAmount(view.amount),
  };
  const breach = scaledBreach(ticket, market, last);
  const valid = breach === undefined && isValidScaled(ticket) ? ticket : undefined;
  const levels = valid ? scaledLevels(valid, market) : [];
  const sums = scaledSums(levels);
  const spot = market.kind === 'spot' ? spotOf(deps, market, view, levels) : undefined;
  const blocked =
    statusRefusal(market.status, false) ?? (isStale(market.id, deps) ? 'marketStale' : undefined);
  const errors = breach
    ? { [breach.field]: breach.code }
    : spot?.isShort
      ? { amount: 'insufficientBalance' }
      : {};
  const shown = (amount: Dec | undefined): string =>
    valid && amount !== undefined ? amountText(amount, style) : NO_FIGURE;
  return {
    kind: 'scaled',
    view,
    levels: levels.map(({ price, quantity }) => ({
      price: tradePriceText(price, market, style),
      quantity: amountText(quantity, style),
    })),
    quantity: shown(sums.quantity),
    total: shown(sums.total),
    average: sums.average === undefined ? NO_FIGURE : tradePriceText(sums.average, market, style),
    held: spot ? shown(spot.hold) : '',
    available: spot ? availableText(spot, style) : '',
    asset: spot?.asset ?? '',
    errors,
    ...defined({ blocked }),
    ...(valid && Object.keys(errors).length === 0
      ? { order: { from: valid.from, to: valid.to, count: valid.count, quantity: valid.quantity } }
      : {}),
  };
}

/** Of nobody's money nothing is said. */
const availableText = ({ free, asset }: ReturnType<typeof spotOf>, style: NumberStyle): string =>
  free === undefined ? NO_FIGURE : heldText(free, asset, style);

/** What is put aside on spot, and what there is of it. */
function spotOf({ funds }: ViewDeps, market: Market, { side }: ScaledView, levels: readonly ScaledLevel[]) {
  const asset = side === 'buy' ? market.quote : market.base;
  const free = spotFree(funds, asset);
  const hold = scaledHold(side, levels);
  return { asset, free, hold, isShort: free !== undefined && compareDec(hold, free) > 0 };
}
