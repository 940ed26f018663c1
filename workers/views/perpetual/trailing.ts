import type { FuturesOrderRow } from '../../../domain/contract/index.ts';
import type {
  Dec,
  Market,
  NumberStyle,
  OrderSide,
  RefusalCode,
  Trail,
  TrailTerms,
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
  typedAmount,
} from '../../../domain/index.ts';
import type { TrailInput, TrailLine } from '../../protocol.ts';
import { priceRefusal } from './place.ts';
import type { Texts } from './texts.ts';
import { ratioText } from './texts.ts';

/** A trailing stop as typed, with what the exchange would refuse. */
export interface ParsedTrail {
  readonly request?: TrailTerms;
  /** Where it would stand now. */
  readonly trigger?: Dec;
  readonly error?: RefusalCode;
  readonly activationError?: RefusalCode;
}

/**
 * @param side of the order that it places. @param watched the price of now; undefined while there is none.
 * @param standing the trailing stop that is changed; undefined for a new one.
 */
export function parseTrail(
  input: TrailInput,
  side: OrderSide,
  watched: Dec | undefined,
  market: Market,
  current?: Trail,
): ParsedTrail {
  const typed = typedAmount(input.value);
  const activation = input.activation === '' ? null : typedAmount(input.activation);
  const activationError = activation === null ? undefined : priceRefusal(activation, market);
  if (activation === undefined || activationError)
    return { activationError: activationError ?? 'priceInvalid' };
  if (typed === undefined) return { error: 'trailInvalid' };
  const value = input.by === 'rate' ? toText(new D(typed).div(100)) : typed;
  const request = { by: input.by, value, activation };
  if (watched === undefined) return { request };
  const { tick } = market;
  const refusal = current
    ? trailChangeRefusal(side, current, request, watched, tick)
    : trailRefusal(side, request, watched, tick);
  if (refusal) return refusal === 'triggerPassed' ? { activationError: refusal } : { error: refusal };
  const next = current ? changedTrail(side, current, request, watched) : trailFrom(side, request, watched);
  return { request, trigger: trailTrigger(side, next, tick) };
}

/** What is sent for it. */
export const trailRequest = (
  { by, value, activation }: TrailTerms,
  { source }: TrailInput,
): { by: TrailTerms['by']; value: Dec; activation?: Dec; source: TrailInput['source'] } => ({
  by,
  value,
  ...(activation === null ? {} : { activation }),
  source,
});

const distanceText = ({ by, value }: Pick<TrailTerms, 'by' | 'value'>, texts: Texts, style: NumberStyle) =>
  by === 'rate' ? ratioText(value, style) : texts.price(value);

/** What is typed, as users read it. */
export const trailTexts = (
  { request, trigger }: ParsedTrail,
  texts: Texts,
  style: NumberStyle,
): { readonly distance: string; readonly trigger: string } => ({
  distance: request ? distanceText(request, texts, style) : NO_FIGURE,
  trigger: texts.price(trigger),
});

/** A trailing stop that stands, as users read it. */
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
