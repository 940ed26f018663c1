import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PlanLine } from '../../../workers/api.ts';
import { usePlanStatuses } from '../../i18n/storage.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { look } from '../../ui/look.ts';
import styles from './PlanCard.module.css';
import { PlanHead } from './PlanHead.tsx';

const WHOLE = 1_000;

/** A plan; it leads to the ticket. */
export function PlanCard({ plan }: { readonly plan: PlanLine }) {
  const { t } = useTranslation('storage');
  const statuses = usePlanStatuses();
  const { status, asset } = plan;
  return (
    <li>
      <Link
        className={look('stack3 surface', styles['card'])}
        to={`/confirmLock/${plan.id}`}
        data-plan={plan.id}
        data-status={status}
      >
        <PlanHead plan={plan} />
        <Facts look="grid" columns={1}>
          <Fact name={t('limits')} text={`${plan.least} – ${plan.most}`} unit={asset} isPublic />
        </Facts>
        <p className={look('stack tiny')}>
          <span>{status === 'open' ? t('left', { left: `${plan.left} ${asset}` }) : statuses[status]}</span>
          {/* What is taken fills it. */}
          <progress
            value={status === 'closed' ? WHOLE : WHOLE - plan.leftPermille}
            max={WHOLE}
            aria-label={t('quota')}
          />
        </p>
      </Link>
    </li>
  );
}
