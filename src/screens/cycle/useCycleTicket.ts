import type { Cycle } from '../../../domain/index.ts';
import { cycles } from '../../../domain/index.ts';
import type { CycleTicketFrame, CycleTicketView } from '../../../workers/api.ts';
import { readDraft, writeDraft } from '../../state/drafts.ts';
import { useView } from '../../state/useView.ts';
import { useWorkerForm } from '../../state/useWorkerForm.ts';

const DRAFT = 'cycle';
const FIRST_CYCLE: Cycle = '60s';
const FIRST_AMOUNT = '10';

interface CycleTicket {
  readonly cycle: Cycle;
  readonly amount: string;
}

export interface CycleTicketControl {
  readonly ticket: CycleTicket;
  readonly frame: CycleTicketFrame | undefined;
  readonly change: (next: Partial<CycleTicket>) => void;
  readonly touch: () => void;
  /** Code of what is wrong with the amount, once the user has been at it. */
  readonly error: CycleTicketFrame['error'];
  /** The figures on the buttons are of exactly this ticket: until then a tap would buy what nobody has read. */
  readonly isAnswered: boolean;
  readonly hasError: boolean;
  /** What to send, once the worker has said it of exactly this ticket. */
  readonly order: CycleTicketFrame['order'];
  /** The quote has been used. */
  readonly renew: () => void;
}

function storedTicket(): CycleTicket {
  const { cycle, amount = FIRST_AMOUNT } = readDraft(DRAFT);
  return { cycle: cycles.find((each) => each === cycle) ?? FIRST_CYCLE, amount };
}

/** The ticket of one asset: cycle and amount stay from asset to asset, in this tab over reloads and logins. */
export function useCycleTicket(asset: string): CycleTicketControl {
  const form = useWorkerForm<CycleTicket, CycleTicketView, CycleTicketFrame>({
    useFrames: useView<CycleTicketView>,
    first: storedTicket,
    keep: storeTicket,
    viewOf: (values, turn) => ({ kind: 'cycleTicket', asset, ...values, turn }),
  });
  const { values, frame, answer, change, touch, isTouched, renew } = form;
  return {
    ticket: values,
    frame: frame?.view.asset === asset ? frame : undefined,
    change,
    touch,
    error: isTouched ? answer?.error : undefined,
    hasError: answer?.error !== undefined,
    isAnswered: answer !== undefined,
    order: answer?.order,
    renew,
  };
}

const storeTicket = (ticket: CycleTicket): void => writeDraft(DRAFT, { ...ticket });
