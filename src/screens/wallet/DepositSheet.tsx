import { useTranslation } from 'react-i18next';
import { isRefusalCode } from '../../../domain/index.ts';
import type { DepositLine } from '../../../workers/api.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { chainName, useDepositStates } from '../../i18n/wallet.ts';
import { CopyText } from '../../ui/CopyText.tsx';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { State, Steps } from '../../ui/State.tsx';
import { AddressText } from './AddressText.tsx';
import { toneOf } from './tones.ts';
import styles from './Wallet.module.css';

interface DepositSheetProps {
  readonly line: DepositLine;
  readonly onClose: () => void;
}

/** Everything about one deposit, as it is now. */
export function DepositSheet({ line, onClose }: DepositSheetProps) {
  const { t } = useTranslation('wallet');
  const { ofCode } = useRefusalWords();
  const states = useDepositStates();
  return (
    <Sheet title={t('depositNo', { id: line.id })} onClose={onClose}>
      <p className={look('between pad ground1 round3', styles['sum'])}>
        <State tone={toneOf(line.state)}>{states[line.state]}</State>
        <b className={look('pushed title breaks right')}>
          <Amount text={line.amount} /> <small className={look('small light')}>{line.asset}</small>
        </b>
      </p>
      {line.reason === '' ? null : (
        <p className={look('warn')}>{ofCode(isRefusalCode(line.reason) ? line.reason : 'unexpected')}</p>
      )}
      <Facts>
        <Fact name={t('creditedAt')}>
          <Steps
            done={Math.min(line.confirmations, line.creditAt)}
            of={line.creditAt}
            label={t('creditedAt')}
          />
        </Fact>
        <Fact name={t('unlockedAt')}>
          <Steps
            done={Math.min(line.confirmations, line.unlockAt)}
            of={line.unlockAt}
            label={t('unlockedAt')}
          />
        </Fact>
        <Fact name={t('network')}>{chainName(line.chain)}</Fact>
        <Fact name={t('address.label')}>
          <AddressText address={line.address} />
        </Fact>
        <Fact name={t('tx')}>
          <CopyText text={line.tx} />
        </Fact>
        {line.debt === '' ? null : <Fact name={t('debt')}>{`${line.debt} ${line.asset}`}</Fact>}
        <Fact name={t('seenAt')}>{line.time}</Fact>
        <Fact name={t('changed')}>{line.updated}</Fact>
      </Facts>
    </Sheet>
  );
}
