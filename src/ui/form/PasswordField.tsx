import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { confirmRefusal, PASSWORD_MAX, passwordRefusal } from '../../../domain/index.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import type { FieldProps, Texts } from './Field.tsx';
import { Field } from './Field.tsx';

type PasswordFieldProps = Omit<FieldProps, 'type' | 'after' | 'autoComplete'> & {
  readonly autoComplete: 'current-password' | 'new-password' | 'off';
};

/** A password, covered until its owner wants to see it. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation('account');
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      after={
        <button
          type="button"
          aria-label={t('form.showPassword')}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon size={20} aria-hidden="true" />
        </button>
      }
    />
  );
}

interface CurrentPasswordProps {
  readonly name: string;
  readonly label: string;
  /** `off`: one that the browser must not fill with the login password. */
  readonly autoComplete?: 'current-password' | 'off';
}

/** A password that somebody has already: it has to be there, the exchange knows whether it is right. */
export function CurrentPassword({ name, label, autoComplete = 'current-password' }: CurrentPasswordProps) {
  const { ofCode } = useRefusalWords();
  return (
    <PasswordField
      name={name}
      label={label}
      autoComplete={autoComplete}
      rules={{ validate: (text) => ofCode(text === '' ? 'passwordEmpty' : undefined) }}
    />
  );
}

interface NewPasswordProps {
  readonly label: string;
  readonly confirmLabel: string;
  /** `off`: one that the browser must not keep in place of the login password. */
  readonly autoComplete?: 'new-password' | 'off';
}

/** A new password, `password`, and the same once more, `confirm`. @see specification §5 */
export function NewPassword({ label, confirmLabel, autoComplete = 'new-password' }: NewPasswordProps) {
  const { t } = useTranslation('account');
  const { ofCode } = useRefusalWords();
  const { getValues, trigger, formState } = useFormContext<Texts>();
  return (
    <>
      <PasswordField
        name="password"
        label={label}
        autoComplete={autoComplete}
        maxLength={PASSWORD_MAX}
        hint={formState.errors['password'] ? null : t('form.passwordHint')}
        rules={{
          validate: (text) => ofCode(passwordRefusal(text)),
          onChange: () => void (getValues('confirm') ? trigger('confirm') : undefined),
        }}
      />
      <PasswordField
        name="confirm"
        label={confirmLabel}
        autoComplete={autoComplete}
        maxLength={PASSWORD_MAX}
        rules={{ validate: (text, { password = '' }) => ofCode(confirmRefusal(password, text)) }}
      />
    </>
  );
}
