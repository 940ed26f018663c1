import { useTranslation } from 'react-i18next';
import type { Profile } from '../../../domain/contract/index.ts';
import { ask } from '../../state/login.ts';
import { Afterwards } from '../../ui/account/Hold.tsx';
import type { Texts } from '../../ui/form/Field.tsx';
import { CurrentPassword } from '../../ui/form/PasswordField.tsx';
import { totpPlaces } from '../../ui/form/places.ts';
import { useTexts } from '../../ui/form/useTexts.ts';
import { look } from '../../ui/look.ts';
import { AccountForm } from './AccountForm.tsx';

const PLACES = { ...totpPlaces, passwordEmpty: 'password', passwordWrong: 'password' } as const;

interface TotpOffProps {
  readonly profile: Profile;
  readonly reload: () => Promise<void>;
}

/** Time-based codes are on: how many recovery codes are left, and the way to turn them off. */
export function TotpOff({ profile, reload }: TotpOffProps) {
  const { t } = useTranslation('account');
  const form = useTexts({ password: '', totp: '' });
  return (
    <AccountForm
      form={form}
      profile={profile}
      reload={reload}
      places={PLACES}
      send={({ password = '' }: Texts, { totp = '' }) => ask('account.totpOff', { password, totp })}
      action={t('totp.off')}
      done={t('totp.offDone')}
      tone="danger"
    >
      <p className={look('note')}>{t('totp.on', { count: profile.recoveryCodesLeft })}</p>
      <CurrentPassword name="password" label={t('form.loginPassword')} />
      <Afterwards rests loggedOut="others" />
    </AccountForm>
  );
}
