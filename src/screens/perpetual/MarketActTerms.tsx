import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SETTLEMENT_ASSET } from '../../../domain/index.ts';
import type { FuturesView } from '../../../workers/api.ts';
import { usePositionSides } from '../../i18n/perpetual.ts';
import type { FuturesModel, PositionHead } from '../../state/futures.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { LiveAmount } from '../../ui/LiveAmount.tsx';
import { useFutures } from './useFutures.ts';

interface CloseTermsProps {
  readonly head: PositionHead;
  readonly model: FuturesModel;
}

/** What closing at market sells or buys, and what is left of it by now. */
export function CloseTerms({ head, model }: CloseTermsProps) {
  const { t } = useTranslation('perpetual');
  return (
    <>
      <p>{t('fast.text', { quantity: `${head.quantity} ${head.base}` })}</p>
      <Facts look="ask">
        <Fact name={t('netNow')}>
          <LiveAmount board={model.cells} cell={`${head.id}:net`} /> {SETTLEMENT_ASSET}
        </Fact>
      </Facts>
    </>
  );
}

/** What turning a position over closes and opens. */
export function ReverseTerms({ head }: Pick<CloseTermsProps, 'head'>) {
  const { t } = useTranslation('perpetual');
  const sides = usePositionSides();
  const side = sides[head.side === 'long' ? 'short' : 'long'];
  return <p>{t('reverse.text', { quantity: `${head.quantity} ${head.base}`, side })}</p>;
}

interface MarketActProps {
  readonly market: string;
  readonly call: 'perpetual.close' | 'perpetual.reverse';
}

/** The same where a market is all that is known of its position. */
export function MarketActTerms({ market, call }: MarketActProps) {
  const view = useMemo<FuturesView>(() => ({ kind: 'futures', market }), [market]);
  const { model, now } = useFutures(view);
  const head = now.positions.find((each) => each.market === market);
  if (!head) return null;
  return call === 'perpetual.close' ? <CloseTerms head={head} model={model} /> : <ReverseTerms head={head} />;
}
