import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FuturesOrderLine } from '../../../workers/api.ts';
import { useMarginModes, useSourceNames } from '../../i18n/perpetual.ts';
import { submit } from '../../state/login.ts';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import list from '../trade/OpenOrders.module.css';
import { Line } from '../trade/Preview.tsx';
import { useOnce } from '../trade/useOnce.ts';
import { useOrderNames } from '../trade/useOrderNames.ts';
import { useFuturesToasts } from './useFuturesToasts.ts';

interface FuturesOrdersProps {
  readonly lines: readonly FuturesOrderLine[];
  readonly id: string;
  readonly name: string;
}

/** Open orders of this market, or of all. */
export function FuturesOrders({ lines, id, name }: FuturesOrdersProps) {
  const { t } = useTranslation('trade');
  const [scope, setScope] = useState<'pair' | 'all'>('all');
  const shown = scope === 'all' ? lines : lines.filter(({ market }) => market === id);
  return (
    <div className={list['orders']}>
      <div className={list['tools']}>
        <Tabs
          look="chips"
          label={t('orders.scope')}
          selected={scope}
          onSelect={setScope}
          tabs={[
            { id: 'pair', text: name },
            { id: 'all', text: t('orders.all') },
          ]}
        />
        {shown.length > 0 ? (
          <RevokeAll market={scope === 'pair' ? id : undefined} count={shown.length} />
        ) : null}
      </div>
      {shown.length === 0 ? <p className={list['none']}>{t('orders.none')}</p> : null}
      <ul className={list['list']}>
        {shown.map((line) => (
          <OrderCard key={line.id} line={line} />
        ))}
      </ul>
    </div>
  );
}

function OrderCard({ line }: { readonly line: FuturesOrderLine }) {
  const { t } = useTranslation(['trade', 'perpetual']);
  const { sides, types } = useOrderNames();
  const modes = useMarginModes();
  const sources = useSourceNames();
  return (
    <li className={list['card']}>
      <header>
        <b data-direction={line.side === 'buy' ? 'up' : 'down'}>
          {types[line.type]} · {sides[line.side]}
        </b>
        <b>{line.name}</b>
        <small>{`${modes[line.mode]} ${line.leverage}×`}</small>
        <time>{line.time}</time>
      </header>
      <dl>
        {line.triggerSource ? (
          <Line name={t('stopPrice')}>{`${line.trigger} · ${sources[line.triggerSource]}`}</Line>
        ) : null}
        <Line name={t('price')}>{line.type === 'market' ? t('marketPrice') : line.price}</Line>
        <Line name={t('orders.untraded')}>
          <Amount text={line.untraded} /> / <Amount text={line.quantity} />
        </Line>
        <Line name={t('perpetual:guardsShort')}>{`${line.takeProfit} / ${line.stopLoss}`}</Line>
        <Line name={t('orders.distance')}>{line.distance}</Line>
        {line.reduceOnly ? <Line name={t('tif.label')}>{t('perpetual:reduceOnly')}</Line> : null}
      </dl>
      <footer>
        <Revoke id={line.id} />
      </footer>
    </li>
  );
}

/** Takes an order or a guard back. */
export function Revoke({ id }: { readonly id: number }) {
  const { t } = useTranslation('trade');
  const toasts = useFuturesToasts();
  const [isBusy, once] = useOnce();
  const revoke = () =>
    once(async () => {
      const result = await submit('perpetual.cancel', { id });
      if (result.state === 'settled') toasts.told(t('done.revoked'));
      if (result.state === 'refused') toasts.refused(result.error);
    });
  return (
    <button type="button" aria-disabled={isBusy} aria-busy={isBusy} onClick={() => void revoke()}>
      {isBusy ? t('orders.revoking') : t('orders.revoke')}
    </button>
  );
}

interface RevokeAllProps {
  readonly market: string | undefined;
  readonly count: number;
}

/** Takes all open orders back, after asking once. Guards of positions stay. */
function RevokeAll({ market, count }: RevokeAllProps) {
  const { t } = useTranslation(['trade', 'perpetual']);
  const toasts = useFuturesToasts();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, once] = useOnce();
  const revoke = () =>
    once(async () => {
      setAsking(false);
      const result = await submit('perpetual.cancelAll', market === undefined ? {} : { market });
      if (result.state === 'settled') toasts.told(t('done.revoked'));
      if (result.state === 'refused') toasts.refused(result.error);
    });
  return (
    <>
      <button type="button" className={list['all']} aria-disabled={isBusy} onClick={() => setAsking(!isBusy)}>
        {t('revokeAll.action')}
      </button>
      {isAsking ? (
        <Confirm
          title={t('revokeAll.title')}
          confirm={t('revokeAll.action')}
          cancel={t('revokeAll.keep')}
          onConfirm={() => void revoke()}
          onCancel={() => setAsking(false)}
        >
          <p>{t('perpetual:revokeAll', { count })}</p>
        </Confirm>
      ) : null}
    </>
  );
}
