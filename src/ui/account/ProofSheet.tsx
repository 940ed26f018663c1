import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodeAbout } from '../../../domain/contract/index.ts';
import type { Refusal } from '../../../domain/index.ts';
import type { ProofNeeds } from '../../../workers/api.ts';
import { ask } from '../../state/login.ts';
import { hasPasskeys, signByPasskey } from '../../state/passkeys.ts';
import { useIsShown } from '../../state/useIsShown.ts';
import { Button } from '../Button.tsx';
import { Sheet } from '../dialog/Sheet.tsx';
import { CodeField, TotpField } from '../form/CodeField.tsx';
import type { Texts } from '../form/Field.tsx';
import { Form } from '../form/Form.tsx';
import { CurrentPassword } from '../form/PasswordField.tsx';
import { totpPlaces } from '../form/places.ts';
import { useTexts } from '../form/useTexts.ts';
import { useTotpNeed } from '../form/useTotpNeed.ts';
import { look } from '../look.ts';
import styles from './ProofSheet.module.css';

const PLACES = {
  ...totpPlaces,
  fundPasswordWrong: 'fundPassword',
  passwordEmpty: 'fundPassword',
  codeEmpty: 'code',
  codeInvalid: 'code',
  proofOther: 'code',
} as const;

interface ProofSheetProps {
  readonly title: string;
  readonly purpose: 'withdrawal' | 'addressBook' | 'apiKey';
  /** What the code is to confirm; its message names it. */
  readonly about?: CodeAbout;
  readonly needs: ProofNeeds;
  readonly action: string;
  /** Uses the proof, which is good once. @returns what was refused, as far as it has to be shown here. */
  readonly onProven: (proof: string) => Promise<Refusal | undefined>;
  readonly onClose: () => void;
  /** What will happen, with its numbers. */
  readonly children: ReactNode;
}

/** What will happen, and what proves that it is the user: a code, and a passkey or the funding password. */
export function ProofSheet(props: ProofSheetProps) {
  const { title, purpose, about, needs, action, onProven, onClose, children } = props;
  const { t } = useTranslation(['wallet', 'account']);
  const form = useTexts({ fundPassword: '', code: '', totp: '' });
  const { needsTotp, isAwaited, left } = useTotpNeed(needs.totp);
  const isShown = useIsShown();
  const canSign = needs.passkey && hasPasskeys();
  const [signs, setSigns] = useState(canSign);
  const send = async ({ fundPassword = '', code = '', totp = '' }: Texts) => {
    const signed = signs ? await signByPasskey('proof') : undefined;
    if (signed && !signed.ok) return signed.error;
    // Closed before anything was sent, it is called off.
    if (!isShown()) return undefined;
    const result = await ask('withdraw.prove', {
      purpose,
      code: code.trim(),
      ...(signed ? { passkey: signed.data } : { fundPassword, ...(needsTotp ? { totp: totp.trim() } : {}) }),
    });
    if (!result.ok) return left(result.error);
    return isShown() ? onProven(result.data.proof) : undefined;
  };
  return (
    <Sheet title={title} onClose={onClose}>
      {children}
      <div className={styles['proof']}>
        <Form form={form} places={PLACES} send={send} action={action}>
          {signs ? (
            <p className={look('note')}>{t('account:passkeys.prove')}</p>
          ) : (
            <CurrentPassword name="fundPassword" label={t('account:form.fundPassword')} autoComplete="off" />
          )}
          <CodeField
            name="code"
            label={t('account:code.label')}
            purpose={purpose}
            destination={async () => ({
              kind: needs.code ?? 'email',
              address: '',
              ...(about ? { about } : {}),
            })}
          />
          {needsTotp && !signs ? <TotpField isAwaited={isAwaited} /> : null}
        </Form>
        {canSign ? (
          <Button look="link" onClick={() => setSigns(!signs)}>
            {signs ? t('account:passkeys.bySecrets') : t('account:passkeys.byPasskey')}
          </Button>
        ) : null}
      </div>
    </Sheet>
  );
}
