import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { dropDraft, ownDrafts, takeReturn } from '../../state/drafts.ts';
import { isGuest } from '../../state/guest.ts';
import type { Invitation } from '../../state/invitation.ts';
import { forgetInvitation, takeInvitation } from '../../state/invitation.ts';
import { ask, login, signIn } from '../../state/login.ts';
import { useAsk } from '../../state/useAsk.ts';
import { useIsShown } from '../../state/useIsShown.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { CodeField } from '../../ui/form/CodeField.tsx';
import { ContactField } from '../../ui/form/ContactField.tsx';
import { useContactEntry } from '../../ui/form/contact.ts';
import type { Texts } from '../../ui/form/Field.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { NewPassword } from '../../ui/form/PasswordField.tsx';
import { contactPlaces, passwordPlaces } from '../../ui/form/places.ts';
import { useTexts } from '../../ui/form/useTexts.ts';
import { look } from '../../ui/look.ts';
import { Screen } from '../../ui/Screen.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
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

/** Opens an account, or makes that of a guest whole. @see specification §5 "Registration" */
export default function RegisterScreen() {
  const [wasIn] = useState(() => login.token !== null);
  return wasIn ? <OfGuest /> : <Registration isGuest={false} />;
}

/** Who has a whole account already has nothing to do here. */
function OfGuest() {
  const { t } = useTranslation('app');
  const { data, reload } = useAsk('account.profile', {});
  // What is whole after the form was sent leads on by itself.
  const [wasWhole, setWhole] = useState<boolean>();
  if (data && wasWhole === undefined) setWhole(!isGuest(data));
  if (wasWhole) return <Navigate to="/mine" replace />;
  if (wasWhole === false) return <Registration isGuest />;
  return (
    <Screen title={t('title.register')}>
      <Skeleton rows={5} onRetry={() => void reload()} />
    </Screen>
  );
}

function Registration({ isGuest: completes }: { readonly isGuest: boolean }) {
  const { t } = useTranslation(['account', 'app', 'market']);
  const navigate = useNavigate();
  const isShown = useIsShown();
  const { invitation, drop } = useInvitation();
  const form = useRegisterForm(invitation);
  const entry = useContactEntry(form);
  const send = async ({ contact = '', code = '', password = '', invite = '', agreed }: Texts) => {
    const inviteCode = invite.trim();
    const filled = {
      contact: entry.contactOf(contact),
      code,
      password,
      ...(inviteCode === '' ? {} : { inviteCode }),
    };
    const register = () => ask('account.register', { ...filled, agreed: Boolean(agreed) });
    const result = completes ? await ask('account.complete', filled) : await register();
    // Nobody has to keep a code that is nobody's.
    if (!result.ok && result.error.code === 'inviteUnknown') drop();
    if (!result.ok) return result.error;
    forgetInvitation();
    dropDraft(DRAFT.id);
    const leadsOn = isShown();
    if ('token' in result.data && 'uid' in result.data) {
      ownDrafts(`${result.data.uid}`);
      signIn(`${result.data.token}`);
    }
    if (leadsOn) navigate(takeReturn(), { replace: true });
    return undefined;
  };
  return (
    <Screen title={t('app:title.register')}>
      <Form form={form} places={PLACES} send={send} action={t('market:begin.create')}>
        <ContactField label={t('form.contact')} entry={entry} takes="both" autoComplete="username" />
        <CodeField name="code" label={t('code.label')} purpose="register" destination={entry.destination} />
        <NewPassword label={t('form.password')} confirmLabel={t('form.confirm')} />
        <details open={form.getValues('invite') !== ''}>
          <summary>{t('form.invite')}</summary>
          <InviteField invitation={invitation} />
        </details>
        <Agreement />
      </Form>
      {completes ? null : (
        <p className={look('between', styles['links'])}>
          <ButtonLink look="link" size="s" to="/login">
            {t('register.toLogin')}
          </ButtonLink>
        </p>
      )}
    </Screen>
  );
}

/** The invitation that stands. */
function useInvitation() {
  const [params] = useSearchParams();
  const [invitation, setInvitation] = useState(() => takeInvitation(params.get('code'), Date.now()));
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
