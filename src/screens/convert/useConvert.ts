import { useSearchParams } from 'react-router-dom';
import type { ConvertSide } from '../../../domain/index.ts';
import { convertSides, isAmountText } from '../../../domain/index.ts';
import type { ConvertFrame, ConvertView } from '../../../workers/api.ts';
import { readDraft, writeDraft } from '../../state/drafts.ts';
import { useView } from '../../state/useView.ts';
import { useWorkerForm } from '../../state/useWorkerForm.ts';

const DRAFT = 'convert';
const FIRST = { from: 'USDT', to: 'BTC' } as const;
const ASSET = /^[A-Za-z0-9]{1,20}$/;

export interface ConvertTicket {
  readonly from: string;
  readonly to: string;
  readonly side: ConvertSide;
  readonly amount: string;
}

export interface ConvertControl {
  readonly ticket: ConvertTicket;
  readonly frame: ConvertFrame | undefined;
  /** What stands in a side's field: as typed, or what the quote says. */
  readonly textOf: (side: ConvertSide) => string;
  readonly type: (side: ConvertSide, amount: string) => void;
  /** Another asset on one side; the one of the other side changes places with it. */
  readonly pick: (side: ConvertSide, asset: string) => void;
  readonly swap: () => void;
  readonly touch: () => void;
  /** Code of what is wrong at a side, once the user has been there. */
  readonly errorOf: (side: ConvertSide) => string | undefined;
  readonly hasError: boolean;
  /** What to send, once the worker has said it of exactly this ticket. */
  readonly order: ConvertFrame['order'];
  /** The quote has been used. @param isDone whether what was typed is done with. */
  readonly renew: (isDone: boolean) => void;
}

/** What the address asks for, as a record's "repeat" does; else what was typed before. */
function firstTicket(params: URLSearchParams): ConvertTicket {
  const draft = readDraft(DRAFT);
  const assetOf = (name: 'from' | 'to') =>
    [params.get(name), draft[name]].find((asset) => asset && ASSET.test(asset)) ?? FIRST[name];
  const amount = params.get('amount');
  const isRequested = params.has('from') || params.has('to');
  return {
    from: assetOf('from'),
    to: assetOf('to'),
    side: isRequested ? 'from' : (convertSides.find((each) => each === draft['side']) ?? 'from'),
    amount: amount !== null && isAmountText(amount) ? amount : isRequested ? '' : (draft['amount'] ?? ''),
  };
}

/** The form of a conversion: what is typed stays in this tab over reloads and logins. */
export function useConvert(): ConvertControl {
  const [params] = useSearchParams();
  const form = useWorkerForm<ConvertTicket, ConvertView, ConvertFrame>({
    useFrames: useView<ConvertView>,
    first: () => firstTicket(params),
    keep: storeTicket,
    draft: DRAFT,
    viewOf: (values, turn) => ({ kind: 'convert', ...values, turn }),
  });
  const { values: ticket, frame, answer, change, isTouched, touch } = form;
  const errors = answer?.errors ?? {};
  const isOwnPair = frame?.view.from === ticket.from && frame.view.to === ticket.to;
  return {
    ticket,
    frame: isOwnPair ? frame : undefined,
    textOf: (side) => (side === ticket.side ? ticket.amount : (answer?.[side].digits ?? '')),
    type: (side, amount) => change({ side, amount }),
    pick: (side, asset) => {
      const other = side === 'from' ? 'to' : 'from';
      change((before) => (before[other] === asset ? flip(before) : { ...before, [side]: asset }));
    },
    swap: () => change(flip),
    touch,
    errorOf: (side) => (isTouched ? errors[side] : undefined),
    hasError: Object.keys(errors).length > 0,
    order: answer?.order,
    renew: (isDone) => {
      form.renew();
      if (isDone) form.reset({ side: 'from', amount: '' });
    },
  };
}

const storeTicket = (ticket: ConvertTicket): void => writeDraft(DRAFT, { ...ticket });

/** Both assets change places, and what is typed stays with its own. */
const flip = ({ from, to, side, amount }: ConvertTicket): ConvertTicket => ({
  from: to,
  to: from,
  side: side === 'from' ? 'to' : 'from',
  amount,
});
