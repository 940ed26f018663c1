import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { MarketHead, TicketFrame } from '../../../workers/api.ts';
import { useOrderNames } from '../../i18n/orderTexts.ts';
import { settings } from '../../state/settings.ts';
import { Fact } from '../../ui/Facts.tsx';
import { shownPrice } from '../../ui/form/digits.ts';
import type { PlaceRequest } from './useOrderSender.ts';

export interface AskedOrder {
  readonly request: PlaceRequest;
  readonly frame: TicketFrame;
}

interface OrderNumbersProps extends AskedOrder {
  readonly market: MarketHead | undefined;
}

/** What an order comes to, line by line, before it is sent. */
export function OrderNumbers({ request, frame, market }: OrderNumbersProps) {
  const { t } = useTranslation('trade');
  const { sides, types, tifs } = useOrderNames();
  const { language } = useSnapshot(settings);
  const { side, type, tif = 'GTC', postOnly, price, stopPrice } = request;
  const base = market?.base ?? '';
  const quote = market?.quote ?? '';
  return (
    <>
      <Fact name={market?.name ?? request.market}>
        <b data-direction={side === 'buy' ? 'up' : 'down'}>{sides[side]}</b> · {types[type]}
      </Fact>
      {stopPrice === undefined ? null : (
        <Fact name={t('stopPrice')}>{`${shownPrice(stopPrice, language)} ${quote}`}</Fact>
      )}
      <Fact name={t('price')}>
        {price === undefined ? t('marketPrice') : `${shownPrice(price, language)} ${quote}`}
      </Fact>
      <Fact name={t('quantity')}>{`${frame.quantity} ${base}`}</Fact>
      <Fact name={t('total')}>{`${frame.total} ${quote}`}</Fact>
      <Fact name={frame.isFeeExpected ? t('feeExpected') : t('fee')}>{`${frame.fee} ${frame.feeAsset}`}</Fact>
      {tif === 'GTC' ? null : <Fact name={t('tif.label')}>{tifs[tif]}</Fact>}
      {postOnly ? <Fact name={t('tif.label')}>{t('postOnly')}</Fact> : null}
    </>
  );
}
