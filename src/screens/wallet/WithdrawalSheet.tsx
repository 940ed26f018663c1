import { useTranslation } from 'react-i18next';
import type { WithdrawalLine } from '../../../workers/api.ts';
import { useCommandWords } from '../../i18n/funds.ts';
import { chainName, useWithdrawalStates } from '../../i18n/wallet.ts';
import { useCommand } from '../../state/useCommand.ts';
import { CopyText } from '../../ui/CopyText.tsx';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { Line } from '../../ui/Facts.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import layout from '../../ui/layout.module.css';
import { State, Steps } from '../../ui/State.tsx';
import { useMoment } from '../../ui/useMoment.ts';
import { AddressText } from './AddressText.tsx';
import { toneOf } from './tones.ts';
import styles from './Wallet.module.css';

interface WithdrawalSheetProps {
  readonly line: WithdrawalLine;
  readonly onClose: () => void;
}

/** Everything about one withdrawal, as it is now. */
export function WithdrawalSheet({ line, onClose }: WithdrawalSheetProps) {
  const { t } = useTranslation('wallet');
  const states = useWithdrawalStates();
  return (
    <Sheet
      title={t('withdrawalNo', { id: line.id })}
      onClose={onClose}
      footer={line.canCancel ? <Cancel id={line.id} /> : null}
    >
      <p className={styles['sum']}>
        <State tone={toneOf(line.state)}>{states[line.state]}</State>
        <b>
          <Amount text={line.amount} /> <small>{line.currency}</small>
        </b>
      </p>
      <Why line={line} />
      <dl className={styles['facts']}>
        <Where line={line} />
        <Line name={t('fee')}>{`${line.fee} ${line.currency}`}</Line>
        {line.rate === '' ? null : <Line name={t('bank.rate')}>{`${line.rate} ${line.receivedIn}`}</Line>}
        <Line name={t('received')}>
          <Amount text={`${line.received} ${line.receivedIn}`} />
        </Line>
        <Line name={t('asked')}>{line.time}</Line>
        <Line name={t('changed')}>{line.updated}</Line>
      </dl>
    </Sheet>
  );
}

/** What the operator says of it, and how long it rests. */
function Why({ line: { reason, restsUntil } }: Pick<WithdrawalSheetProps, 'line'>) {
  const { t } = useTranslation('wallet');
  const moment = useMoment();
  return (
    <>
      {reason === '' ? null : <p className={layout['warn']}>{reason}</p>}
      {restsUntil === null ? null : (
        <p className={layout['warn']}>{t('restsUntil', { time: moment(restsUntil) })}</p>
      )}
    </>
  );
}

function Where({ line }: Pick<WithdrawalSheetProps, 'line'>) {
  const { t } = useTranslation('wallet');
  if (line.of === 'bank')
    return (
      <>
        <Line name={t('bank.card')}>{`${line.place} ${line.target}`}</Line>
        {line.tx === '' ? null : <Line name={t('bank.reference')}>{line.tx}</Line>}
      </>
    );
  return (
    <>
      <Line name={t('network')}>{chainName(line.place)}</Line>
      <Line name={t('address.label')}>
        <AddressText address={line.target} />
      </Line>
      {line.tx === '' ? null : (
        <Line name={t('tx')}>
          <CopyText text={line.tx} />
        </Line>
      )}
      {line.tx === '' ? null : (
        <Line name={t('confirmations')}>
          <Steps done={line.confirmations} of={line.confirmationsNeeded} label={t('confirmations')} />
        </Line>
      )}
    </>
  );
}

/** Takes a withdrawal back while nobody has looked at it. */
function Cancel({ id }: { readonly id: number }) {
  const { t } = useTranslation('wallet');
  const words = useCommandWords();
  const { asking, send } = useCommand('withdraw.cancel');
  const isBusy = asking?.state === 'sending' || asking?.state === 'unknown';
  return (
    <>
      <p role="status">{asking ? words(asking.state, asking.failed) : null}</p>
      <button
        type="button"
        className={layout['danger']}
        aria-busy={isBusy}
        onClick={() => (isBusy ? undefined : void send({ id }))}
      >
        {t('cancel')}
      </button>
    </>
  );
}
