import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { dropDraft, takeReturn } from '../../state/drafts.ts';
import { ask, login, signIn } from '../../state/login.ts';
import { CodeField } from '../../ui/form/CodeField.tsx';
import { ContactField } from '../../ui/form/ContactField.tsx';
import { useContactEntry } from '../../ui/form/contact.ts';
import type { Texts } from '../../ui/form/Field.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { NewPassword } from '../../ui/form/PasswordField.tsx';
import { useTexts } from '../../ui/form/useTexts.ts';
import { Screen } from '../../ui/Screen.tsx';
import { Agreement } from './Agreement.tsx';
import styles from './access.module.css';
import { contactPlaces, passwordPlaces } from './places.ts';

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
  const form = useRegisterForm();
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
    if (!result.ok) return result.error;
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
        <Field name="invite" label={t('form.invite')} autoComplete="off" maxLength={40} />
        <Agreement />
      </Form>
      <p className={styles['links']}>
        <Link to="/login">{t('register.toLogin')}</Link>
      </p>
    </Screen>
  );
}

/** An invite link wins over what was typed before. */
function useRegisterForm() {
  const [params] = useSearchParams();
  const invited = params.get('code')?.slice(0, 40) ?? '';
  const start = { contact: '', code: '', password: '', confirm: '', invite: '', agreed: '' };
  return useTexts(start, DRAFT, invited === '' ? undefined : { invite: invited });
}
