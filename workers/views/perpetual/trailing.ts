import type { FuturesOrderRow } from '../../../domain/contract/index.ts';
import type {
  Dec,
  Market,
  NumberStyle,
  OrderSide,
  RefusalCode,
  Trail,
  TrailWish,
} from '../../../domain/index.ts';
import {
  changedTrail,
  D,
  NO_FIGURE,
  toText,
  trailChangeRefusal,
  trailFrom,
  trailRefusal,
  trailTrigger,
} from '../../../domain/index.ts';
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

/**
 * @param side of the order that it places. @param watched the price of now; undefined while there is none.
 * @param standing the trailing stop that is changed; undefined for a new one.
 */
export function typedTrail(
  input: TrailInput,
  side: OrderSide,
  watched: Dec | undefined,
  market: Market,
  style: NumberStyle,
  standing?: Trail,
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
  const { tick } = market;
  const refusal = standing
    ? trailChangeRefusal(side, standing, wish, watched, tick)
    : trailRefusal(side, wish, watched, tick);
  if (refusal) return refusal === 'triggerPassed' ? { activationError: refusal } : { error: refusal };
  const next = standing ? changedTrail(side, standing, wish, watched) : trailFrom(side, wish, watched);
  return { wish, trigger: trailTrigger(side, next, tick) };
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
  const { by, value, activation, best, reached } = trail;
  return {
    distance: distanceText(trail, texts, style),
    activation: activation === null ? NO_FIGURE : texts.price(activation),
    best: texts.price(best),
    reached: texts.price(reached),
    raw: {
      by,
      value: by === 'rate' ? toText(new D(value).times(100)) : value,
      activation: activation ?? '',
    },
  };
}
