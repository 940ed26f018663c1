import { useTranslation } from 'react-i18next';
import { escrowBounds } from '../../../domain/index.ts';
import type { StorageForm } from '../../../workers/api.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { AgreementBox } from '../../ui/form/AgreementBox.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { SwitchRow } from '../../ui/form/SwitchRow.tsx';
import { look } from '../../ui/look.ts';
import { FieldButton } from '../../ui/ticket/FieldParts.tsx';
import { PlanHead } from './PlanHead.tsx';
import { RedemptionPicture } from './RedemptionPicture.tsx';
import type { StorageControl } from './useStorageTicket.ts';

interface PlanFormProps {
  readonly control: StorageControl;
  readonly form: StorageForm;
}

/** The amount, what comes of it and when, and what leaving early takes. */
export function PlanForm({ control, form }: PlanFormProps) {
  const { t } = useTranslation('storage');
  const { ticket, change } = control;
  return (
    <div className={look('page')}>
      <PlanHead plan={form.plan} />
      <EscrowField control={control} form={form} />
      <Earnings form={form} />
      <RedemptionPicture
        figure={form.figure}
        share={form.plan.share}
        asset={form.plan.asset}
        onDay={(day) => change({ day })}
      />
      <SwitchRow
        title={t('renew.title')}
        text={t('renew.text')}
        isOn={ticket.autoRenew}
        onChange={(autoRenew) => change({ autoRenew })}
      />
      <Agreed control={control} />
    </div>
  );
}

function EscrowField({ control, form }: PlanFormProps) {
  const { t } = useTranslation('storage');
  const { ticket, change, touch, error } = control;
  const { plan, mostDigits, available } = form;
  return (
    <div className={look('stack')}>
      <NumberField
        name="amount"
        label={`${t('amount')} (${plan.asset})`}
        fullName={t('amount')}
        value={ticket.amount}
        error={error}
        bounds={escrowBounds(plan)}
        onChange={(amount) => change({ amount })}
        onLeave={() => (ticket.amount === '' ? undefined : touch())}
        after={
          <FieldButton
            disabled={mostDigits === undefined}
            onClick={() => {
              touch();
              change({ amount: mostDigits ?? '' });
            }}
          >
            {t('max')}
          </FieldButton>
        }
      />
      <Facts>
        <Fact name={t('available')} text={available} />
        <Fact name={t('limits')} text={`${plan.least} – ${plan.most}`} isPublic />
        <Fact name={t('quota')} text={plan.left} isPublic />
      </Facts>
    </div>
  );
}

/** What it comes to in money, and when. */
function Earnings({ form }: Pick<PlanFormProps, 'form'>) {
  const { t } = useTranslation('storage');
  const { asset } = form.plan;
  return (
    <div>
      {form.isExample ? (
        <p className={look('tiny bottom2')}>{t('example', { amount: `${form.amount} ${asset}` })}</p>
      ) : null}
      <Facts look="framed">
        <Fact name={t('daily')}>
          <b>{`${form.daily} ${asset}`}</b>
        </Fact>
        <Fact name={t('interest')}>
          <b>{`${form.interest} ${asset}`}</b>
        </Fact>
        <Fact name={t('total')}>{`${form.total} ${asset}`}</Fact>
        <Fact name={t('field.starts')}>{form.startsAt}</Fact>
        <Fact name={t('field.firstPayout')}>{form.firstPayoutAt}</Fact>
        <Fact name={t('field.ends')}>{form.endsAt}</Fact>
      </Facts>
    </div>
  );
}

function Agreed({ control }: Pick<PlanFormProps, 'control'>) {
  const { t } = useTranslation('storage');
  const { ticket, change, wasTapped } = control;
  return (
    <AgreementBox
      text={t('agree')}
      document={{ text: t('agreement'), to: '/documentDetail/storage' }}
      error={wasTapped && !ticket.agreed ? t('agreeFirst') : undefined}
      checked={ticket.agreed}
      onChange={({ target }) => change({ agreed: target.checked })}
    />
  );
}
