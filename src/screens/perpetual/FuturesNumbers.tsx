import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { figureText, SETTLEMENT_ASSET } from '../../../domain/index.ts';
import type { FuturesTicketFrame, MarketHead } from '../../../workers/api.ts';
import { useLiquidationWords } from '../../i18n/liquidationTexts.ts';
import { useOrderNames } from '../../i18n/orderTexts.ts';
import {
  conditionalOf,
  useConditionalNames,
  useGuardNames,
  useMarginModes,
  usePositionSides,
  useSourceNames,
} from '../../i18n/perpetual.ts';
import { settings } from '../../state/settings.ts';
import { Fact } from '../../ui/Facts.tsx';
import { look } from '../../ui/look.ts';
import { useMoment } from '../../ui/useMoment.ts';
import type { PlaceRequest } from './useFuturesSender.ts';

export interface FuturesRequest {
  readonly request: PlaceRequest;
  readonly frame: FuturesTicketFrame;
}

interface FuturesNumbersProps extends FuturesRequest {
  readonly market: MarketHead | undefined;
}

/** What an order on a perpetual comes to, line by line, before it is sent. */
export function FuturesNumbers({ request, frame, market }: FuturesNumbersProps) {
  const { t } = useTranslation(['perpetual', 'trade']);
  const sides = usePositionSides();
  const modes = useMarginModes();
  const { types } = useOrderNames();
  const conditional = useConditionalNames();
  const words = useLiquidationWords();
  const { side, type, price, trigger, trail } = request;
  const digits = useDigits();
  return (
    <>
      <Fact name={market?.name ?? request.market}>
        <b data-direction={side === 'long' ? 'up' : 'down'}>{sides[side]}</b> ·{' '}
        {trigger ? conditional[conditionalOf(trigger.kind ?? 'stop', type)] : types[type]} ·{' '}
        {`${modes[frame.mode]} ${frame.leverage}×`}
      </Fact>
      <Trigger trigger={trigger} />
      {trail && frame.trail ? <Trailing trail={trail} texts={frame.trail} /> : null}
      <Fact name={t('trade:price')}>{price === undefined ? t('trade:marketPrice') : digits(price)}</Fact>
      <Fact name={t('trade:quantity')}>{`${frame.quantity} ${market?.base ?? ''}`}</Fact>
      {frame.risk ? (
        <Fact name={t('trade:risk.loss')}>{`${frame.risk.loss} ${SETTLEMENT_ASSET}`}</Fact>
      ) : null}
      <Fact name={t('value')}>{`${frame.value} ${SETTLEMENT_ASSET}`}</Fact>
      <Fact name={t('margin')}>{`${frame.margin} ${SETTLEMENT_ASSET}`}</Fact>
      <Fact name={frame.isFeeExpected ? t('trade:feeExpected') : t('trade:fee')}>
        {`${frame.fee} ${SETTLEMENT_ASSET}`}
      </Fact>
      <Fact name={t('liquidationPrice')}>{words(frame.liquidation)}</Fact>
      {frame.isNear ? (
        <p className={look('warning mini')} role="alert">
          {t('near')}
        </p>
      ) : null}
      <Guards request={request} />
      <OrderTerms request={request} />
    </>
  );
}

function useDigits(): (plain: string) => string {
  const { language } = useSnapshot(settings);
  return (plain) => `${figureText(plain, language)} ${SETTLEMENT_ASSET}`;
}

function Trigger({ trigger }: { readonly trigger: PlaceRequest['trigger'] | undefined }) {
  const { t } = useTranslation('trade');
  const sources = useSourceNames();
  const digits = useDigits();
  if (!trigger) return null;
  return (
    <Fact name={t('stopPrice')}>{`${digits(trigger.price)} · ${sources[trigger.source ?? 'last']}`}</Fact>
  );
}

interface TrailingProps {
  readonly trail: NonNullable<PlaceRequest['trail']>;
  readonly texts: NonNullable<FuturesTicketFrame['trail']>;
}

function Trailing({ trail: { activation, source }, texts }: TrailingProps) {
  const { t } = useTranslation(['perpetual', 'trade']);
  const sources = useSourceNames();
  const digits = useDigits();
  return (
    <>
      <Fact name={t('trailing.name')}>{`${texts.distance} · ${sources[source ?? 'last']}`}</Fact>
      <Fact name={t('trade:stopPrice')}>{`${texts.trigger} ${SETTLEMENT_ASSET}`}</Fact>
      {activation === undefined ? null : (
        <Fact name={t('trailing.activationFull')}>{digits(activation)}</Fact>
      )}
    </>
  );
}

function Guards({ request: { takeProfit, stopLoss } }: Pick<FuturesRequest, 'request'>) {
  const names = useGuardNames();
  const digits = useDigits();
  return (
    <>
      {takeProfit === undefined ? null : <Fact name={names.profit}>{digits(takeProfit)}</Fact>}
      {stopLoss === undefined ? null : <Fact name={names.stop}>{digits(stopLoss)}</Fact>}
    </>
  );
}

function OrderTerms({ request: { reduceOnly, postOnly, tif, expiresAt } }: Pick<FuturesRequest, 'request'>) {
  const { t } = useTranslation(['perpetual', 'trade']);
  const { tifs } = useOrderNames();
  const moment = useMoment();
  const kept = [
    reduceOnly ? t('reduceOnly') : '',
    postOnly ? t('trade:postOnly') : '',
    tif === 'IOC' ? tifs.IOC : '',
    expiresAt === undefined ? '' : `${t('trade:expiry.title')} ${moment(expiresAt)}`,
  ].filter((text) => text !== '');
  return kept.length > 0 ? <Fact name={t('trade:tif.label')}>{kept.join(' · ')}</Fact> : null;
}
