import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { figureText } from '../../../domain/index.ts';
import type { MarketHead, TicketFrame } from '../../../workers/api.ts';
import { useOrderNames } from '../../i18n/orderTexts.ts';
import { useGuardNames } from '../../i18n/perpetual.ts';
import { settings } from '../../state/settings.ts';
import { Fact } from '../../ui/Facts.tsx';
import { useMoment } from '../../ui/useMoment.ts';
import type { OrderRequest } from './useOrderSender.ts';

/** The order, and the worker's preview of it. */
export type PreviewedOrder = OrderRequest & { readonly frame: TicketFrame };

type OrderNumbersProps = PreviewedOrder & { readonly market: MarketHead | undefined };

/** What an order comes to, line by line, before it is sent. */
export function OrderNumbers({ frame, market, ...requested }: OrderNumbersProps) {
  const { t } = useTranslation('trade');
  const { sides, types, tifs } = useOrderNames();
  const { language } = useSnapshot(settings);
  const moment = useMoment();
  const guards = useGuardNames();
  const { side, price, stopPrice } = requested.request;
  const pair = requested.call === 'spot.placeOco' ? requested.request : undefined;
  const {
    type,
    tif = 'GTC',
    expiresAt,
    postOnly = false,
    takeProfit,
    stopLoss,
  } = requested.call === 'spot.place'
    ? requested.request
    : ({ type: 'oco', expiresAt: undefined, takeProfit: undefined, stopLoss: undefined } as const);
  const base = market?.base ?? '';
  const quote = market?.quote ?? '';
  return (
    <>
      <Fact name={market?.name ?? requested.request.market}>
        <b data-direction={side === 'buy' ? 'up' : 'down'}>{sides[side]}</b> · {types[type]}
      </Fact>
      {stopPrice === undefined || pair ? null : (
        <Fact name={t('stopPrice')}>{`${figureText(stopPrice, language)} ${quote}`}</Fact>
      )}
      <Fact name={t('price')}>
        {price === undefined ? t('marketPrice') : `${figureText(price, language)} ${quote}`}
      </Fact>
      {pair ? (
        <>
          <Fact name={t('stopPrice')}>{`${figureText(pair.stopPrice, language)} ${quote}`}</Fact>
          <Fact name={t('stopLimitPrice')}>{`${figureText(pair.stopLimitPrice, language)} ${quote}`}</Fact>
        </>
      ) : null}
      <Fact name={t('quantity')}>{`${frame.quantity} ${base}`}</Fact>
      {pair ? (
        <Fact name={t('heldForBoth')}>{`${frame.held} ${frame.availableAsset}`}</Fact>
      ) : (
        <Fact name={t('total')}>{`${frame.total} ${quote}`}</Fact>
      )}
      <Fact name={frame.isFeeExpected ? t('feeExpected') : t('fee')}>{`${frame.fee} ${frame.feeAsset}`}</Fact>
      {tif === 'GTC' ? null : <Fact name={t('tif.label')}>{tifs[tif]}</Fact>}
      {expiresAt === undefined ? null : <Fact name={t('expiry.title')}>{moment(expiresAt)}</Fact>}
      {takeProfit === undefined ? null : (
        <Fact name={guards.profit}>{`${figureText(takeProfit, language)} ${quote}`}</Fact>
      )}
      {stopLoss === undefined ? null : (
        <Fact name={guards.stop}>{`${figureText(stopLoss, language)} ${quote}`}</Fact>
      )}
      {postOnly ? <Fact name={t('tif.label')}>{t('postOnly')}</Fact> : null}
    </>
  );
}
