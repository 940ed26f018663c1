import type { Calls, RequestOf } from '../../../../domain/contract/index.ts';
import type { Market, TriggerSource } from '../../../../domain/index.ts';
import { D, toText } from '../../../../domain/index.ts';
import { ApiError, missing, notRequired } from '../protocol/apiError.ts';
import type { Params } from '../protocol/params.ts';
import { sideOf } from '../spot/newOrder.ts';
import { futuresOrderTypes } from './exchangeInfo.ts';

type Place = RequestOf<Calls['perpetual.place']>;

/** One position a market: there is no hedge mode. @throws {ApiError} -4061 */
export function requireOneWay(params: Params): void {
  const side = params.text('positionSide');
  if (side !== undefined && side !== 'BOTH')
    throw new ApiError(-4061, "Order's position side does not match user's setting.");
}

/** How far ahead an order's end lies at least, ms; the exchange's own bound is shorter. */
const LEAST_AHEAD_MS = 600_000;
const LATEST = 253_402_300_799_000;

/** When a good-till-date order ends: whole seconds, the rest is dropped. @throws {ApiError} -5040 */
function expiryPart(params: Params, now: number): Pick<Place, 'expiresAt'> {
  const requested = params.whole('goodTillDate');
  if (requested === undefined) throw missing('goodTillDate');
  if (requested <= now + LEAST_AHEAD_MS || requested >= LATEST)
    throw new ApiError(
      -5040,
      'The goodTillDate timestamp must be greater than the current time plus 600 seconds and smaller than 253402300799000.',
    );
  return { expiresAt: Math.floor(requested / 1_000) * 1_000 };
}

function limitPart(params: Params, now: number): Pick<Place, 'price' | 'tif' | 'postOnly' | 'expiresAt'> {
  const tif = params.word('timeInForce', ['GTC', 'GTD', 'IOC', 'GTX'], -1115, 'Invalid timeInForce.');
  if (!tif) throw missing('timeInForce');
  const price = params.needDecimal('price');
  if (tif === 'GTD') return { price, tif, ...expiryPart(params, now) };
  return tif === 'GTX' ? { price, tif: 'GTC', postOnly: true } : { price, tif };
}

/** A trailing stop: `callbackRate` is in per cent, and the price to begin at has a name of its own in each API. */
function trailPart(params: Params, source: TriggerSource): NonNullable<Place['trail']> {
  const name = params.has('activatePrice') ? 'activatePrice' : 'activationPrice';
  return {
    by: 'rate',
    value: toText(new D(params.needDecimal('callbackRate')).div(100)),
    ...(params.has(name) ? { activation: params.needDecimal(name) } : {}),
    source,
  };
}

/**
 * The order in a request. @param now ms UTC. @param names the names of the type and of the trigger price.
 * @throws {ApiError} what is missing, or not supported here.
 */
export function newFuturesOrder(
  params: Params,
  market: Market,
  now: number,
  names: { readonly type: string; readonly trigger: string } = { type: 'type', trigger: 'stopPrice' },
): Place {
  const side = sideOf(params) === 'buy' ? 'long' : 'short';
  requireOneWay(params);
  const type = params.word(names.type, futuresOrderTypes, -1116, 'Invalid orderType.');
  if (!type) throw missing(names.type);
  if (params.flag('closePosition') === true)
    throw new ApiError(-4136, `Target strategy invalid for orderType ${type}, closePosition true.`);
  const isTrailing = type === 'TRAILING_STOP_MARKET';
  const isLimit = type === 'LIMIT' || type === 'STOP' || type === 'TAKE_PROFIT';
  const stray = isTrailing ? [] : ['callbackRate', 'activationPrice', 'activatePrice'];
  const isConditional = type !== 'LIMIT' && type !== 'MARKET' && !isTrailing;
  for (const name of [
    ...stray,
    // Passed over, what was meant to wait for its price would trade at once.
    ...(isConditional ? [] : [names.trigger]),
    'priceMatch',
    ...(isLimit && params.text('timeInForce') === 'GTD' ? [] : ['goodTillDate']),
  ])
    if (params.has(name) && params.text(name) !== 'NONE') throw notRequired(name);
  if (!isLimit && params.has('price')) throw notRequired('price');
  const working = params.word('workingType', ['MARK_PRICE', 'CONTRACT_PRICE'], -4084, 'Invalid workingType.');
  const source = working === 'MARK_PRICE' ? 'mark' : 'last';
  return {
    market: market.id,
    side,
    type: isLimit ? 'limit' : 'market',
    quantity: params.needDecimal('quantity'),
    ...(params.flag('reduceOnly') === true ? { reduceOnly: true } : {}),
    ...(isLimit ? limitPart(params, now) : {}),
    ...(isConditional
      ? {
          trigger: {
            price: params.needDecimal(names.trigger),
            source,
            kind: type.startsWith('STOP') ? 'stop' : 'profit',
          },
        }
      : {}),
    ...(isTrailing ? { trail: trailPart(params, source) } : {}),
  };
}
