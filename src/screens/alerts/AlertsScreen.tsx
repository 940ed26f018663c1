import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { login } from '../../state/login.ts';
import { AlertList } from '../../ui/alerts/AlertList.tsx';
import { look } from '../../ui/look.ts';
import { Screen } from '../../ui/Screen.tsx';
import { SignInFirst } from '../../ui/SignInFirst.tsx';

/** Every price alert of the user. */
export default function AlertsScreen() {
  const { t } = useTranslation(['shell', 'app']);
  const { token } = useSnapshot(login);
  return (
    <Screen title={t('app:title.alerts')} up="/mine">
      {token === null ? (
        <SignInFirst gain={t('alert.gate')} />
      ) : (
        <div className={look('page')}>
          <AlertList />
          <p className={look('tiny')}>{t('alert.hint')}</p>
        </div>
      )}
    </Screen>
  );
}
