import type { ReactNode } from 'react';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Profile } from '../../../domain/contract/index.ts';
import type { Result } from '../../../domain/index.ts';
import { dropDraft } from '../../state/drafts.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { TotpField } from '../../ui/form/CodeField.tsx';
import type { Texts } from '../../ui/form/Field.tsx';
import type { Places } from '../../ui/form/Form.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useTotpNeed } from '../../ui/form/useTotpNeed.ts';
import { Notice } from '../../ui/Notice.tsx';

interface AccountFormProps {
  readonly form: UseFormReturn<Texts>;
  readonly profile: Profile;
  /** Requests the profile again once something changed. */
  readonly reload: () => Promise<void>;
  readonly places: Places;
  readonly send: (values: Texts, totp: { readonly totp?: string }) => Promise<Result<unknown>>;
  readonly action: string;
  /** What is true once it is done. */
  readonly done: string;
  readonly draft?: string;
  readonly tone?: 'danger';
  readonly children: ReactNode;
}

/** A change of the account: asks for a time-based code where those are on, and says when it is done. */
export function AccountForm(props: AccountFormProps) {
  const { form, profile, reload, places, send, action, done, draft, tone, children } = props;
  const { t } = useTranslation('account');
  const [isDone, setIsDone] = useState(false);
  const [hadTotp] = useState(profile.measures.totp);
  const { needsTotp, isAwaited, left } = useTotpNeed(hadTotp);
  const change = async (values: Texts) => {
    const result = await send(values, needsTotp ? { totp: values['totp']?.trim() ?? '' } : {});
    if (!result.ok) return left(result.error);
    if (draft) dropDraft(draft);
    setIsDone(true);
    void reload();
    return undefined;
  };
  if (isDone) {
    return (
      <div role="status">
        <Notice title={t('done.title')} text={done}>
          <ButtonLink to="/mine/security">{t('done.toSecurity')}</ButtonLink>
        </Notice>
      </div>
    );
  }
  return (
    <Form form={form} places={places} send={change} action={action} tone={tone}>
      {children}
      {needsTotp ? <TotpField isAwaited={isAwaited} /> : null}
    </Form>
  );
}
