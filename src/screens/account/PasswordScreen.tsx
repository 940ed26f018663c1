import { useTranslation } from 'react-i18next';
import type { Profile } from '../../../domain/contract/index.ts';
import { ask } from '../../state/login.ts';
import { Afterwards } from '../../ui/account/Hold.tsx';
import { UserScreen } from '../../ui/account/UserScreen.tsx';
import type { Texts } from '../../ui/form/Field.tsx';
import { CurrentPassword, NewPassword } from '../../ui/form/PasswordField.tsx';
import { passwordPlaces, totpPlaces } from '../../ui/form/places.ts';
import { useTexts } from '../../ui/form/useTexts.ts';
import { AccountForm } from './AccountForm.tsx';

const PLACES = { ...passwordPlaces, ...totpPlaces, passwordWrong: 'old' } as const;

/** Changes the login password. */
export default function PasswordScreen() {
  const { t } = useTranslation(['account', 'app']);
  return (
    <UserScreen title={t('app:title.password')} gain={t('signIn.security')} up="/mine/security">
      {(profile, reload) => <ChangePassword profile={profile} reload={reload} />}
    </UserScreen>
  );
}

interface ChangeProps {
  readonly profile: Profile;
  readonly reload: () => Promise<void>;
}

function ChangePassword({ profile, reload }: ChangeProps) {
  const { t } = useTranslation('account');
  const form = useTexts({ old: '', password: '', confirm: '', totp: '' });
  return (
    <AccountForm
      form={form}
      profile={profile}
      reload={reload}
      places={PLACES}
      send={({ old = '', password = '' }: Texts, totp) =>
        ask('account.changePassword', { old, password, ...totp })
      }
      action={t('password.submit')}
      done={t('password.done')}
    >
      <CurrentPassword name="old" label={t('form.oldPassword')} />
      <NewPassword label={t('form.newPassword')} confirmLabel={t('form.confirmNew')} />
      <Afterwards rests loggedOut="others" />
    </AccountForm>
  );
}
