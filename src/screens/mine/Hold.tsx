import { useTranslation } from 'react-i18next';
import type { Profile } from '../../../domain/contract/index.ts';
import { useMoment } from '../../ui/useMoment.ts';
import styles from './mine.module.css';

/** Says until when withdrawals rest, while they do. */
export function Hold({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('account');
  const moment = useMoment();
  if (profile.heldUntil === null || profile.heldUntil <= Date.now()) return null;
  return <p className={styles['warn']}>{t('hold.until', { time: moment(profile.heldUntil) })}</p>;
}
