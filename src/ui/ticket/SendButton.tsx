import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { settings } from '../../state/settings.ts';
import type { Sender } from '../../state/useSender.ts';
import { Button } from '../Button.tsx';
import { ignoreSecondTap } from '../dialog/secondTap.ts';
import { focusWrongNumber } from '../form/focusWrong.ts';
import { look } from '../look.ts';
import { ConfirmSend } from './ConfirmSend.tsx';
import { SenderState } from './Dock.tsx';
import type { Awaited } from './useTicketControl.ts';

interface SendButtonProps<Order> {
  readonly side: 'buy' | 'sell';
  readonly action: string;
  readonly state: Sender<never>['state'];
  /** The order as it stands now; undefined while it cannot be sent. */
  readonly requested: Order | undefined;
  /** Why nothing can be sent now, in words. A sheet that asks stays open meanwhile. */
  readonly blocked: string | undefined;
  /** Whether it can be said of exactly what is typed whether it can be sent. */
  readonly isAnswered: boolean;
  /** What is done as soon as that can be said: a tap on the book sends, one on the button does what it does then. */
  readonly awaited: Awaited | undefined;
  /** Tapped before it can be said: nobody taps twice because a phone is slow. */
  readonly onEarlyTap: () => void;
  /** What was awaited is there. */
  readonly onWaited: () => void;
  /** Tapped: what is wrong with it may be said from now on. */
  readonly onTap: () => void;
  readonly onSend: (requested: Order) => void;
  /** Its numbers, for the sheet that asks: what is shown is what is sent. */
  readonly numbers: (requested: Order) => ReactNode;
}

/** The button that sends a ticket, after a confirmation if the user wants one. */
export function SendButton<Order extends object>(props: SendButtonProps<Order>) {
  const { side, action, state, blocked, isAnswered, awaited, onTap, onSend, numbers } = props;
  const { t } = useTranslation('trade');
  const { confirmOrders } = useSnapshot(settings);
  /** As it stood when the button was tapped. */
  const [requested, setRequested] = useState<Order>();
  const send = (order: Order) => {
    setRequested(undefined);
    ignoreSecondTap();
    onSend(order);
  };
  const tap = () => {
    onTap();
    if (state !== 'idle' || blocked !== undefined) return;
    if (!isAnswered) props.onEarlyTap();
    else if (props.requested === undefined) focusWrongNumber();
    else if (confirmOrders) setRequested(props.requested);
    else send(props.requested);
  };
  useAwaited(props, tap);
  return (
    <>
      <SenderState state={state} />
      {/* The same button says why nothing can be sent: another element in its place would take the focus away. */}
      <Button
        look={blocked !== undefined ? 'quiet' : side === 'buy' ? 'up' : 'down'}
        size={blocked === undefined ? 'l' : 's'}
        isWide
        data-side={side}
        aria-disabled={state !== 'idle' || blocked !== undefined}
        aria-busy={state === 'sending' || awaited === 'tap'}
        onClick={tap}
      >
        <span className={blocked === undefined ? undefined : look('warning')}>
          {blocked ?? (state === 'sending' ? t('sending') : action)}
        </span>
      </Button>
      <p className="visually-hidden" role="status">
        {blocked}
      </p>
      {requested === undefined ? null : (
        <ConfirmSend
          action={action}
          look={side === 'buy' ? 'up' : 'down'}
          blocked={blocked}
          onCancel={() => setRequested(undefined)}
          onConfirm={() => send(requested)}
        >
          {numbers(requested)}
        </ConfirmSend>
      )}
    </>
  );
}

/** Sends what a tap on the book has requested; what cannot be sent says why, as it does after a tap on the button. */
function useAwaited<Order extends object>(props: SendButtonProps<Order>, tap: () => void): void {
  const { awaited, isAnswered, requested, blocked, state, onSend, onTap, onWaited } = props;
  useEffect(() => {
    // A refusal takes the button's place: a tap that waits ends with it, and is not sent by itself once it has gone.
    const isEnded = awaited === 'tap' && blocked !== undefined;
    if (awaited === undefined || (!isAnswered && !isEnded)) return;
    onWaited();
    if (awaited === 'tap' && blocked === undefined) tap();
    else if (requested === undefined || blocked !== undefined || state !== 'idle') onTap();
    else onSend(requested);
  });
}
