import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { settings } from '../../state/settings.ts';
import type { Sender } from '../../state/useSender.ts';
import { Button } from '../Button.tsx';
import { ignoreSecondTap } from '../dialog/secondTap.ts';
import { focusWrongNumber } from '../form/focusWrong.ts';
import { ConfirmSend } from './ConfirmSend.tsx';
import { Blocked, SenderState } from './Dock.tsx';

interface SendButtonProps<Asked> {
  readonly side: 'buy' | 'sell';
  readonly action: string;
  readonly state: Sender<never>['state'];
  /** The order as it stands now; undefined while it cannot be sent. */
  readonly asked: Asked | undefined;
  /** Why nothing can be sent now, in words. A sheet that asks stays open meanwhile. */
  readonly blocked: string | undefined;
  /** What was sent for by a tap on the book, once it can be said of it whether it can be sent. */
  readonly awaited?: { readonly isReady: boolean; readonly end: () => void } | undefined;
  /** Tapped: what is wrong with it may be said from now on. */
  readonly onTap: () => void;
  readonly onSend: (asked: Asked) => void;
  /** Its numbers, for the sheet that asks: what is shown is what is sent. */
  readonly numbers: (asked: Asked) => ReactNode;
}

/** The button that sends a ticket, after asking if the person wants to be asked. */
export function SendButton<Asked extends object>(props: SendButtonProps<Asked>) {
  const { side, action, state, blocked, onTap, onSend, numbers } = props;
  const { t } = useTranslation('trade');
  const { confirmOrders } = useSnapshot(settings);
  /** As it stood when the button was tapped. */
  const [asked, setAsked] = useState<Asked>();
  const send = (order: Asked) => {
    setAsked(undefined);
    ignoreSecondTap();
    onSend(order);
  };
  useAwaited(props);
  const tap = () => {
    onTap();
    if (state !== 'idle') return;
    if (props.asked === undefined) focusWrongNumber();
    else if (confirmOrders) setAsked(props.asked);
    else send(props.asked);
  };
  return (
    <>
      <SenderState state={state} />
      {blocked === undefined ? (
        <Button
          look={side === 'buy' ? 'up' : 'down'}
          size="l"
          isWide
          data-side={side}
          aria-disabled={state !== 'idle'}
          aria-busy={state === 'sending'}
          onClick={tap}
        >
          <span>{state === 'sending' ? t('sending') : action}</span>
        </Button>
      ) : (
        <Blocked>{blocked}</Blocked>
      )}
      {asked === undefined ? null : (
        <ConfirmSend
          action={action}
          look={side === 'buy' ? 'up' : 'down'}
          blocked={blocked}
          onCancel={() => setAsked(undefined)}
          onConfirm={() => send(asked)}
        >
          {numbers(asked)}
        </ConfirmSend>
      )}
    </>
  );
}

/** Sends what a tap on the book has asked for; what cannot be sent says why, as it does after a tap on the button. */
function useAwaited<Asked extends object>(props: SendButtonProps<Asked>): void {
  const { awaited, asked, blocked, state, onSend, onTap } = props;
  useEffect(() => {
    if (!awaited?.isReady) return;
    awaited.end();
    if (asked === undefined || blocked !== undefined || state !== 'idle') onTap();
    else onSend(asked);
  });
}
