import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import type { FuturesTicketFrame } from '../../../workers/api.ts';
import { useCommandWords } from '../../i18n/funds.ts';
import { rememberReturn } from '../../state/drafts.ts';
import { login } from '../../state/login.ts';
import { settings } from '../../state/settings.ts';
import { ignoreSecondTap } from '../../ui/dialog/secondTap.ts';
import { useRefusalWords } from '../../ui/form/refusals.ts';
import styles from '../trade/OrderDock.module.css';
import { ConfirmFutures } from './ConfirmFutures.tsx';
import own from './Futures.module.css';
import type { PanelProps } from './FuturesTicketPanel.tsx';
import type { PlaceRequest } from './useFuturesSender.ts';
import { requestOf, useFuturesSender } from './useFuturesSender.ts';
import { useLiquidationWords } from './useLiquidationWords.ts';

/** The one button, always under the thumb. */
export function FuturesDock(props: PanelProps) {
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
  readonly frame: FuturesTicketFrame;
}

function OrderButton({ control, market }: PanelProps) {
  const { t } = useTranslation(['perpetual', 'trade']);
  const words = useCommandWords();
  const { ofCode } = useRefusalWords();
  const { confirmOrders } = useSnapshot(settings);
  const [asked, setAsked] = useState<Asked>();
  const { state, send } = useFuturesSender(market, control.reset);
  const { ticket, frame, order, hasErrors } = control;
  if (frame?.blocked)
    return (
      <p className={styles['blocked']} role="status">
        {ofCode(frame.blocked)}
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
  const opens = ticket.side === 'long' ? t('action.long', asset) : t('action.short', asset);
  const action = ticket.reduceOnly ? `${t('action.close')} ${asset.asset}` : opens;
  return (
    <>
      <Consequence frame={frame} />
      <p className={styles['state']} role="status">
        {state === 'unknown' ? words('unknown') : null}
      </p>
      <button
        type="button"
        className={styles['order']}
        data-side={ticket.side === 'long' ? 'buy' : 'sell'}
        aria-disabled={state !== 'idle'}
        aria-busy={state === 'sending'}
        onClick={tap}
      >
        <span>{state === 'sending' ? t('trade:sending') : action}</span>
      </button>
      {asked ? (
        <ConfirmFutures
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

/** What the order costs and how far danger is, right above the button. */
function Consequence({ frame }: { readonly frame: FuturesTicketFrame | undefined }) {
  const { t } = useTranslation(['perpetual', 'trade']);
  const words = useLiquidationWords();
  if (!frame?.liquidation) return null;
  return (
    <dl className={own['consequence']}>
      <div>
        <dt>{t('action.margin')}</dt>
        <dd>{frame.margin}</dd>
      </div>
      <div>
        <dt>{t('trade:fee')}</dt>
        <dd>{frame.fee}</dd>
      </div>
      <div>
        <dt>{t('liquidationShort')}</dt>
        <dd>{words(frame.liquidation)}</dd>
      </div>
    </dl>
  );
}

/** Once the words stand there, the first wrong field has the focus. */
function toFirstWrong(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLInputElement>('input[inputmode="decimal"][aria-invalid]')?.focus(),
  );
}
