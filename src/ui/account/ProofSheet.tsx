import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodeAbout } from '../../../domain/contract/index.ts';
import type { Refusal } from '../../../domain/index.ts';
import type { ProofNeeds } from '../../../workers/api.ts';
import { ask } from '../../state/login.ts';
import { Sheet } from '../dialog/Sheet.tsx';
import { CodeField, TotpField } from '../form/CodeField.tsx';
import type { Texts } from '../form/Field.tsx';
import { Form } from '../form/Form.tsx';
import { CurrentPassword } from '../form/PasswordField.tsx';
import { totpPlaces } from '../form/places.ts';
import { useTexts } from '../form/useTexts.ts';
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
  /** Uses the proof, which is good once. @returns what was refused, as far as the person has to be told here. */
  readonly onProven: (proof: string) => Promise<Refusal | undefined>;
  readonly onClose: () => void;
  /** What will happen, with its numbers. */
  readonly children: ReactNode;
}

/** What will happen, and the funding password and codes that prove it is the person. */
export function ProofSheet(props: ProofSheetProps) {
  const { title, purpose, about, needs, action, onProven, onClose, children } = props;
  const { t } = useTranslation(['wallet', 'account']);
  const form = useTexts({ fundPassword: '', code: '', totp: '' });
  const send = async ({ fundPassword = '', code = '', totp = '' }: Texts) => {
    const result = await ask('withdraw.prove', {
      purpose,
      fundPassword,
      code: code.trim(),
      ...(needs.totp ? { totp: totp.trim() } : {}),
    });
    return result.ok ? onProven(result.data.proof) : result.error;
  };
  return (
    <Sheet title={title} onClose={onClose}>
      {children}
      <div className={styles['proof']}>
        <Form form={form} places={PLACES} send={send} action={action}>
          <CurrentPassword name="fundPassword" label={t('account:form.fundPassword')} autoComplete="off" />
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
          {needs.totp ? <TotpField /> : null}
        </Form>
      </div>
    </Sheet>
  );
}
