import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { login } from '../../state/login.ts';
import { status } from '../../state/status.ts';
import { PlayCard } from '../../ui/account/PlayCard.tsx';
import { look } from '../../ui/look.ts';
import styles from './SettingScreen.module.css';

/** What is made up here, and new play money. Nothing where prices are live ones. */
export function Practice() {
  const { t } = useTranslation('shell');
  const { origin } = useSnapshot(status);
  const { token } = useSnapshot(login);
  if (origin !== 'simulated' && origin !== 'recorded') return null;
  return (
    <>
      <section className={look('stack', styles['group'])}>
        <h2 className={look('faint light')}>{t('settings.practice')}</h2>
        <div>
          <p>{origin === 'simulated' ? t('settings.simulated') : t('settings.recorded')}</p>
          <p>{t('settings.resetBlocked')}</p>
          <Link to="/mine/helpCenter">{t('settings.more')}</Link>
        </div>
      </section>
      {token === null ? null : <PlayCard />}
    </>
  );
}
