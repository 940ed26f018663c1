import { useTranslation } from 'react-i18next';
import type { MarketHead } from '../../../workers/api.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
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
    <Facts look="ticket">
      <Fact name={t('available')}>
        <Amount text={available} /> {availableAsset}
      </Fact>
      <Fact name={ticket.unit === 'base' ? t('total') : t('quantity')}>
        {ticket.unit === 'base' ? `${total} ${market?.quote ?? ''}` : `${quantity} ${market?.base ?? ''}`}
      </Fact>
      <Fact name={t('average')}>{average}</Fact>
      <Fact name={t('slippage')}>{slippage}</Fact>
      <Fact name={frame.isFeeExpected ? t('feeExpected') : t('fee')}>{`${fee} ${feeAsset}`}</Fact>
      {rest ? (
        <Fact name={ticket.type === 'market' || ticket.tif !== 'GTC' ? t('lapses') : t('rests')}>
          {`${rest} ${market?.base ?? ''}`}
        </Fact>
      ) : null}
      <Fact name={t('left')}>
        <Amount text={left} /> {availableAsset}
      </Fact>
    </Facts>
  );
}
