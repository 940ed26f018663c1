import { useTranslation } from 'react-i18next';
import type { CycleLine } from '../../../workers/api.ts';
import { client } from '../../state/client.ts';
import { look } from '../../ui/look.ts';
import { Failed, Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VirtualList } from '../../ui/VirtualList.tsx';
import { ContractCard } from './ContractCard.tsx';
import { ResultCard } from './ResultCard.tsx';
import type { Contracts } from './useContracts.ts';

const keyOf = ({ id, outcome }: CycleLine) => `${id} ${outcome ?? ''}`;

/** Contracts that count down, and above them the results of those that have just ended. */
export function OpenContracts({ contracts: { frame, dismiss } }: { readonly contracts: Contracts }) {
  const { t } = useTranslation('cycle');
  if (!frame?.isKnown)
    return frame?.failed ? (
      <Failed onRetry={() => client.wake()} />
    ) : (
      <Skeleton rows={2} onRetry={() => client.wake()} />
    );
  const isEmpty = frame.ended.length === 0 && frame.open.length === 0;
  return (
    <>
      <div className={look('padSide3')}>
        <VirtualList
          items={[...frame.ended, ...frame.open]}
          keyOf={keyOf}
          rowPx={206}
          gapPx={8}
          columnPx={340}
          columnGapPx={8}
        >
          {(line) =>
            line.outcome === null ? (
              <ContractCard line={line} />
            ) : (
              <ResultCard line={line} onDismiss={dismiss} />
            )
          }
        </VirtualList>
      </div>
      {isEmpty ? <Notice title={t('open.none')} text={t('open.noneText')} /> : null}
    </>
  );
}
