import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SETTLEMENT_ASSET } from '../../../domain/index.ts';
import type { FuturesModel } from '../../state/futures.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { LiveAmount } from '../../ui/LiveAmount.tsx';
import { LiveText } from '../../ui/LiveText.tsx';
import { look } from '../../ui/look.ts';
import { ScenarioSheet } from './ScenarioSheet.tsx';

interface AccountFactsProps {
  readonly model: FuturesModel;
  /** The cross side is near its liquidation. */
  readonly isInDanger: boolean;
}

/** The futures account: what it is worth, what of it is free, and how near danger is. */
export function AccountFacts({ model, isInDanger }: AccountFactsProps) {
  const { t } = useTranslation(['perpetual', 'trade', 'app', 'funds']);
  const { cells } = model;
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={look('top3')} data-danger={isInDanger || undefined}>
      <Facts look="three" isStrong>
        <Fact name={`${t('equity')} (${SETTLEMENT_ASSET})`}>
          <LiveAmount board={cells} cell="equity" />
        </Fact>
        <Fact name={t('profit')}>
          <LiveAmount board={cells} cell="profit" />
        </Fact>
        <Fact name={t('netNow')}>
          <LiveAmount board={cells} cell="net" />
        </Fact>
        <Fact name={t('trade:available')}>
          <LiveAmount board={cells} cell="available" />
        </Fact>
        <Fact name={t('margin')}>
          <LiveAmount board={cells} cell="positionMargin" />
        </Fact>
        <Fact name={t('maintenance')}>
          <LiveAmount board={cells} cell="maintenance" />
        </Fact>
        <Fact name={t('crossRatio')}>
          <LiveText board={cells} cell="ratio" />
        </Fact>
      </Facts>
      <p className={look('between')}>
        <ButtonLink look="link" size="s" to="/property?account=futures">
          {t('app:title.property')}
        </ButtonLink>
        <ButtonLink look="link" size="s" to="/transfer">
          {t('app:title.transfer')}
        </ButtonLink>
        <Button look="link" size="s" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('scenario.open')}
        </Button>
      </p>
      {isOpen ? <ScenarioSheet onClose={() => setOpen(false)} /> : null}
    </section>
  );
}
