import { useTranslation } from 'react-i18next';
import type { MarketHead } from '../../../workers/api.ts';
import { Line } from '../../ui/Facts.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import styles from '../../ui/ticket/Ticket.module.css';
import type { TicketControl } from './useTicket.ts';

interface PreviewProps {
  readonly control: TicketControl;
  readonly market: MarketHead | undefined;
}

/** What the ticket comes to now, right above the button that causes it. */
export function Preview({ control: { ticket, frame }, market }: PreviewProps) {
  const { t } = useTranslation('trade');
  if (!frame) return null;
  const { available, availableAsset, quantity, total, average, slippage, fee, feeAsset, left, rest } = frame;
  return (
    <dl className={styles['preview']}>
      <Line name={t('available')}>
        <Amount text={available} /> {availableAsset}
      </Line>
      <Line name={ticket.unit === 'base' ? t('total') : t('quantity')}>
        {ticket.unit === 'base' ? `${total} ${market?.quote ?? ''}` : `${quantity} ${market?.base ?? ''}`}
      </Line>
      <Line name={t('average')}>{average}</Line>
      <Line name={t('slippage')}>{slippage}</Line>
      <Line name={frame.isFeeExpected ? t('feeExpected') : t('fee')}>{`${fee} ${feeAsset}`}</Line>
      {rest ? (
        <Line name={ticket.type === 'market' || ticket.tif !== 'GTC' ? t('lapses') : t('rests')}>
          {`${rest} ${market?.base ?? ''}`}
        </Line>
      ) : null}
      <Line name={t('left')}>
        <Amount text={left} /> {availableAsset}
      </Line>
    </dl>
  );
}
