import { useTranslation } from 'react-i18next';
import { useTitle } from '../../app/titles.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Screen } from '../../ui/Screen.tsx';

/** For an address that leads nowhere. */
export function NotFoundScreen() {
  const { t } = useTranslation('app');
  useTitle(t('notFound.title'));
  return (
    <Screen title={t('notFound.title')}>
      <Notice title={t('notFound.title')} text={t('notFound.text')}>
        <ButtonLink to="/home">{t('toHome')}</ButtonLink>
      </Notice>
    </Screen>
  );
}
