import { FlaskConical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { IdentityLevel } from '../../../domain/index.ts';
import { useIdentityFields } from '../../i18n/identity.ts';
import { Card } from '../../ui/Card.tsx';
import { look } from '../../ui/look.ts';
import styles from './Identity.module.css';
import type { Identity } from './IdentityGate.tsx';

interface PracticeProps {
  readonly identity: Identity;
  /** Only what concerns this level. */
  readonly level?: IdentityLevel;
}

/** In practice nobody looks at anything: says so, and how to see a rejection. */
export function Practice({ identity: { simulated }, level }: PracticeProps) {
  const { t } = useTranslation('identity');
  const fields = useIdentityFields();
  if (!simulated) return null;
  const samples = simulated.samples.filter((sample) => level === undefined || sample.level === level);
  return (
    <Card look="framed" className={look('quiet', styles['practice'])}>
      <h3 className={look('row warning')}>
        <FlaskConical size={16} aria-hidden="true" /> {t('practice.title')}
      </h3>
      <p>{t('practice.text', { seconds: simulated.seconds })}</p>
      <ul className={look('stack')}>
        {samples.map(({ prefix, level: at, field }) => (
          <li key={prefix}>{t('practice.sample', { prefix, level: at, field: fields[field] })}</li>
        ))}
      </ul>
    </Card>
  );
}
