import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { dropDraft, takeReturn } from '../../state/drafts.ts';
import type { Invitation } from '../../state/invitation.ts';
import { forgetInvitation, takeInvitation } from '../../state/invitation.ts';
import { ask, login, signIn } from '../../state/login.ts';
import { CodeField } from '../../ui/form/CodeField.tsx';
import { ContactField } from '../../ui/form/ContactField.tsx';
import { useContactEntry } from '../../ui/form/contact.ts';
import type { Texts } from '../../ui/form/Field.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { NewPassword } from '../../ui/form/PasswordField.tsx';
import { contactPlaces, passwordPlaces } from '../../ui/form/places.ts';
import { useTexts } from '../../ui/form/useTexts.ts';
import { Screen } from '../../ui/Screen.tsx';
import { Agreement } from './Agreement.tsx';
import styles from './access.module.css';
import { InviteField } from './InviteField.tsx';

const DRAFT = { id: 'register', fields: ['contact', 'invite'] };
const PLACES = {
  ...contactPlaces('contact'),
  ...passwordPlaces,
  inviteUnknown: 'invite',
  agreementRequired: 'agreed',
} as const;

/** Opens an account. @see specification §5 "Registration" */
export default function RegisterScreen() {
  const { t } = useTranslation(['account', 'app']);
  const navigate = useNavigate();
  const [wasIn] = useState(() => login.token !== null);
  const { invitation, drop } = useInvitation(wasIn);
  const form = useRegisterForm(invitation);
  const entry = useContactEntry(form);
  const send = async ({ contact = '', code = '', password = '', invite = '', agreed }: Texts) => {
    const inviteCode = invite.trim();
    const result = await ask('account.register', {
      contact: entry.contactOf(contact),
      code,
      password,
      agreed: Boolean(agreed),
      ...(inviteCode === '' ? {} : { inviteCode }),
    });
    // Nobody has to keep a code that is nobody's.
    if (!result.ok && result.error.code === 'inviteUnknown') drop();
    if (!result.ok) return result.error;
    forgetInvitation();
    dropDraft(DRAFT.id);
    signIn(result.data.token);
    navigate(takeReturn(), { replace: true });
    return undefined;
  };
  if (wasIn) return <Navigate to="/mine" replace />;
  return (
    <Screen title={t('app:title.register')}>
      <Form form={form} places={PLACES} send={send} action={t('register.submit')}>
        <ContactField label={t('form.contact')} entry={entry} takes="both" autoComplete="username" />
        <CodeField name="code" label={t('code.label')} purpose="register" destination={entry.destination} />
        <NewPassword label={t('form.password')} confirmLabel={t('form.confirm')} />
        <InviteField invitation={invitation} />
        <Agreement />
      </Form>
      <p className={styles['links']}>
        <Link to="/login">{t('register.toLogin')}</Link>
      </p>
    </Screen>
  );
}

/** The invitation that stands, for who is not here already. */
function useInvitation(wasIn: boolean) {
  const [params] = useSearchParams();
  const [invitation, setInvitation] = useState(() =>
    wasIn ? undefined : takeInvitation(params.get('code'), Date.now()),
  );
  const drop = () => {
    forgetInvitation();
    setInvitation(undefined);
  };
  return { invitation, drop };
}

/** An invitation wins over what was typed before. */
function useRegisterForm(invitation: Invitation | undefined) {
  const start = { contact: '', code: '', password: '', confirm: '', invite: '', agreed: '' };
  return useTexts(start, DRAFT, invitation && { invite: invitation.code });
}
