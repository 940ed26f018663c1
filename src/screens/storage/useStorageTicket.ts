import { useEffect, useState } from 'react';
import { defined } from '../../../domain/index.ts';
import type { StorageForm, StorageTicketFrame, StorageTicketView } from '../../../workers/api.ts';
import { readDraft, writeDraft } from '../../state/drafts.ts';
import { useUserFrames } from '../../state/useUserView.ts';
import { useWorkerForm } from '../../state/useWorkerForm.ts';

const FLAG = 'yes';

interface StorageTicket {
  readonly amount: string;
  readonly autoRenew: boolean;
  readonly agreed: boolean;
  /** Whose early redemption is shown. */
  readonly day: number | undefined;
}

export interface StorageControl {
  readonly ticket: StorageTicket;
  readonly frame: StorageTicketFrame | undefined;
  readonly change: (next: Partial<StorageTicket>) => void;
  /** From now on it is said what is wrong. */
  readonly touch: () => void;
  /** The button was tapped: all that is missing is said. */
  readonly tap: () => void;
  readonly wasTapped: boolean;
  /** Code of what is wrong with the amount, once the user has been at it. */
  readonly error: StorageForm['error'];
  /** What to send, once the worker has said it of exactly this ticket. */
  readonly order: StorageForm['order'];
  /** The worker has said what exactly this ticket comes to. */
  readonly isAnswered: boolean;
  /** The plan may have changed: it is requested again. */
  readonly renew: () => void;
  /** Takes away what was sent. */
  readonly reset: () => void;
}

/** The number of a plan as an address says it. */
export const planFrom = (id: string): number | undefined =>
  /^[1-9]\d{0,8}$/.test(id) ? Number.parseInt(id, 10) : undefined;

/** The ticket of one plan: amount and switches stay in this tab over reloads and logins. */
export function useStorageTicket(plan: number): StorageControl {
  const draft = `lock:${plan}`;
  const form = useWorkerForm<StorageTicket, StorageTicketView, StorageTicketFrame>({
    first: () => storedTicket(draft),
    viewOf: ({ amount, day }, turn) => ({
      kind: 'storageTicket',
      plan,
      amount,
      turn,
      ...defined({ day }),
    }),
    useFrames: useUserFrames<StorageTicketView>,
    draft,
  });
  const { values: ticket, frame, answer, change, touch, isTouched, renew } = form;
  const { amount, autoRenew } = ticket;
  useEffect(
    () => writeDraft(draft, { amount, autoRenew: autoRenew ? FLAG : '' }),
    [draft, amount, autoRenew],
  );
  const [startedTyped] = useState(amount !== '');
  const [wasTapped, setTapped] = useState(false);
  return {
    ticket,
    frame,
    change,
    touch,
    tap: () => setTapped(true),
    wasTapped,
    isAnswered: answer !== undefined,
    error: startedTyped || isTouched || wasTapped ? answer?.form?.error : undefined,
    order: answer?.form?.order,
    renew,
    reset: () => form.reset({ amount: '' }),
  };
}

function storedTicket(draft: string): StorageTicket {
  const { amount = '', autoRenew } = readDraft(draft);
  return { amount, autoRenew: autoRenew === FLAG, agreed: false, day: undefined };
}
