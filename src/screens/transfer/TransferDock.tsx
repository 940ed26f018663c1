import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TransferFrame } from '../../../workers/api.ts';
import { useAccountNames, useCommandWords } from '../../i18n/funds.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { showToast } from '../../state/toasts.ts';
import { useSender } from '../../state/useSender.ts';
import { useWordsBeside } from '../../state/useWordsBeside.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { focusWrongNumber } from '../../ui/form/focusWrong.ts';
import { Amount } from '../../ui/LiveAmount.tsx';
import { FormDock, FormFailure } from '../../ui/ticket/FormDock.tsx';
import { TransferEffect } from './TransferEffect.tsx';
import type { TransferControl } from './useTransfer.ts';

type Order = NonNullable<TransferFrame['order']>;

interface TransferDockProps {
  readonly control: TransferControl;
}

/** The button, and what became of it. */
export function TransferDock({ control }: TransferDockProps) {
  const { t } = useTranslation('convert');
  const words = useCommandWords();
  const { order, hasError, touch } = control;
  const { state, failed, move } = useMove(control);
  const [requested, setRequested] = useState<Order>();
  const isBusy = state !== 'idle';
  const tap = () => {
    touch();
    if (hasError) focusWrongNumber();
    else if (order && !isBusy) setRequested(order);
  };
  return (
    <FormDock>
      {state === 'unknown' ? <p role="status">{words('unknown')}</p> : null}
      {failed === '' ? null : <FormFailure>{failed}</FormFailure>}
      <Button look="main" isBusy={isBusy} isOff={!order && !hasError} onClick={tap}>
        {isBusy ? t('transfer.busy') : t('transfer.action')}
      </Button>
      {requested ? (
        <Ask
          order={requested}
          frame={control.frame}
          onConfirm={() => {
            setRequested(undefined);
            void move(requested, control.frame?.moved ?? '');
          }}
          onCancel={() => setRequested(undefined)}
        />
      ) : null}
    </FormDock>
  );
}

interface AskProps {
  readonly order: Order;
  readonly frame: TransferFrame | undefined;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

function Ask({ order, frame, onConfirm, onCancel }: AskProps) {
  const { t } = useTranslation('convert');
  const names = useAccountNames();
  const { asset, from, to } = order;
  return (
    <Confirm
      title={t('transfer.action')}
      confirm={t('transfer.action')}
      cancel={t('confirm.cancel')}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <Facts look="ticket">
        <Fact name={t('transfer.amount')}>{`${frame?.moved ?? ''} ${asset}`}</Fact>
        <Fact name={t('transfer.from')}>{names[from]}</Fact>
        <Fact name={t('transfer.to')}>{names[to]}</Fact>
        <Fact name={t('transfer.after', { account: names[from] })}>
          <Amount text={frame?.after.from ?? ''} /> {asset}
        </Fact>
        <Fact name={t('transfer.after', { account: names[to] })}>
          <Amount text={frame?.after.to ?? ''} /> {asset}
        </Fact>
      </Facts>
      <TransferEffect liquidation={frame?.liquidation} />
    </Confirm>
  );
}

/** Sends one transfer at a time, and says how it ended. */
function useMove({ ticket, reset }: TransferControl) {
  const { t } = useTranslation('convert');
  const names = useAccountNames();
  const { ofRefusal } = useRefusalWords();
  const { state, send } = useSender('account.transfer');
  const [failed, setFailed] = useWordsBeside(JSON.stringify(ticket));
  const move = async (order: Order, moved: string) => {
    setFailed('');
    const result = await send(order, reset);
    if (result?.state === 'refused') setFailed(ofRefusal(result.error));
    if (result?.state !== 'settled') return;
    const text = `${moved} ${order.asset} · ${names[order.from]} → ${names[order.to]} · ${result.data.journal}`;
    showToast({ id: 'transfer', tone: 'good', title: t('transfer.done'), text });
    reset();
  };
  return { state, failed, move };
}
