import { useTranslation } from 'react-i18next';
import { NO_FIGURE } from '../../../domain/index.ts';
import type { OrderLine } from '../../../workers/api.ts';
import { useOrderNames } from '../../i18n/orderTexts.ts';
import { submit } from '../../state/login.ts';
import { Button } from '../../ui/Button.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { PairName } from '../../ui/market/PairName.tsx';
import { cardLook } from '../../ui/trade/cardLook.ts';
import { RevokeButton } from '../../ui/trade/OrderTools.tsx';
import { usePercent } from '../../ui/usePercent.ts';
import type { OrderToasts } from './useOrderToasts.ts';

interface OrderCardProps {
  readonly line: OrderLine;
  /** The stop that ends with it, and it with the stop. */
  readonly stop?: OrderLine | undefined;
  readonly toasts: OrderToasts;
  readonly onEdit: () => void;
  /** Called before the exchange is requested. @returns what is called when it refuses. */
  readonly onRevoke: () => () => void;
}

/** One open order, how far it has come, and how to take it back. */
export function OrderCard({ line, stop, toasts, onEdit, onRevoke }: OrderCardProps) {
  const { t } = useTranslation(['trade', 'orders', 'perpetual']);
  const { sides, types } = useOrderNames();
  const percent = usePercent();
  const revoke = async () => {
    const onRefused = onRevoke();
    const result = await submit('spot.cancel', { id: line.id });
    if (result.state === 'settled') toasts.revoked();
    if (result.state !== 'refused') return;
    onRefused();
    toasts.refused(result.error);
  };
  const { side, type, name, time, price, stopPrice, untraded, quantity, distance, status, filledTime } = line;
  return (
    <div className={cardLook}>
      <header className={look('row wrap')}>
        <b data-direction={side === 'buy' ? 'up' : 'down'}>
          {line.entry === undefined ? types[stop ? 'oco' : type] : t('perpetual:action.guards')} ·{' '}
          {sides[side]}
        </b>
        <PairName name={name} />
      </header>
      <Facts look="inline">
        {status === 'waiting' ? <Fact name={t('stopPrice')}>{stopPrice}</Fact> : null}
        <Fact name={t('price')}>{type === 'stopMarket' ? t('marketPrice') : price}</Fact>
        {stop ? (
          <>
            <Fact name={t('stopPrice')}>{stop.stopPrice}</Fact>
            {stop.type === 'stopMarket' ? null : <Fact name={t('stopLimitPrice')}>{stop.price}</Fact>}
          </>
        ) : null}
        <Fact name={t('orders.untraded')}>
          <Amount text={untraded} /> / <Amount text={quantity} />
        </Fact>
        <Fact name={t('orders.distance')}>
          <span className={look('whole')}>{distance}</span>
        </Fact>
        {line.takeProfit === undefined && line.stopLoss === undefined ? null : (
          <Fact
            name={t('perpetual:guardsShort')}
          >{`${line.takeProfit ?? NO_FIGURE} / ${line.stopLoss ?? NO_FIGURE}`}</Fact>
        )}
        {line.expiresTime ? <Fact name={t('expiry.title')}>{line.expiresTime}</Fact> : null}
        {filledTime ? <Fact name={t('orders:filledTime')}>{filledTime}</Fact> : null}
      </Facts>
      <time className={look('tiny')}>{`${time} · ${percent(line.percent)}`}</time>
      <footer>
        {line.isPaired ? null : (
          <Button look="soft" size="s" onClick={onEdit}>
            {t('orders.edit')}
          </Button>
        )}
        <RevokeButton revoke={revoke} />
      </footer>
    </div>
  );
}
