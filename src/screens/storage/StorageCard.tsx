import { useTranslation } from 'react-i18next';
import type { StorageLine } from '../../../workers/api.ts';
import { useRenewalReasons, useStorageStates } from '../../i18n/storage.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { CoinIcon } from '../../ui/coin/CoinIcon.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { AutoRenew } from './AutoRenew.tsx';
import type { OrderTask } from './OrderSheets.tsx';
import styles from './StorageCard.module.css';

interface StorageCardProps {
  readonly line: StorageLine;
  readonly onTask: (id: number, task: OrderTask) => void;
}

/** All that is shown of one storage order. */
export function StorageCard({ line, onTask }: StorageCardProps) {
  const states = useStorageStates();
  const { id, asset, iconId, state } = line;
  return (
    <article className={look('stack pad ruled', styles['card'])} data-storage={id} data-state={state}>
      <header className={look('stack middle')}>
        <CoinIcon iconId={iconId} symbol={asset} />
        <b className={look('large breaks')}>
          <Amount text={line.amount} /> {asset}
        </b>
        <Chip tone={state === 'running' ? 'accent' : 'quiet'}>{states[state]}</Chip>
      </header>
      <Progress line={line} />
      <Figures line={line} />
      <Links line={line} />
      <Tasks line={line} onTask={onTask} />
      {state === 'running' ? <AutoRenew id={id} isOn={line.autoRenew} /> : null}
    </article>
  );
}

function Progress({ line: { paidDays, days, nextPayoutAt } }: Pick<StorageCardProps, 'line'>) {
  const { t } = useTranslation('storage');
  return (
    <p className={look('tiny flex wrap spread gap2')}>
      <progress value={paidDays} max={days} aria-label={t('paid', { paid: paidDays, days })} />
      <span>{t('paid', { paid: paidDays, days })}</span>
      {nextPayoutAt === '' ? null : <span>{t('next', { time: nextPayoutAt })}</span>}
    </p>
  );
}

function Figures({ line }: Pick<StorageCardProps, 'line'>) {
  const { t } = useTranslation('storage');
  const { asset } = line;
  return (
    <Facts>
      <Fact name={t('field.earned')} text={line.earned} unit={asset} />
      <Fact name={t('field.promised')} text={line.promised} unit={asset} />
      <Fact name={t('total')} text={line.total} unit={asset} />
      <Fact name={t('field.rate')} text={line.rate} isPublic />
      <Fact name={t('field.opened')} text={line.openedAt} isPublic />
      <Fact name={t('field.starts')} text={line.startsAt} isPublic />
      <Fact name={t('field.ends')} text={line.endsAt} isPublic />
      {line.endedAt === '' ? null : <Fact name={t('field.ended')} text={line.endedAt} isPublic />}
      {line.cost === '' ? null : <Fact name={t('early.cost')} text={line.cost} unit={asset} />}
      {line.returned === '' ? null : <Fact name={t('early.back')} text={line.returned} unit={asset} />}
      <Fact name={t('field.number')} text={`${line.id}`} isPublic />
    </Facts>
  );
}

/** Where it comes from and goes on, and why it does not. */
function Links({ line: { renewedFrom, renewedBy, notRenewed } }: Pick<StorageCardProps, 'line'>) {
  const { t } = useTranslation('storage');
  const reasons = useRenewalReasons();
  return (
    <>
      {renewedFrom === null ? null : (
        <p className={look('quiet')}>{t('renewed.from', { id: renewedFrom })}</p>
      )}
      {renewedBy === null ? null : <p className={look('quiet')}>{t('renewed.by', { id: renewedBy })}</p>}
      {notRenewed === null ? null : <p className={look('quiet')}>{reasons[notRenewed]}</p>}
    </>
  );
}

function Tasks({ line, onTask }: StorageCardProps) {
  const { t } = useTranslation('storage');
  const { id, revoke, redeem, paidDays } = line;
  const button = (task: OrderTask, text: string) => (
    <Button className={look('grows')} aria-haspopup="dialog" onClick={() => onTask(id, task)}>
      {text}
    </Button>
  );
  return (
    <p className={look('filled flex wrap gap2')}>
      {paidDays > 0 ? button('payouts', t('record.payouts')) : null}
      {redeem && revoke === undefined ? button('redeem', t('redeem.action')) : null}
      {revoke === undefined ? null : button('revoke', t('revoke.action', { time: revoke }))}
    </p>
  );
}
