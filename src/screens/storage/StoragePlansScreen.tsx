import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { StoragePlansView } from '../../../workers/api.ts';
import { useTurn } from '../../state/useTurn.ts';
import { useUserView } from '../../state/useUserView.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { look } from '../../ui/look.ts';
import { Failed, Notice } from '../../ui/Notice.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { PlanCard } from './PlanCard.tsx';
import styles from './StoragePlansScreen.module.css';
import { StorageSums } from './StorageSums.tsx';

const PLANS: StoragePlansView = { kind: 'storagePlans', turn: 0 };

/** What can be put aside, for how long and for how much a day. */
export default function StoragePlansScreen() {
  const { t } = useTranslation(['app', 'storage']);
  return (
    <Screen title={t('title.lockMining')} up="/property" isWide actions={<RecordLink />}>
      <p className={look('quiet', styles['intro'])}>{t('storage:intro')}</p>
      <Plans />
    </Screen>
  );
}

function RecordLink() {
  const { t } = useTranslation('app');
  return (
    <ButtonLink look="link" size="s" to="/lockRecord">
      {t('title.lockRecord')}
      <ChevronRight size={16} aria-hidden="true" />
    </ButtonLink>
  );
}

function Plans() {
  const { t } = useTranslation('storage');
  const [view, again] = useTurn(PLANS);
  const frame = useUserView(view);
  if (!frame) return <Skeleton rows={5} />;
  if (!frame.isKnown) return <Failed onRetry={again} />;
  return (
    <>
      <StorageSums sums={frame.sums} />
      {frame.failed ? <Failed onRetry={again} /> : null}
      {frame.plans.length === 0 ? <Notice title={t('plans.none')} text={t('plans.noneText')} /> : null}
      <ul className={look('stack3 inset', styles['plans'])}>
        {frame.plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} />
        ))}
      </ul>
    </>
  );
}
