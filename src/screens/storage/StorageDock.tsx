import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { StorageForm } from '../../../workers/api.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { showToast } from '../../state/toasts.ts';
import { useIsShown } from '../../state/useIsShown.ts';
import { useSender } from '../../state/useSender.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { focusWrongNumber } from '../../ui/form/focusWrong.ts';
import { look } from '../../ui/look.ts';
import { Blocked, Dock, SenderState } from '../../ui/ticket/Dock.tsx';
import { useRefusalToast } from '../../ui/useRefusalToast.ts';
import type { StorageControl } from './useStorageTicket.ts';

interface StorageDockProps {
  readonly control: StorageControl;
  readonly form: StorageForm;
}

/** The button that puts the amount in, after asking with the numbers that will be booked. */
export function StorageDock({ control, form }: StorageDockProps) {
  const { ofCode } = useRefusalWords();
  return (
    <Dock>
      {form.blocked ? <Blocked>{ofCode(form.blocked)}</Blocked> : <Put control={control} form={form} />}
    </Dock>
  );
}

function Put({ control, form }: StorageDockProps) {
  const { t } = useTranslation('storage');
  const { state, open } = useOpen(control);
  /** The form as it stood when the button was tapped: what is shown is what is sent. */
  const [requested, setRequested] = useState<StorageForm>();
  const tap = () => {
    control.tap();
    if (state !== 'idle') return;
    if (!control.order) focusWrongNumber();
    else if (control.ticket.agreed) setRequested(form);
  };
  return (
    <>
      <SenderState state={state} />
      <Button
        look="main"
        size="l"
        isWide
        aria-disabled={state !== 'idle' || !control.isAnswered}
        aria-busy={state === 'sending'}
        onClick={tap}
      >
        {state === 'sending' ? t('putting') : t('put')}
      </Button>
      {requested ? (
        <Confirm
          title={t('confirm.title')}
          confirm={t('put')}
          cancel={t('confirm.cancel')}
          onCancel={() => setRequested(undefined)}
          onConfirm={() => {
            setRequested(undefined);
            void open(requested);
          }}
        >
          <Numbers form={requested} autoRenew={control.ticket.autoRenew} />
        </Confirm>
      ) : null}
    </>
  );
}

interface NumbersProps {
  readonly form: StorageForm;
  readonly autoRenew: boolean;
}

function Numbers({ form, autoRenew }: NumbersProps) {
  const { t } = useTranslation('storage');
  const { asset, rate, days } = form.plan;
  return (
    <>
      <Facts look="framed">
        <Fact name={t('amount')}>
          <b>{`${form.amount} ${asset}`}</b>
        </Fact>
        <Fact name={t('field.rate')}>{rate}</Fact>
        <Fact name={t('field.cycle')}>{t('days', { count: days })}</Fact>
        <Fact name={t('interest')}>{`${form.interest} ${asset}`}</Fact>
        <Fact name={t('field.firstPayout')}>{form.firstPayoutAt}</Fact>
        <Fact name={t('field.ends')}>{form.endsAt}</Fact>
        <Fact name={t('renew.title')}>{autoRenew ? t('renew.on') : t('renew.off')}</Fact>
      </Facts>
      <p className={look('quiet top3')}>{t('confirm.revoke')}</p>
    </>
  );
}

/** Sends the order, shows its outcome, and leads to the record. */
function useOpen({ ticket, renew, reset }: StorageControl) {
  const { t } = useTranslation('storage');
  const toastRefusal = useRefusalToast();
  const navigate = useNavigate();
  const isShown = useIsShown();
  const { state, send } = useSender('storage.open');
  const open = async ({ order, amount, plan }: StorageForm) => {
    if (!order) return;
    const { autoRenew, agreed } = ticket;
    const result = await send({ ...order, autoRenew, agreed }, reset);
    if (result?.state === 'refused') {
      // The plan may not be what it was.
      renew();
      toastRefusal('lock:refused', t('refused'), result.error);
    }
    if (result?.state !== 'settled') return;
    const { id } = result.data.order;
    const text = `${amount} ${plan.asset} · ${t('orderOf', { id })}`;
    showToast({ id: `lock:${id}`, tone: 'good', title: t('opened'), text });
    reset();
    if (isShown()) navigate('/lockRecord', { replace: true });
  };
  return { state, open };
}
