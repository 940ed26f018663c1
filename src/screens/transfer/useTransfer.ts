import { useSearchParams } from 'react-router-dom';
import type { AccountKind } from '../../../domain/index.ts';
import { accountKinds, SETTLEMENT_ASSET } from '../../../domain/index.ts';
import type { TransferFrame, TransferView } from '../../../workers/api.ts';
import { useView } from '../../state/useView.ts';
import { useWorkerForm } from '../../state/useWorkerForm.ts';

const ASSET = /^[A-Za-z0-9]{1,20}$/;

export interface TransferTicket {
  readonly asset: string;
  readonly from: AccountKind;
  readonly amount: string;
}

export interface TransferControl {
  readonly ticket: TransferTicket;
  readonly frame: TransferFrame | undefined;
  readonly change: (next: Partial<TransferTicket>) => void;
  readonly touch: () => void;
  /** Code of what is wrong with the amount, once the user has been at it. */
  readonly error: string | undefined;
  readonly hasError: boolean;
  /** What to send, once the worker has said it of exactly this ticket. */
  readonly order: TransferFrame['order'];
  readonly reset: () => void;
}

/** The form of a transfer; the address may say out of which account and of which asset. */
export function useTransfer(): TransferControl {
  const [params] = useSearchParams();
  const form = useWorkerForm<TransferTicket, TransferView, TransferFrame>({
    useFrames: useView<TransferView>,
    first: () => firstTicket(params),
    viewOf: (values) => ({ kind: 'transfer', ...values }),
  });
  const { values: ticket, frame, answer, change, touch, isTouched } = form;
  return {
    ticket,
    frame: frame?.view.asset === ticket.asset && frame.view.from === ticket.from ? frame : undefined,
    change,
    touch,
    error: isTouched ? answer?.error : undefined,
    hasError: answer?.error !== undefined,
    order: answer?.order,
    reset: () => form.reset({ amount: '' }),
  };
}

function firstTicket(params: URLSearchParams): TransferTicket {
  const asset = params.get('asset') ?? '';
  return {
    asset: ASSET.test(asset) ? asset : SETTLEMENT_ASSET,
    from: accountKinds.find((each) => each === params.get('from')) ?? 'spot',
    amount: '',
  };
}
