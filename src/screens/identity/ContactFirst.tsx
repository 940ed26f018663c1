import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** @see specification §5 "Email or phone must be bound first, otherwise authentication is not approved" */
export function ContactFirst() {
  const { t } = useTranslation(['identity', 'app']);
  return (
    <Notice title={t('contact.title')} text={t('contact.text')}>
      <ButtonLink to="/mine/email">{t('app:title.email')}</ButtonLink>
      <ButtonLink to="/mine/phone">{t('app:title.phone')}</ButtonLink>
    </Notice>
  );
}
