import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { AccountKind } from '../../../domain/index.ts';
import { accountKinds, SETTLEMENT_ASSET } from '../../../domain/index.ts';
import type { TransferFrame, TransferView } from '../../../workers/api.ts';
import { useView } from '../../state/useView.ts';

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
  /** Code of what is wrong with the amount, once the person has been at it. */
  readonly error: string | undefined;
  readonly hasError: boolean;
  /** What to send, once the worker has said it of exactly this ticket. */
  readonly order: TransferFrame['order'];
  readonly reset: () => void;
}

/** The form of a transfer; the address may say out of which account and of which asset. */
export function useTransfer(): TransferControl {
  const [params] = useSearchParams();
  const [ticket, setTicket] = useState<TransferTicket>(() => {
    const asset = params.get('asset') ?? '';
    return {
      asset: ASSET.test(asset) ? asset : SETTLEMENT_ASSET,
      from: accountKinds.find((each) => each === params.get('from')) ?? 'spot',
      amount: '',
    };
  });
  const [isTouched, setTouched] = useState(false);
  const [frame, setFrame] = useState<TransferFrame>();
  const view = useMemo<TransferView>(() => ({ kind: 'transfer', ...ticket }), [ticket]);
  useView(view, setFrame);
  // What was said of another ticket says nothing of this one.
  const isOld = JSON.stringify(frame?.view) !== JSON.stringify(view);
  const error = isOld ? undefined : frame?.error;
  return {
    ticket,
    frame: frame?.view.asset === ticket.asset && frame.view.from === ticket.from ? frame : undefined,
    change: (next) => setTicket((before) => ({ ...before, ...next })),
    touch: () => setTouched(true),
    error: isTouched ? error : undefined,
    hasError: error !== undefined,
    order: isOld ? undefined : frame?.order,
    reset: () => {
      setTouched(false);
      setTicket((before) => ({ ...before, amount: '' }));
    },
  };
}
