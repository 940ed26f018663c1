import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useTitle } from '../../app/titles.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Screen } from '../../ui/Screen.tsx';

/** For an address that leads nowhere. */
export function NotFoundScreen() {
  const { t } = useTranslation('app');
  useTitle(t('notFound.title'));
  return (
    <Screen title={t('notFound.title')}>
      <Notice title={t('notFound.title')} text={t('notFound.text')}>
        <Link to="/home">{t('toHome')}</Link>
      </Notice>
    </Screen>
  );
}
