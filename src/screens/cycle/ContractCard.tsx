import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CycleLine } from '../../../workers/api.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import styles from './ContractCard.module.css';
import { ContractHead } from './ContractHead.tsx';
import { SellButton } from './SellButton.tsx';

/** One running contract: how long it has left, and what it would bring if it ended now. */
export const ContractCard = memo(
  function ContractCard({ line }: { readonly line: CycleLine }) {
    const { t } = useTranslation('cycle');
    const { state, countdown, profit, profitDirection } = line;
    return (
      <div className={look('stack framed pad3')} data-contract={line.id} data-state={state}>
        <p className={look('row spread')}>
          <ContractHead line={line} />
          <b className={look('title')} role="timer" aria-label={t('field.countdown')}>
            {countdown}
          </b>
        </p>
        <Elapsed permille={line.elapsedPermille} />
        <Facts look="three">
          <Fact name={t('amount')} text={line.amount} />
          <Fact name={t('field.buyPrice')} text={line.buyPrice} isPublic />
          <Fact name={t('open.price')} text={line.price} isPublic />
        </Facts>
        <p className={look('faint flex wrap baseline across2')}>
          {state === 'waiting' ? <span>{t('open.waiting')}</span> : null}
          {state === 'settling' ? <span>{t('open.settling')}</span> : null}
          {state === 'running' ? (
            <>
              <Amount className={look('large strong')} text={profit} direction={profitDirection} />{' '}
              <span>{t('open.now')}</span>
            </>
          ) : null}
        </p>
        <SellButton line={line} />
      </div>
    );
  },
  (before, after) => JSON.stringify(before.line) === JSON.stringify(after.line),
);

function Elapsed({ permille }: { readonly permille: number }) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => bar.current?.style.setProperty('--share', `${permille / 10}%`), [permille]);
  return <div ref={bar} className={styles['elapsed']} aria-hidden="true" />;
}
