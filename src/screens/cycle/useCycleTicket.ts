import { useEffect, useMemo, useState } from 'react';
import type { Cycle } from '../../../domain/index.ts';
import { cycles } from '../../../domain/index.ts';
import type { CycleTicketFrame, CycleTicketView } from '../../../workers/api.ts';
import { readDraft, writeDraft } from '../../state/drafts.ts';
import { useView } from '../../state/useView.ts';

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
  /** Code of what is wrong with the amount, once the person has been at it. */
  readonly error: CycleTicketFrame['error'];
  readonly hasError: boolean;
  /** What to send, once the worker has said it of exactly this ticket. */
  readonly order: CycleTicketFrame['order'];
  /** The quote has been used. */
  readonly renew: () => void;
}

function keptTicket(): CycleTicket {
  const { cycle, amount = FIRST_AMOUNT } = readDraft(DRAFT);
  return { cycle: cycles.find((each) => each === cycle) ?? FIRST_CYCLE, amount };
}

/** The ticket of one asset: cycle and amount stay from asset to asset, in this tab over reloads and logins. */
export function useCycleTicket(asset: string): CycleTicketControl {
  const [ticket, setTicket] = useState(keptTicket);
  const [turn, setTurn] = useState(0);
  const [isTouched, setTouched] = useState(false);
  const [frame, setFrame] = useState<CycleTicketFrame>();
  const view = useMemo<CycleTicketView>(
    () => ({ kind: 'cycleTicket', asset, ...ticket, turn }),
    [asset, ticket, turn],
  );
  useView(view, setFrame);
  useEffect(() => writeDraft(DRAFT, { ...ticket }), [ticket]);
  // What was said of another ticket says nothing of this one.
  const isOld = JSON.stringify(frame?.view) !== JSON.stringify(view);
  const error = isOld ? undefined : frame?.error;
  return {
    ticket,
    frame: frame?.view.asset === asset ? frame : undefined,
    change: (next) => setTicket((before) => ({ ...before, ...next })),
    touch: () => setTouched(true),
    error: isTouched ? error : undefined,
    hasError: error !== undefined,
    order: isOld ? undefined : frame?.order,
    renew: () => setTurn((count) => count + 1),
  };
}
