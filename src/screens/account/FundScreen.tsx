import { useTranslation } from 'react-i18next';
import type { Profile } from '../../../domain/contract/index.ts';
import { restsWithdrawals } from '../../../domain/index.ts';
import { ask } from '../../state/login.ts';
import { exchangeNow } from '../../state/status.ts';
import { Afterwards, holdFacts } from '../../ui/account/Hold.tsx';
import { UserScreen } from '../../ui/account/UserScreen.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { CodeField } from '../../ui/form/CodeField.tsx';
import type { Texts } from '../../ui/form/Field.tsx';
import { NewPassword } from '../../ui/form/PasswordField.tsx';
import { passwordPlaces, totpPlaces } from '../../ui/form/places.ts';
import { useTexts } from '../../ui/form/useTexts.ts';
import { look } from '../../ui/look.ts';
import { Notice } from '../../ui/Notice.tsx';
import { AccountForm } from './AccountForm.tsx';

const PLACES = {
  ...passwordPlaces,
  ...totpPlaces,
  fundPasswordSame: 'password',
  codeEmpty: 'code',
  codeInvalid: 'code',
} as const;

/** Sets or changes the funding password. */
export default function FundScreen() {
  const { t } = useTranslation(['account', 'app']);
  return (
    <UserScreen title={t('app:title.fund')} gain={t('signIn.security')} up="/mine/security">
      {(profile, reload) =>
        profile.email === null && profile.phone === null ? (
          <Notice title={t('fund.unbound')} text={t('fund.unboundText')}>
            <ButtonLink to="/mine/email">{t('fund.bind')}</ButtonLink>
          </Notice>
        ) : (
          <SetFundPassword profile={profile} reload={reload} />
        )
      }
    </UserScreen>
  );
}

interface SetProps {
  readonly profile: Profile;
  readonly reload: () => Promise<void>;
}

function SetFundPassword({ profile, reload }: SetProps) {
  const { t } = useTranslation('account');
  const form = useTexts({ code: '', password: '', confirm: '', totp: '' });
  const kind = profile.email === null ? 'phone' : 'email';
  return (
    <AccountForm
      form={form}
      profile={profile}
      reload={reload}
      places={PLACES}
      send={({ code = '', password = '' }: Texts, totp) =>
        ask('account.setFundPassword', { code, password, ...totp })
      }
      action={profile.measures.fundPassword ? t('fund.change') : t('fund.set')}
      done={t('fund.done')}
    >
      <p className={look('note')}>{t('fund.text')}</p>
      <CodeField
        name="code"
        label={t('code.to', { to: profile.email ?? profile.phone ?? '' })}
        purpose="fundPassword"
        destination={async () => ({ kind, address: '' })}
      />
      <NewPassword label={t('form.fundPassword')} confirmLabel={t('form.confirmFund')} autoComplete="off" />
      <Afterwards rests={restsWithdrawals('fundPassword', holdFacts(profile), exchangeNow())} />
    </AccountForm>
  );
}
