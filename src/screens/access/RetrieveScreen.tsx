import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { dropDraft } from '../../state/drafts.ts';
import { ask } from '../../state/login.ts';
import { useIsShown } from '../../state/useIsShown.ts';
import { Afterwards } from '../../ui/account/Hold.tsx';
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
import styles from './access.module.css';

const DRAFT = { id: 'retrieve', fields: ['contact'] };
const PLACES = { ...contactPlaces('contact'), ...passwordPlaces, contactMissing: 'contact' } as const;

/** Sets a new password by a code. */
export default function RetrieveScreen() {
  const { t } = useTranslation(['account', 'app']);
  const navigate = useNavigate();
  const isShown = useIsShown();
  const form = useTexts({ contact: '', code: '', password: '', confirm: '' }, DRAFT);
  const entry = useContactEntry(form);
  const send = async ({ contact = '', code = '', password = '' }: Texts) => {
    const result = await ask('account.retrieve', { contact: entry.contactOf(contact), code, password });
    if (!result.ok) return result.error;
    dropDraft(DRAFT.id);
    if (isShown()) navigate('/login', { replace: true, state: { isReset: true } });
    return undefined;
  };
  return (
    <Screen title={t('app:title.retrieve')} up="/login">
      <Form form={form} places={PLACES} send={send} action={t('retrieve.submit')}>
        <ContactField label={t('form.contact')} entry={entry} takes="both" autoComplete="username" />
        <CodeField name="code" label={t('code.label')} purpose="retrieve" destination={entry.destination} />
        <NewPassword label={t('form.newPassword')} confirmLabel={t('form.confirmNew')} />
        <Afterwards rests loggedOut="all" />
      </Form>
      <p className={look('between', styles['links'])}>
        <ButtonLink look="link" size="s" to="/login">
          {t('retrieve.toLogin')}
        </ButtonLink>
      </p>
    </Screen>
  );
}
