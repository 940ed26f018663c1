import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '../../../domain/contract/index.ts';
import { restsWithdrawals } from '../../../domain/index.ts';
import { ask } from '../../state/login.ts';
import { exchangeNow } from '../../state/status.ts';
import { Afterwards, holdFacts } from '../../ui/account/Hold.tsx';
import { UserScreen } from '../../ui/account/UserScreen.tsx';
import { CodeField } from '../../ui/form/CodeField.tsx';
import { ContactField } from '../../ui/form/ContactField.tsx';
import { useContactEntry } from '../../ui/form/contact.ts';
import type { Texts } from '../../ui/form/Field.tsx';
import { CurrentPassword } from '../../ui/form/PasswordField.tsx';
import { newContactPlaces, totpPlaces } from '../../ui/form/places.ts';
import { useTexts } from '../../ui/form/useTexts.ts';
import { look } from '../../ui/look.ts';
import { AccountForm } from './AccountForm.tsx';

const DRAFT = { id: 'phone', fields: ['contact'] };
const PLACES = {
  ...newContactPlaces('contact'),
  ...totpPlaces,
  passwordWrong: 'password',
  passwordEmpty: 'password',
} as const;

/** Binds a phone, or changes it. */
export default function PhoneScreen() {
  const { t } = useTranslation(['account', 'app']);
  return (
    <UserScreen title={t('app:title.phone')} gain={t('signIn.security')} up="/mine/security">
      {(profile, reload) => <BindPhone profile={profile} reload={reload} />}
    </UserScreen>
  );
}

interface BindProps {
  readonly profile: Profile;
  readonly reload: () => Promise<void>;
}

function BindPhone({ profile, reload }: BindProps) {
  const { t } = useTranslation('account');
  const form = useTexts({ oldCode: '', contact: '', code: '', password: '', totp: '' }, DRAFT);
  const entry = useContactEntry(form, 'phone');
  // What was true when the screen opened: the change itself is not requested again.
  const [rests] = useState(() => restsWithdrawals('phone', holdFacts(profile), exchangeNow()));
  const send = (texts: Texts, totp: { readonly totp?: string }) => {
    const { oldCode = '', contact = '', code = '', password = '' } = texts;
    const to = entry.contactOf(contact);
    const phone = to.kind === 'phone' ? to.phone : '';
    return ask('account.bindPhone', { oldCode, phone, code, password, ...totp });
  };
  return (
    <AccountForm
      form={form}
      profile={profile}
      reload={reload}
      places={PLACES}
      send={send}
      action={profile.phone === null ? t('phone.bind') : t('phone.change')}
      done={t('phone.done')}
      draft={DRAFT.id}
    >
      <p className={look('note')}>
        {profile.phone === null ? t('phone.none') : t('phone.bound', { phone: profile.phone })}
      </p>
      <CodeField
        name="oldCode"
        label={t('code.to', { to: profile.email ?? profile.phone ?? '' })}
        purpose="changePhone"
        destination={async () => ({ kind: profile.email === null ? 'phone' : 'email', address: '' })}
      />
      <ContactField label={t('form.phone')} entry={entry} takes="phone" autoComplete="tel" />
      <CodeField
        name="code"
        label={t('code.toNewPhone')}
        purpose="bindPhone"
        destination={entry.destination}
      />
      <CurrentPassword name="password" label={t('form.loginPassword')} />
      <Afterwards rests={rests} loggedOut={rests ? 'others' : 'none'} />
    </AccountForm>
  );
}
