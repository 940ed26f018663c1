import { useTranslation } from 'react-i18next';
import type { Profile } from '../../../domain/contract/index.ts';
import { ask } from '../../state/login.ts';
import { CodeField } from '../../ui/form/CodeField.tsx';
import { ContactField } from '../../ui/form/ContactField.tsx';
import { useContactEntry } from '../../ui/form/contact.ts';
import type { Texts } from '../../ui/form/Field.tsx';
import { CurrentPassword } from '../../ui/form/PasswordField.tsx';
import { useTexts } from '../../ui/form/useTexts.ts';
import { contactPlaces, totpPlaces } from '../access/places.ts';
import { AccountForm } from './AccountForm.tsx';
import styles from './mine.module.css';
import { Private } from './Private.tsx';

const DRAFT = { id: 'phone', fields: ['contact'] };
const PLACES = {
  ...contactPlaces('contact'),
  ...totpPlaces,
  passwordWrong: 'password',
  passwordEmpty: 'password',
} as const;

/** Binds a phone, or changes it. */
export default function PhoneScreen() {
  const { t } = useTranslation(['account', 'app']);
  return (
    <Private title={t('app:title.phone')} gain={t('signIn.security')} up="/mine/security">
      {(profile, reload) => <BindPhone profile={profile} reload={reload} />}
    </Private>
  );
}

interface BindProps {
  readonly profile: Profile;
  readonly reload: () => Promise<void>;
}

function BindPhone({ profile, reload }: BindProps) {
  const { t } = useTranslation('account');
  const form = useTexts({ contact: '', code: '', password: '', totp: '' }, DRAFT);
  const entry = useContactEntry(form, 'phone');
  const send = ({ contact = '', code = '', password = '' }: Texts, totp: { readonly totp?: string }) => {
    const to = entry.contactOf(contact);
    return ask('account.bindPhone', { phone: to.kind === 'phone' ? to.phone : '', code, password, ...totp });
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
      <p className={styles['note']}>
        {profile.phone === null ? t('phone.none') : t('phone.bound', { phone: profile.phone })}
      </p>
      <ContactField label={t('form.phone')} entry={entry} takes="phone" autoComplete="tel" />
      <CodeField name="code" label={t('code.label')} purpose="bindPhone" destination={entry.destination} />
      <CurrentPassword name="password" label={t('form.loginPassword')} />
    </AccountForm>
  );
}
