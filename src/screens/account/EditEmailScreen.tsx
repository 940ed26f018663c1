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
import { newContactPlaces, totpPlaces } from '../../ui/form/places.ts';
import { useTexts } from '../../ui/form/useTexts.ts';
import { Notice } from '../../ui/Notice.tsx';
import { AccountForm } from './AccountForm.tsx';

const DRAFT = { id: 'editEmail', fields: ['contact'] };
const PLACES = { ...newContactPlaces('contact'), ...totpPlaces } as const;

/** Changes the e-mail address. */
export default function EditEmailScreen() {
  const { t } = useTranslation(['account', 'app']);
  return (
    <UserScreen title={t('app:title.editEmail')} gain={t('signIn.security')} up="/mine/security">
      {(profile, reload) =>
        profile.email === null ? (
          <Notice title={t('email.unbound')} text={t('email.none')}>
            <ButtonLink to="/mine/email">{t('email.bind')}</ButtonLink>
          </Notice>
        ) : (
          <ChangeEmail profile={profile} email={profile.email} reload={reload} />
        )
      }
    </UserScreen>
  );
}

interface ChangeProps {
  readonly profile: Profile;
  /** The address in force, masked. */
  readonly email: string;
  readonly reload: () => Promise<void>;
}

function ChangeEmail({ profile, email, reload }: ChangeProps) {
  const { t } = useTranslation('account');
  const form = useTexts({ oldCode: '', contact: '', code: '', totp: '' }, DRAFT);
  const entry = useContactEntry(form, 'email');
  return (
    <AccountForm
      form={form}
      profile={profile}
      reload={reload}
      places={PLACES}
      send={({ oldCode = '', contact = '', code = '' }: Texts, totp) =>
        ask('account.changeEmail', { oldCode, email: contact.trim(), code, ...totp })
      }
      action={t('email.change')}
      done={t('email.changed')}
      draft={DRAFT.id}
    >
      <CodeField
        name="oldCode"
        label={t('code.to', { to: email })}
        purpose="changeEmail"
        destination={async () => ({ kind: 'email', address: '' })}
      />
      <ContactField label={t('form.newEmail')} entry={entry} takes="email" autoComplete="email" />
      <CodeField name="code" label={t('code.toNew')} purpose="bindEmail" destination={entry.destination} />
      <Afterwards rests loggedOut="others" />
    </AccountForm>
  );
}
