import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { StorageLine } from '../../../workers/api.ts';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { look } from '../../ui/look.ts';
import { Payouts } from './Payouts.tsx';
import type { StorageTasks } from './useStorageTasks.ts';

export type OrderTask = 'revoke' | 'redeem' | 'payouts';

interface OrderSheetsProps {
  readonly line: StorageLine;
  readonly task: OrderTask;
  readonly tasks: StorageTasks;
  readonly onClose: () => void;
}

/** What can be done with an order, each in its sheet; one whose time is over closes by itself. */
export function OrderSheets(props: OrderSheetsProps) {
  const { line, task, onClose } = props;
  const { t } = useTranslation('storage');
  const isOver = (task === 'revoke' && line.revoke === undefined) || (task === 'redeem' && !line.redeem);
  useEffect(() => {
    if (isOver) onClose();
  }, [isOver, onClose]);
  if (isOver) return null;
  if (task === 'revoke') return <RevokeSheet {...props} />;
  if (task === 'redeem') return <RedeemSheet {...props} />;
  return (
    <Sheet title={t('payouts.title', { id: line.id })} onClose={onClose}>
      <Payouts order={line.id} />
    </Sheet>
  );
}

function RevokeSheet({ line, tasks, onClose }: OrderSheetsProps) {
  const { t } = useTranslation('storage');
  return (
    <Confirm
      title={t('revoke.ask')}
      confirm={t('revoke.action', { time: line.revoke ?? '' })}
      cancel={t('redeem.keep')}
      onConfirm={() => {
        onClose();
        void tasks.revoke(line);
      }}
      onCancel={onClose}
    >
      <p className={look('quiet high2')}>{t('revoke.text')}</p>
      <Facts look="framed">
        <Fact name={t('early.back')}>
          <b>{`${line.amount} ${line.asset}`}</b>
        </Fact>
      </Facts>
    </Confirm>
  );
}

function RedeemSheet({ line, tasks, onClose }: OrderSheetsProps) {
  const { t } = useTranslation('storage');
  const { redeem, asset } = line;
  if (!redeem) return null;
  return (
    <Confirm
      title={t('redeem.ask')}
      confirm={t('redeem.action')}
      cancel={t('redeem.keep')}
      onConfirm={() => {
        onClose();
        void tasks.redeem(line);
      }}
      onCancel={onClose}
    >
      <p className={look('quiet high2')}>{t('early.share', { share: redeem.share })}</p>
      <Facts look="framed">
        <Fact name={t('amount')}>{`${line.amount} ${asset}`}</Fact>
        <Fact name={t('field.earned')}>{`${line.earned} ${asset}`}</Fact>
        <Fact name={t('early.cost')}>
          <b>{`${redeem.cost} ${asset}`}</b>
        </Fact>
        <Fact name={t('early.back')}>
          <b>{`${redeem.back} ${asset}`}</b>
        </Fact>
        <Fact name={t('early.net')}>{`${redeem.net} ${asset}`}</Fact>
      </Facts>
      <p className={look('quiet high2')}>{t('redeem.text')}</p>
    </Confirm>
  );
}
