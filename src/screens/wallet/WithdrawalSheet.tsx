import { useTranslation } from 'react-i18next';
import type { WithdrawalLine } from '../../../workers/api.ts';
import { useCommandWords } from '../../i18n/funds.ts';
import { chainName, useWithdrawalStates } from '../../i18n/wallet.ts';
import { isUnderWay, useCommand } from '../../state/useCommand.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyText } from '../../ui/CopyText.tsx';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
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
      <p className={look('between pad ground1 round3', styles['sum'])}>
        <State tone={toneOf(line.state)}>{states[line.state]}</State>
        <b className={look('pushed title breaks right')}>
          <Amount text={line.amount} /> <small className={look('small light')}>{line.currency}</small>
        </b>
      </p>
      <Why line={line} />
      <Facts>
        <Where line={line} />
        <Fact name={t('fee')}>{`${line.fee} ${line.currency}`}</Fact>
        {line.rate === '' ? null : <Fact name={t('bank.rate')}>{`${line.rate} ${line.receivedIn}`}</Fact>}
        <Fact name={t('received')}>
          <Amount text={`${line.received} ${line.receivedIn}`} />
        </Fact>
        <Fact name={t('asked')}>{line.time}</Fact>
        <Fact name={t('changed')}>{line.updated}</Fact>
      </Facts>
    </Sheet>
  );
}

/** What the operator says of it, and how long it rests. */
function Why({ line: { reason, restsUntil } }: Pick<WithdrawalSheetProps, 'line'>) {
  const { t } = useTranslation('wallet');
  const moment = useMoment();
  return (
    <>
      {reason === '' ? null : <p className={look('warn')}>{reason}</p>}
      {restsUntil === null ? null : (
        <p className={look('warn')}>{t('restsUntil', { time: moment(restsUntil) })}</p>
      )}
    </>
  );
}

function Where({ line }: Pick<WithdrawalSheetProps, 'line'>) {
  const { t } = useTranslation('wallet');
  if (line.of === 'bank')
    return (
      <>
        <Fact name={t('bank.card')}>{`${line.place} ${line.target}`}</Fact>
        {line.tx === '' ? null : <Fact name={t('bank.reference')}>{line.tx}</Fact>}
      </>
    );
  return (
    <>
      <Fact name={t('network')}>{chainName(line.place)}</Fact>
      <Fact name={t('address.label')}>
        <AddressText address={line.target} />
      </Fact>
      {line.tx === '' ? null : (
        <Fact name={t('tx')}>
          <CopyText text={line.tx} />
        </Fact>
      )}
      {line.tx === '' ? null : (
        <Fact name={t('confirmations')}>
          <Steps done={line.confirmations} of={line.confirmationsNeeded} label={t('confirmations')} />
        </Fact>
      )}
    </>
  );
}

/** Takes a withdrawal back while nobody has looked at it. */
function Cancel({ id }: { readonly id: number }) {
  const { t } = useTranslation('wallet');
  const words = useCommandWords();
  const { sending, send } = useCommand('withdraw.cancel');
  const isBusy = isUnderWay(sending);
  return (
    <>
      <p role="status">{sending ? words(sending.state, sending.failed) : null}</p>
      <Button look="bad" isWide aria-busy={isBusy} onClick={() => (isBusy ? undefined : void send({ id }))}>
        {t('cancel')}
      </Button>
    </>
  );
}
