import type {
  AccountKind,
  Balance,
  CrossAccount,
  Dec,
  NumberStyle,
  RefusalCode,
} from '../../../domain/index.ts';
import {
  amountRefusal,
  amountSign,
  amountText,
  available,
  compareDec,
  crossLiquidations,
  D,
  heldText,
  NO_FIGURE,
  SETTLEMENT_ASSET,
  toText,
  typedAmount,
} from '../../../domain/index.ts';
import type { TransferFrame, TransferView } from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import type { FuturesState } from '../perpetual/perpetual.ts';
import { textsOf } from '../perpetual/texts.ts';
import { iconOf } from './prices.ts';

const other = (account: AccountKind): AccountKind => (account === 'spot' ? 'futures' : 'spot');

/** What moving money between the user's own accounts would mean. */
export function transferFrame(view: TransferView, state: FuturesState, words: Words): TransferFrame {
  const { style } = words;
  const { asset, from } = view;
  const to = other(from);
  const isKnown = state.funds.uid !== undefined && (from === 'spot' || state.positions.isKnown);
  const free = freeToMove(view, state);
  const typed = typedAmount(view.amount);
  const error = errorOf(typed, free, ownOf(state, from, asset));
  const moved = typed !== undefined && error === undefined ? typed : '0';
  const kept = new D(ownOf(state, from, asset)?.posted ?? 0).minus(free);
  const text = (amount: Dec): string => (isKnown ? heldText(amount, asset, style) : NO_FIGURE);
  const afterOf = (account: AccountKind, sign: 1 | -1): string =>
    text(toText(new D(ownOf(state, account, asset)?.posted ?? 0).plus(new D(moved).times(sign))));
  const liquidation = liquidationOf(view, moved, state, words);
  return {
    kind: 'transfer',
    view,
    isKnown,
    to,
    iconId: iconOf(state, asset),
    available: text(free),
    ...(amountSign(free) === 1 ? { mostDigits: free } : {}),
    kept: kept.gt(0) ? text(toText(kept)) : '',
    moved: error === undefined && isKnown ? amountText(moved, style) : NO_FIGURE,
    after: { from: afterOf(from, -1), to: afterOf(to, 1) },
    assets: assetsOf(state, from, style),
    ...(liquidation ? { liquidation } : {}),
    ...(error === undefined ? { order: { asset, from, to, amount: moved } } : { error }),
  };
}

const ownOf = ({ funds }: FuturesState, account: AccountKind, asset: string): Balance | undefined =>
  funds.balances.find((each) => each.account === account && each.asset === asset);

/** What may be taken out of an account: not what is held, and of the futures account not what positions need. */
function freeToMove({ asset, from }: TransferView, state: FuturesState): Dec {
  const own = ownOf(state, from, asset);
  const free = own ? available(own) : '0';
  if (from !== 'futures' || asset !== SETTLEMENT_ASSET) return free;
  const { totals, positions } = state.positions.snapshot();
  // Without positions or a mark of theirs nothing can be said of what they need.
  const allowed = state.positions.isKnown ? (totals?.available ?? (positions.length > 0 ? '0' : free)) : '0';
  const least = D.min(free, new D(allowed).toDecimalPlaces(8, D.ROUND_DOWN));
  return toText(D.max(0, least));
}

function errorOf(typed: Dec | undefined, free: Dec, own: Balance | undefined): RefusalCode | undefined {
  const refusal = amountRefusal(typed);
  if (refusal !== undefined || typed === undefined) return refusal ?? 'amountInvalid';
  if (compareDec(typed, free) <= 0) return undefined;
  const isThere = own !== undefined && compareDec(typed, available(own)) <= 0;
  return isThere ? 'transferMargin' : 'insufficientBalance';
}

function assetsOf(state: FuturesState, account: AccountKind, style: NumberStyle): TransferFrame['assets'] {
  return state.funds.balances
    .filter((each) => each.account === account && amountSign(each.posted) === 1)
    .sort((a, b) => (a.asset < b.asset ? -1 : 1))
    .map((each) => ({
      asset: each.asset,
      iconId: iconOf(state, each.asset),
      available: heldText(available(each), each.asset, style),
    }));
}

/** The cross position that is nearest to its liquidation, with its price before and after. */
function liquidationOf(
  { asset, from }: TransferView,
  moved: Dec,
  { positions }: FuturesState,
  { style }: Words,
): TransferFrame['liquidation'] {
  const { account, joined, totals } = positions.snapshot();
  if (asset !== SETTLEMENT_ASSET || !account || !totals || account.positions.length === 0) return undefined;
  const change = new D(moved).times(from === 'futures' ? -1 : 1);
  const changed: CrossAccount = { ...account, balance: toText(change.plus(account.balance)) };
  const [before, after] = [crossLiquidations(account), crossLiquidations(changed)];
  const cross = [...joined.values()].filter(({ row }) => row.mode === 'cross');
  const near = cross
    .map((each, place) => {
      const price = after[place];
      const away =
        price?.kind === 'at'
          ? new D(price.price).div(each.mark[1]).minus(1).abs()
          : new D(price?.kind === 'due' ? 0 : Number.POSITIVE_INFINITY);
      return { each, away, before: before[place], after: price };
    })
    .sort((a, b) => a.away.cmp(b.away))[0];
  if (!near?.before || !near.after) return undefined;
  const { market, mark, row } = near.each;
  const texts = textsOf(market, style);
  return {
    market: market.name,
    mark: texts.price(mark[1]),
    before: texts.liquidation(near.before, row.side),
    after: texts.liquidation(near.after, row.side),
  };
}
