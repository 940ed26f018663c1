import { useTranslation } from 'react-i18next';
import { NO_FIGURE, restsInBook } from '../../../domain/index.ts';
import type { MarketHead } from '../../../workers/api.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { TransferLink } from '../../ui/ticket/TransferLink.tsx';
import type { TicketControl } from './useTicket.ts';

interface PreviewProps {
  readonly control: TicketControl;
  readonly market: MarketHead | undefined;
}

/** What the ticket comes to now, right above the button that causes it: what there is to say of it, and no dashes. */
export function Preview({ control: { ticket, frame }, market }: PreviewProps) {
  const { t } = useTranslation('trade');
  if (!frame) return null;
  const { available, availableAsset, average, slippage, fee, feeAsset, left, rest, most } = frame;
  const has = (figure: string) => figure !== NO_FIGURE;
  const fills = has(average) ? `${average}${has(slippage) ? ` · ${slippage}` : ''}` : '';
  return (
    <Facts look="ticket">
      {has(available) ? (
        <Fact name={t('available')}>
          <Amount text={available} /> {availableAsset} <TransferLink from="futures" />
        </Fact>
      ) : null}
      {has(fee) ? (
        <>
          <Fact name={frame.isFeeExpected ? t('feeExpected') : t('fee')}>{`${fee} ${feeAsset}`}</Fact>
          {frame.held !== undefined ? (
            <Fact name={t('heldForBoth')}>
              <Amount text={frame.held} /> {availableAsset}
            </Fact>
          ) : rest ? (
            <Fact name={ticket.type === 'market' || !restsInBook(ticket.tif) ? t('lapses') : t('rests')}>
              {`${rest} ${market?.base ?? ''}`}
            </Fact>
          ) : fills ? (
            <Fact name={t('average')}>{fills}</Fact>
          ) : has(left) ? (
            <Fact name={t('left')}>
              <Amount text={left} /> {availableAsset}
            </Fact>
          ) : null}
        </>
      ) : has(most) ? (
        <Fact name={t('max')}>
          <Amount text={most} /> {frame.view.unit === 'base' ? market?.base : market?.quote}
        </Fact>
      ) : null}
    </Facts>
  );
}
