import { useTranslation } from 'react-i18next';
import { Failed, Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ContractCard } from './ContractCard.tsx';
import styles from './OpenContracts.module.css';
import { ResultCard } from './ResultCard.tsx';
import type { Contracts } from './useContracts.ts';

/** Contracts that count down, and above them the results of those that have just ended. */
export function OpenContracts({ contracts: { frame, dismiss } }: { readonly contracts: Contracts }) {
  const { t } = useTranslation('cycle');
  if (!frame?.isKnown) return frame?.failed ? <Failed onRetry={() => undefined} /> : <Skeleton rows={2} />;
  const isEmpty = frame.ended.length === 0 && frame.open.length === 0;
  return (
    <>
      <ul className={styles['list']}>
        {frame.ended.map((line) => (
          <ResultCard key={line.id} line={line} onDismiss={dismiss} />
        ))}
        {frame.open.map((line) => (
          <ContractCard key={line.id} line={line} />
        ))}
      </ul>
      {isEmpty ? <Notice title={t('open.none')} text={t('open.noneText')} /> : null}
    </>
  );
}
