import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { NO_FIGURE, SETTLEMENT_ASSET } from '../../../domain/index.ts';
import { useLiquidationWords } from '../../i18n/liquidationTexts.ts';
import { Line } from '../../ui/Facts.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import styles from '../../ui/ticket/Ticket.module.css';
import form from './FuturesForm.module.css';
import type { PanelProps } from './FuturesTicketPanel.tsx';

/** What the order comes to, right above the button that causes it. */
export function FuturesPreview({ control: { ticket, frame }, market }: PanelProps) {
  const { t } = useTranslation(['perpetual', 'trade', 'app']);
  const words = useLiquidationWords();
  if (!frame) return null;
  const unit = SETTLEMENT_ASSET;
  const { margin, fee, cost, left, available, average, closes, profit, direction, liquidation, rest } = frame;
  return (
    <>
      <dl className={styles['preview']}>
        <Line name={t('trade:available')}>
          <Amount text={available} /> {unit}{' '}
          <Link className={form['transfer']} to="/transfer?from=spot">
            {t('app:title.transfer')}
          </Link>
        </Line>
        <Line name={t('most')}>
          {frame.most} {ticket.unit === 'base' ? market?.base : unit}
        </Line>
        <Line name={ticket.unit === 'base' ? t('value') : t('trade:quantity')}>
          {ticket.unit === 'base' ? `${frame.value} ${unit}` : `${frame.quantity} ${market?.base ?? ''}`}
        </Line>
        <Line name={t('trade:average')}>{average}</Line>
        {closes ? (
          <Line name={t('closes', { quantity: closes })}>
            <Amount text={profit} direction={direction} /> {unit}
          </Line>
        ) : null}
        {cost === NO_FIGURE ? (
          <Line name={t('margin')}>{`${margin} ${unit}`}</Line>
        ) : (
          <Line name={frame.isFreed ? t('freed') : t('cost')}>{`${cost} ${unit}`}</Line>
        )}
        <Line name={frame.isFeeExpected ? t('trade:feeExpected') : t('trade:fee')}>{`${fee} ${unit}`}</Line>
        <Line name={t('liquidationPrice')}>
          <b data-danger={liquidation?.kind === 'due' || undefined}>{words(liquidation)}</b>
        </Line>
        {rest ? (
          <Line
            name={ticket.type === 'market' || ticket.tif === 'IOC' ? t('trade:lapses') : t('trade:rests')}
          >
            {`${rest} ${market?.base ?? ''}`}
          </Line>
        ) : null}
        <Line name={t('trade:left')}>
          <Amount text={left} /> {unit}
        </Line>
      </dl>
      {frame.view.isAlone && margin !== NO_FIGURE ? <p className={form['alone']}>{t('alone')}</p> : null}
      {frame.isBeyond ? <p className={form['warning']}>{t('beyond')}</p> : null}
    </>
  );
}
