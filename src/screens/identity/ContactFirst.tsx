import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Notice } from '../../ui/Notice.tsx';

/** @see specification §5 "Email or phone must be bound first, otherwise authentication is not approved" */
export function ContactFirst() {
  const { t } = useTranslation(['identity', 'app']);
  return (
    <Notice title={t('contact.title')} text={t('contact.text')}>
      <Link to="/mine/email">{t('app:title.email')}</Link>
      <Link to="/mine/phone">{t('app:title.phone')}</Link>
    </Notice>
  );
}
