import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

/** The way to all plans. */
export function PlansLink() {
  const { t } = useTranslation('storage');
  return <Link to="/lockMining">{t('toPlans')}</Link>;
}
