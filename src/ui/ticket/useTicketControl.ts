import { useCallback, useEffect, useState } from 'react';
import type { Dec } from '../../../domain/index.ts';
import { settings } from '../../state/settings.ts';
import { useWhenHidden } from '../../state/useWhenHidden.ts';
import { useWorkerForm } from '../../state/useWorkerForm.ts';

/** What every ticket holds, whatever it trades. */
export interface TicketTexts {
  readonly amount: string;
  /** In place of an amount: a share of the most, in per cent. */
  readonly percent: string;
}

/** What the worker says of every ticket. */
interface TicketFrame<Field extends string, V> {
  readonly view: V;
  /** What `percent` comes to, plain digits. */
  readonly amount?: Dec;
  readonly errors: Partial<Record<Field, string>>;
  readonly order?: object;
}

export type Awaited = 'sending' | 'tap';

/** How a kind of ticket is kept, previewed and emptied. */
export interface TicketKind<T extends TicketTexts, Field extends string, V, Frame> {
  readonly kept: (market: string) => T;
  readonly keep: (market: string, ticket: T) => void;
  /** The name under which it is kept. */
  readonly draftOf: (market: string) => string;
  readonly viewOf: (market: string, ticket: T) => V;
  readonly useFrames: (view: V, onFrame: (frame: Frame) => void) => unknown;
  readonly fields: readonly Field[];
  /** What is empty after an order; price and type stay. */
  readonly emptied: Partial<T>;
  /** What the page puts into fields that nobody has been at; undefined: nothing. */
  readonly filled: (ticket: T, frame: Frame) => Partial<T> | undefined;
  /** What else changes with a change. */
  readonly changed: (ticket: T, next: Partial<T>) => Partial<T>;
}

export interface TicketControl<
  T extends TicketTexts,
  Field extends string,
  Frame extends { order?: object },
> {
  readonly market: string;
  readonly ticket: T;
  readonly frame: Frame | undefined;
  /** What stands in the amount's field: as typed, or what the chosen share comes to. */
  readonly amount: string;
  readonly change: (next: Partial<T>) => void;
  readonly touch: (field: Field) => void;
  readonly touchAll: () => void;
  /** Code of what is wrong with a field that the user has been at. */
  readonly errorOf: (field: Field) => string | undefined;
  /** Code of the first that is wrong where the user has been. */
  readonly firstError: string | undefined;
  readonly hasErrors: boolean;
  /** What to send, once the worker has said it of exactly this ticket. */
  readonly order: Frame['order'] | undefined;
  /** The worker has said what exactly this ticket comes to. */
  readonly isAnswered: boolean;
  readonly reset: () => void;
  /** Changes the ticket and sends it as soon as the worker has said what it comes to. */
  readonly changeAndSend: (next: Partial<T>) => void;
  /** What is to be done once the worker has said it: sent without another tap, or what a tap on the button does. */
  readonly awaited: Awaited | undefined;
  /** The button was tapped before the worker has said what exactly this ticket comes to. */
  readonly awaitTap: () => void;
  readonly endWait: () => void;
}

/** Whether the user is in one of these fields: what is typed next would be added to what the page puts there. */
function isTyping(fields: object): boolean {
  const { activeElement } = document;
  return activeElement instanceof HTMLInputElement && activeElement.name in fields;
}

/** One market's ticket: what is typed stays until the user changes it, in this tab over reloads and logins. */
export function useTicketControl<
  T extends TicketTexts,
  Field extends string,
  V,
  Frame extends TicketFrame<Field, V>,
>(market: string, kind: TicketKind<T, Field, V, Frame>): TicketControl<T, Field, Frame> {
  const { kept, keep, draftOf, viewOf, useFrames, fields, emptied, filled, changed } = kind;
  const form = useWorkerForm<T, V, Frame>({
    first: () => kept(market),
    viewOf: (values) => viewOf(market, values),
    useFrames,
    keep: useCallback((values: T) => keep(market, values), [keep, market]),
    draft: draftOf(market),
  });
  const { values: ticket, frame, answer, change: set } = form;
  const [awaited, setAwaited] = useState<Awaited>();
  // What was tapped before the page was left is not sent once it is seen again, at other prices.
  useWhenHidden(() => setAwaited(undefined));
  const put = (next: Partial<T>) => set((before) => ({ ...before, ...changed(before, next) }));
  const change = (next: Partial<T>) => {
    // What is changed by hand meanwhile is sent by hand.
    setAwaited(undefined);
    put(next);
  };
  const missing = frame && filled(ticket, frame);
  useEffect(() => {
    if (missing && !isTyping(missing)) set(missing);
  });
  const [touched, setTouched] = useState<ReadonlySet<Field>>(() => new Set());
  const errors: Partial<Record<Field, string>> = answer?.errors ?? {};
  const errorOf = (field: Field) => (touched.has(field) ? errors[field] : undefined);
  return {
    market,
    awaited,
    awaitTap: () => setAwaited('tap'),
    endWait: () => setAwaited(undefined),
    changeAndSend: (next) => {
      put(next);
      setAwaited('sending');
    },
    ticket,
    frame,
    amount: ticket.percent === '' ? ticket.amount : (frame?.amount ?? ''),
    change,
    touch: (field) => setTouched((before) => new Set([...before, field])),
    touchAll: () => setTouched(new Set(fields)),
    errorOf,
    firstError: fields.map(errorOf).find((code) => code !== undefined),
    hasErrors: Object.values(errors).some((code) => code !== undefined),
    isAnswered: answer !== undefined,
    order: answer?.['order'],
    reset: () => {
      // Who sends by a tap on the book sends the same size again.
      if (!settings.oneTapOrders) form.reset(emptied);
      setTouched(new Set());
    },
  };
}
