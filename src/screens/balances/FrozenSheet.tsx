import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../domain/index.ts';
import type { HoldLine } from '../../../workers/api.ts';
import { useAccountNames, useHoldNames } from '../../i18n/funds.ts';
import { ask } from '../../state/login.ts';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { ListRow } from '../../ui/ListRow.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { Failed } from '../../ui/Notice.tsx';
import styles from './FrozenSheet.module.css';

interface FrozenSheetProps {
  readonly asset: string;
  readonly onClose: () => void;
}

/** Shows what an asset is frozen for. */
export function FrozenSheet({ asset, onClose }: FrozenSheetProps) {
  const { t } = useTranslation('funds');
  const [attempt, setAttempt] = useState(0);
  return (
    <Sheet title={t('whyFrozen', { asset })} onClose={onClose}>
      <Holds key={attempt} asset={asset} onRetry={() => setAttempt((count) => count + 1)} />
    </Sheet>
  );
}

function Holds({ asset, onRetry }: { readonly asset: string; readonly onRetry: () => void }) {
  const { t } = useTranslation('funds');
  const [answer, setAnswer] = useState<Result<readonly HoldLine[]>>();
  useEffect(() => {
    let isHere = true;
    ask('holdsOf', asset).then((result) => {
      if (isHere) setAnswer(result);
    });
    return () => {
      isHere = false;
    };
  }, [asset]);
  if (!answer) return <div className={look('box', styles['waiting'])} aria-busy="true" />;
  if (!answer.ok) return <Failed onRetry={onRetry} />;
  if (answer.data.length === 0) return <Empty>{t('holds.none')}</Empty>;
  return (
    <ul>
      {answer.data.map((line) => (
        <Hold key={`${line.kind}:${line.reference}:${line.account}`} line={line} asset={asset} />
      ))}
    </ul>
  );
}

function Hold({ line, asset }: { readonly line: HoldLine; readonly asset: string }) {
  const kinds = useHoldNames();
  const accounts = useAccountNames();
  const { kind, account, reference, amount, time } = line;
  return (
    <li>
      <ListRow
        isInset
        start={
          <>
            <b>{kinds[kind]}</b>
            <small>{accounts[account]}</small>
            <small>{reference}</small>
          </>
        }
        end={
          <>
            <b>
              <Amount text={amount} /> {asset}
            </b>
            <small>{time}</small>
          </>
        }
      />
    </li>
  );
}
