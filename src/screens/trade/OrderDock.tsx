import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { isRefusalCode } from '../../../domain/index.ts';
import type { MarketHead, TicketFrame } from '../../../workers/api.ts';
import { useCommandWords } from '../../i18n/funds.ts';
import { rememberReturn } from '../../state/drafts.ts';
import { login } from '../../state/login.ts';
import { settings } from '../../state/settings.ts';
import { ignoreSecondTap } from '../../ui/dialog/secondTap.ts';
import { useRefusalWords } from '../../ui/form/refusals.ts';
import { ConfirmOrder } from './ConfirmOrder.tsx';
import styles from './OrderDock.module.css';
import type { PlaceRequest } from './useOrderSender.ts';
import { requestOf, useOrderSender } from './useOrderSender.ts';
import type { TicketControl } from './useTicket.ts';

interface OrderDockProps {
  readonly control: TicketControl;
  readonly market: MarketHead | undefined;
}

/** The one button, always under the thumb. */
export function OrderDock(props: OrderDockProps) {
  const { token } = useSnapshot(login);
  return (
    <footer className={styles['dock']} data-dock>
      <div>{token === null ? <ToLogin /> : <OrderButton {...props} />}</div>
    </footer>
  );
}

function ToLogin() {
  const { t } = useTranslation('trade');
  const { pathname, search } = useLocation();
  return (
    <Link className={styles['login']} to="/login" onClick={() => rememberReturn(pathname + search)}>
      {t('login')}
    </Link>
  );
}

/** An order as it stood when the button was tapped: what is shown is what is sent. */
interface Asked {
  readonly request: PlaceRequest;
  readonly frame: TicketFrame;
}

function OrderButton({ control, market }: OrderDockProps) {
  const { t } = useTranslation('trade');
  const words = useCommandWords();
  const { ofCode } = useRefusalWords();
  const { confirmOrders } = useSnapshot(settings);
  const [asked, setAsked] = useState<Asked>();
  const { state, send } = useOrderSender(market, control.reset);
  const { ticket, frame, order, hasErrors } = control;
  if (frame?.blocked)
    return (
      <p className={styles['blocked']} role="status">
        {ofCode(isRefusalCode(frame.blocked) ? frame.blocked : 'unavailable')}
      </p>
    );
  const give = (request: PlaceRequest) => {
    ignoreSecondTap();
    void send(request);
  };
  const tap = () => {
    control.touchAll();
    if (state !== 'idle') return;
    if (hasErrors || !order || !frame) {
      toFirstWrong();
      return;
    }
    const request = requestOf(control.market, ticket, order);
    if (confirmOrders) setAsked({ request, frame });
    else give(request);
  };
  const asset = { asset: market?.base ?? '' };
  const action = ticket.side === 'buy' ? t('buy', asset) : t('sell', asset);
  return (
    <>
      <p className={styles['state']} role="status">
        {state === 'unknown' ? words('unknown') : null}
      </p>
      <button
        type="button"
        className={styles['order']}
        data-side={ticket.side}
        aria-disabled={state !== 'idle'}
        aria-busy={state === 'sending'}
        onClick={tap}
      >
        <span>{state === 'sending' ? t('sending') : action}</span>
      </button>
      {asked ? (
        <ConfirmOrder
          {...asked}
          market={market}
          action={action}
          onCancel={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined);
            give(asked.request);
          }}
        />
      ) : null}
    </>
  );
}

/** Once the words stand there, the first wrong field has the focus. */
function toFirstWrong(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLInputElement>('input[inputmode="decimal"][aria-invalid]')?.focus(),
  );
}
