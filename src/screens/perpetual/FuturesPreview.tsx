import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { NO_FIGURE, SETTLEMENT_ASSET } from '../../../domain/index.ts';
import { useLiquidationWords } from '../../i18n/liquidationTexts.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
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
      <Facts look="ticket">
        <Fact name={t('trade:available')}>
          <Amount text={available} /> {unit}{' '}
          <Link className={form['transfer']} to="/transfer?from=spot">
            {t('app:title.transfer')}
          </Link>
        </Fact>
        <Fact name={t('most')}>
          {frame.most} {ticket.unit === 'base' ? market?.base : unit}
        </Fact>
        <Fact name={ticket.unit === 'base' ? t('value') : t('trade:quantity')}>
          {ticket.unit === 'base' ? `${frame.value} ${unit}` : `${frame.quantity} ${market?.base ?? ''}`}
        </Fact>
        <Fact name={t('trade:average')}>{average}</Fact>
        {closes ? (
          <Fact name={t('closes', { quantity: closes })}>
            <Amount text={profit} direction={direction} /> {unit}
          </Fact>
        ) : null}
        {cost === NO_FIGURE ? (
          <Fact name={t('margin')}>{`${margin} ${unit}`}</Fact>
        ) : (
          <Fact name={frame.isFreed ? t('freed') : t('cost')}>{`${cost} ${unit}`}</Fact>
        )}
        <Fact name={frame.isFeeExpected ? t('trade:feeExpected') : t('trade:fee')}>{`${fee} ${unit}`}</Fact>
        <Fact name={t('liquidationPrice')}>
          <b data-danger={liquidation?.kind === 'due' || undefined}>{words(liquidation)}</b>
        </Fact>
        {rest ? (
          <Fact
            name={ticket.type === 'market' || ticket.tif === 'IOC' ? t('trade:lapses') : t('trade:rests')}
          >
            {`${rest} ${market?.base ?? ''}`}
          </Fact>
        ) : null}
        <Fact name={t('trade:left')}>
          <Amount text={left} /> {unit}
        </Fact>
      </Facts>
      {frame.view.isAlone && margin !== NO_FIGURE ? <p className={form['alone']}>{t('alone')}</p> : null}
      {frame.isBeyond ? <p className={form['warning']}>{t('beyond')}</p> : null}
    </>
  );
}
