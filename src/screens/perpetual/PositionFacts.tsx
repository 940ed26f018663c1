import { useTranslation } from 'react-i18next';
import { SETTLEMENT_ASSET } from '../../../domain/index.ts';
import { useMarginModes, usePositionSides } from '../../i18n/perpetual.ts';
import type { FuturesModel, PositionHead } from '../../state/futures.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Amount, LiveAmount } from '../../ui/LiveAmount.tsx';
import { LiveText } from '../../ui/LiveText.tsx';
import { look } from '../../ui/look.ts';
import { PairName } from '../../ui/market/PairName.tsx';
import { LiquidationText } from './LiquidationText.tsx';

interface PositionFactsProps {
  readonly head: PositionHead;
  readonly model: FuturesModel;
}

/** The position that is being guarded, with the same live figures as everywhere. */
export function PositionFacts({ head, model }: PositionFactsProps) {
  const { t } = useTranslation('perpetual');
  const sides = usePositionSides();
  const modes = useMarginModes();
  const { cells } = model;
  return (
    <section className={look('stack framed pad3 shrinks ground1')} data-market={head.market}>
      <header className={look('row wrap shrinks')}>
        <Chip tone={head.side === 'long' ? 'up' : 'down'}>{sides[head.side]}</Chip>
        <PairName name={head.name} />
        <small>{`${head.leverage}× ${modes[head.mode]}`}</small>
      </header>
      <Facts look="three" isStrong>
        <Fact name={`${t('profit')} (${SETTLEMENT_ASSET})`}>
          <LiveAmount board={cells} cell={`${head.id}:profit`} />
        </Fact>
        <Fact name={t('roe')}>
          <LiveText board={cells} cell={`${head.id}:roe`} />
        </Fact>
        <Fact name={t('netNow')}>
          <LiveAmount board={cells} cell={`${head.id}:net`} />
        </Fact>
        <Fact name={`${t('quantity')} (${head.base})`}>
          <Amount text={head.quantity} />
        </Fact>
        <Fact name={t('entry')}>{head.entry}</Fact>
        <Fact name={t('mark')}>
          <LiveText board={cells} cell={`${head.id}:mark`} />
        </Fact>
        <Fact name={t('liquidationShort')}>
          <LiquidationText head={head} model={model} />
        </Fact>
      </Facts>
    </section>
  );
}
