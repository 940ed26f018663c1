import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { look } from '../../ui/look.ts';
import { Failed, Notice } from '../../ui/Notice.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './ConfirmStorageScreen.module.css';
import { PlanForm } from './PlanForm.tsx';
import { PlansLink } from './PlansLink.tsx';
import { StorageDock } from './StorageDock.tsx';
import { planFrom, useStorageTicket } from './useStorageTicket.ts';

/** How much is put into a plan, what it earns, and what leaving it early takes. */
export default function ConfirmStorageScreen() {
  const { t } = useTranslation('app');
  const { id = '' } = useParams();
  const plan = planFrom(id);
  if (plan !== undefined) return <Ticket key={plan} plan={plan} />;
  return (
    <Screen title={t('title.confirmLock')} up="/lockMining">
      <UnknownPlan />
    </Screen>
  );
}

function Ticket({ plan }: { readonly plan: number }) {
  const { t } = useTranslation('app');
  const control = useStorageTicket(plan);
  const { frame, renew } = control;
  const { form } = frame ?? {};
  return (
    <div className={look('flex', styles['lock'])}>
      <Screen title={t('title.confirmLock')} up="/lockMining">
        {form ? <PlanForm control={control} form={form} /> : null}
        {frame?.isUnknown ? <UnknownPlan /> : null}
        {frame?.failed && !form ? <Failed onRetry={renew} /> : null}
        {frame ? null : <Skeleton rows={6} />}
      </Screen>
      {form ? <StorageDock control={control} form={form} /> : null}
    </div>
  );
}

function UnknownPlan() {
  const { t } = useTranslation('storage');
  return (
    <Notice title={t('unknown.title')} text={t('unknown.text')}>
      <PlansLink />
    </Notice>
  );
}
