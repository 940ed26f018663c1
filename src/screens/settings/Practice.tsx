import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { login } from '../../state/login.ts';
import { status } from '../../state/status.ts';
import { PlayCard } from '../../ui/account/PlayCard.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Group } from './Group.tsx';

/** What is made up here, and new play money. Nothing where prices are live ones. */
export function Practice() {
  const { t } = useTranslation('shell');
  const { origin } = useSnapshot(status);
  const { token } = useSnapshot(login);
  if (origin !== 'simulated' && origin !== 'recorded') return null;
  return (
    <>
      <Group title={t('settings.practice')}>
        <p>{origin === 'simulated' ? t('settings.simulated') : t('settings.recorded')}</p>
        <p>{t('settings.resetBlocked')}</p>
        <ButtonLink look="link" to="/mine/helpCenter">
          {t('settings.more')}
        </ButtonLink>
      </Group>
      {token === null ? null : <PlayCard />}
    </>
  );
}
