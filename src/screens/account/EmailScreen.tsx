import { useTranslation } from 'react-i18next';
import type { Profile } from '../../../domain/contract/index.ts';
import { ask } from '../../state/login.ts';
import { Afterwards } from '../../ui/account/Hold.tsx';
import { UserScreen } from '../../ui/account/UserScreen.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { CodeField } from '../../ui/form/CodeField.tsx';
import { ContactField } from '../../ui/form/ContactField.tsx';
import { useContactEntry } from '../../ui/form/contact.ts';
import type { Texts } from '../../ui/form/Field.tsx';
import { CurrentPassword } from '../../ui/form/PasswordField.tsx';
import { newContactPlaces, totpPlaces } from '../../ui/form/places.ts';
import { useTexts } from '../../ui/form/useTexts.ts';
import { look } from '../../ui/look.ts';
import { AccountForm } from './AccountForm.tsx';

const DRAFT = { id: 'email', fields: ['contact'] };
const PLACES = {
  ...newContactPlaces('contact'),
  ...totpPlaces,
  passwordWrong: 'password',
  passwordEmpty: 'password',
} as const;

/** Binds a first e-mail address; one that is bound is changed elsewhere. */
export default function EmailScreen() {
  const { t } = useTranslation(['account', 'app']);
  return (
    <UserScreen title={t('app:title.email')} gain={t('signIn.security')} up="/mine/security">
      {(profile, reload) => <Email profile={profile} reload={reload} />}
    </UserScreen>
  );
}

interface BindProps {
  readonly profile: Profile;
  readonly reload: () => Promise<void>;
}

/** What was true when the screen opened stays, so that binding ends with its own word. */
function Email({ profile, reload }: BindProps) {
  const { t } = useTranslation(['account', 'app']);
  const form = useTexts({ oldCode: '', contact: '', code: '', password: '', totp: '' }, DRAFT);
  const entry = useContactEntry(form, 'email');
  const wasSent = form.formState.isSubmitSuccessful;
  if (profile.email !== null && !wasSent) {
    return (
      <div className={look('page')}>
        <section className={look('surface stack3')}>
          <p className={look('breaks')}>
            <b>{profile.email}</b>
            <small className={look('block quiet')}>{t('email.bound')}</small>
          </p>
          <ButtonLink size="s" to="/mine/editEmail">
            {t('app:title.editEmail')}
          </ButtonLink>
        </section>
      </div>
    );
  }
  return (
    <AccountForm
      form={form}
      profile={profile}
      reload={reload}
      places={PLACES}
      send={({ oldCode = '', contact = '', code = '', password = '' }: Texts, totp) =>
        ask('account.bindEmail', { oldCode, email: contact.trim(), code, password, ...totp })
      }
      action={t('email.bind')}
      done={t('email.done')}
      draft={DRAFT.id}
    >
      <p className={look('note')}>{t('email.none')}</p>
      <CodeField
        name="oldCode"
        label={t('code.to', { to: profile.phone ?? '' })}
        purpose="changeEmail"
        destination={async () => ({ kind: 'phone', address: '' })}
      />
      <ContactField label={t('form.email')} entry={entry} takes="email" autoComplete="email" />
      <CodeField name="code" label={t('code.toNew')} purpose="bindEmail" destination={entry.destination} />
      <CurrentPassword name="password" label={t('form.loginPassword')} />
      <Afterwards rests loggedOut="others" />
    </AccountForm>
  );
}
