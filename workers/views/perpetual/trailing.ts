import type { FuturesOrderRow } from '../../../domain/contract/index.ts';
import type { Dec, Market, NumberStyle, OrderSide, RefusalCode, TrailWish } from '../../../domain/index.ts';
import { D, NO_FIGURE, toText, trailFrom, trailRefusal, trailTrigger } from '../../../domain/index.ts';
import type { TrailInput, TrailLine } from '../../protocol.ts';
import { typedDec } from '../typed.ts';
import { priceRefusal } from './place.ts';
import type { Texts } from './texts.ts';
import { ratioText } from './texts.ts';

/** A trailing stop as typed, with what the exchange would refuse. */
export interface TypedTrail {
  readonly wish?: TrailWish;
  /** Where it would stand now. */
  readonly trigger?: Dec;
  readonly error?: RefusalCode;
  readonly activationError?: RefusalCode;
}

/** @param side of the order that it places. @param watched the price of now; undefined while there is none. */
export function typedTrail(
  input: TrailInput,
  side: OrderSide,
  watched: Dec | undefined,
  market: Market,
  style: NumberStyle,
): TypedTrail {
  const typed = typedDec(input.value, style);
  const activation = input.activation === '' ? null : typedDec(input.activation, style);
  const activationError = activation === null ? undefined : priceRefusal(activation, market);
  if (activation === undefined || activationError)
    return { activationError: activationError ?? 'priceInvalid' };
  if (typed === undefined) return { error: 'trailInvalid' };
  const value = input.by === 'rate' ? toText(new D(typed).div(100)) : typed;
  const wish = { by: input.by, value, activation };
  if (watched === undefined) return { wish };
  const refusal = trailRefusal(side, wish, watched, market.tick);
  if (refusal) return refusal === 'triggerPassed' ? { activationError: refusal } : { error: refusal };
  return { wish, trigger: trailTrigger(side, trailFrom(side, wish, watched), market.tick) };
}

/** What is sent for it. */
export const trailRequest = (
  { by, value, activation }: TrailWish,
  { source }: TrailInput,
): { by: TrailWish['by']; value: Dec; activation?: Dec; source: TrailInput['source'] } => ({
  by,
  value,
  ...(activation === null ? {} : { activation }),
  source,
});

const distanceText = ({ by, value }: Pick<TrailWish, 'by' | 'value'>, texts: Texts, style: NumberStyle) =>
  by === 'rate' ? ratioText(value, style) : texts.price(value);

/** What is typed, as people read it. */
export const trailTexts = (
  { wish, trigger }: TypedTrail,
  texts: Texts,
  style: NumberStyle,
): { readonly distance: string; readonly trigger: string } => ({
  distance: wish ? distanceText(wish, texts, style) : NO_FIGURE,
  trigger: texts.price(trigger),
});

/** A trailing stop that stands, as people read it. */
export function trailLine(
  trail: NonNullable<FuturesOrderRow['trail']>,
  texts: Texts,
  style: NumberStyle,
): TrailLine {
  const { activation, best, reached } = trail;
  return {
    distance: distanceText(trail, texts, style),
    activation: activation === null ? NO_FIGURE : texts.price(activation),
    best: texts.price(best),
    reached: texts.price(reached),
  };
}
