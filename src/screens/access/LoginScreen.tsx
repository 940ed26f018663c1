import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import type { Refusal } from '../../../domain/index.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { dropDraft, ownDrafts, takeReturn } from '../../state/drafts.ts';
import { ask, login, signIn } from '../../state/login.ts';
import { hasPasskeys, signByPasskey } from '../../state/passkeys.ts';
import { useIsShown } from '../../state/useIsShown.ts';
import { useOnce } from '../../state/useOnce.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { CodeField, TotpField } from '../../ui/form/CodeField.tsx';
import { ContactField } from '../../ui/form/ContactField.tsx';
import { useContactEntry } from '../../ui/form/contact.ts';
import type { Texts } from '../../ui/form/Field.tsx';
import { Form, FormError } from '../../ui/form/Form.tsx';
import { CurrentPassword } from '../../ui/form/PasswordField.tsx';
import { contactPlaces, totpPlaces } from '../../ui/form/places.ts';
import { useTexts } from '../../ui/form/useTexts.ts';
import { look } from '../../ui/look.ts';
import { Screen } from '../../ui/Screen.tsx';
import styles from './access.module.css';

const DRAFT = { id: 'login', fields: ['contact'] };
const PLACES = {
  ...contactPlaces('contact'),
  ...totpPlaces,
  passwordEmpty: 'password',
  loginCodeRequired: 'code',
} as const;

/**
 * Logs in; where time-based codes are on, a second field asks for one, and so does one for a code by mail or text
 * message after too many wrong passwords, from any device.
 */
export default function LoginScreen() {
  const { t } = useTranslation(['account', 'app']);
  const navigate = useNavigate();
  const [wasIn] = useState(() => login.token !== null);
  const isShown = useIsShown();
  const form = useTexts({ contact: '', password: '', totp: '', code: '' }, DRAFT);
  const entry = useContactEntry(form);
  const { needsTotp, needsCode, note } = useNeeds(form);
  const enter = ({ token, uid }: Entered) => {
    const leadsOn = isShown();
    dropDraft(DRAFT.id);
    ownDrafts(uid);
    signIn(token);
    if (leadsOn) navigate(takeReturn(), { replace: true });
  };
  const send = async ({ contact = '', password = '', totp = '', code = '' }: Texts) => {
    const result = await ask('account.login', {
      contact: entry.contactOf(contact),
      password,
      ...(needsTotp && totp.trim() !== '' ? { totp: totp.trim() } : {}),
      ...(needsCode ? { code: code.trim() } : {}),
    });
    if (result.ok) {
      enter(result.data);
      return undefined;
    }
    note(contact, result.error);
    return result.error.code === 'totpRequired' && !needsTotp ? undefined : result.error;
  };
  if (wasIn) return <Navigate to="/mine" replace />;
  return (
    <Screen title={t('app:title.login')}>
      <LoginNotes />
      <Form
        form={form}
        places={PLACES}
        send={send}
        action={needsTotp ? t('login.confirm') : t('app:title.login')}
      >
        <ContactField label={t('form.contact')} entry={entry} takes="both" autoComplete="username" />
        <CurrentPassword name="password" label={t('form.password')} />
        {needsCode ? (
          <CodeField name="code" label={t('code.label')} purpose="login" destination={entry.destination} />
        ) : null}
        {needsTotp ? <TotpField isAwaited /> : null}
      </Form>
      {hasPasskeys() ? <PasskeyLogin onDone={enter} /> : null}
      <p className={look('between', styles['links'])}>
        <ButtonLink look="link" size="s" to="/retrieve">
          {t('login.toRetrieve')}
        </ButtonLink>
        <ButtonLink look="link" size="s" to="/register">
          {t('login.toRegister')}
        </ButtonLink>
      </p>
    </Screen>
  );
}

/** What the exchange answers to a login. */
interface Entered {
  readonly token: string;
  readonly uid: string;
}

const NOTHING = { needsTotp: false, needsCode: false };

/** What the exchange wants beside the password: of the account that it was said of, and of no other that is typed since. */
function useNeeds({ control }: UseFormReturn<Texts>) {
  const typed = useWatch({ control, name: 'contact' }) ?? '';
  const [known, setKnown] = useState({ ...NOTHING, contact: '' });
  const needs = known.contact === typed ? known : NOTHING;
  const note = (contact: string, { code }: Refusal) => {
    const before = known.contact === contact ? known : NOTHING;
    setKnown({
      contact,
      needsTotp: before.needsTotp || code === 'totpRequired',
      needsCode: before.needsCode || code === 'loginCodeRequired',
    });
  };
  return { ...needs, note };
}

/** Logs in by a finger, a face or the device's PIN: nothing is typed. */
function PasskeyLogin({ onDone }: { readonly onDone: (entered: Entered) => void }) {
  const { t } = useTranslation('account');
  const { ofRefusal } = useRefusalWords();
  const [isBusy, once] = useOnce();
  const [failure, setFailure] = useState<string>();
  const logIn = async () => {
    setFailure(undefined);
    const signed = await signByPasskey('login');
    const result = signed.ok ? await ask('account.passkeyLogin', { passkey: signed.data }) : signed;
    if (result.ok) onDone(result.data);
    else setFailure(ofRefusal(result.error));
  };
  return (
    <div className={look('stack4', styles['links'])}>
      <FormError text={failure} />
      <Button isWide isBusy={isBusy} onClick={() => void once(logIn)}>
        {t('passkeys.login')}
      </Button>
    </div>
  );
}

/** Why somebody is here: the login ended, or the password is a new one. @see specification §8 */
function LoginNotes() {
  const { t } = useTranslation(['account', 'errors']);
  const { hasEnded } = useSnapshot(login);
  const { state } = useLocation() as { state: { isReset?: boolean } | null };
  if (!hasEnded && !state?.isReset) return null;
  return (
    <div className={look('inset')} role="status">
      {hasEnded ? <p className={look('warn')}>{t('errors:loginExpired')}</p> : null}
      {state?.isReset ? <p className={look('note')}>{t('login.isReset')}</p> : null}
    </div>
  );
}
