import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { CODE_DIGITS, codeRefusal } from '../../../domain/index.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import type { CodePurpose, Destination } from '../../state/codes.ts';
import { sendCode, sentCode, useSecondsUntil } from '../../state/codes.ts';
import { ask } from '../../state/login.ts';
import { Button } from '../Button.tsx';
import styles from './Field.module.css';
import type { Texts } from './Field.tsx';
import { Field } from './Field.tsx';

interface CodeFieldProps {
  readonly name: string;
  readonly label: string;
  readonly purpose: CodePurpose;
  /** Where a code goes now; undefined when that is not sound yet, and the form has shown it. */
  readonly destination: () => Promise<Destination | undefined>;
}

/** A code that was sent, and the button that sends one. The wait for another survives a reload. */
export function CodeField({ name, label, purpose, destination }: CodeFieldProps) {
  const { t } = useTranslation('account');
  const { ofRefusal } = useRefusalWords();
  const { setError, clearErrors, setFocus, setValue } = useFormContext<Texts>();
  const [sent, setSent] = useState(() => sentCode(purpose));
  const [isBusy, setIsBusy] = useState(false);
  // Empty: the contact of the account, which the page does not know in full.
  const [address, setAddress] = useState('');
  const busy = useRef(false);
  const seconds = useSecondsUntil(sent?.againAt);
  const send = async () => {
    if (busy.current) return;
    busy.current = true;
    try {
      const to = await destination();
      if (!to) return;
      setIsBusy(true);
      const result = await sendCode(purpose, to);
      if (!result.ok) {
        setError(name, { type: 'server', message: ofRefusal(result.error) });
        return;
      }
      clearErrors(name);
      setSent(result.data);
      setAddress(to.address);
      setFocus(name);
    } finally {
      busy.current = false;
      setIsBusy(false);
    }
  };
  const fill = async () => {
    const code = await practiceCode(address);
    if (code) setValue(name, code, { shouldValidate: true, shouldDirty: true });
  };
  return (
    <Digits
      name={name}
      label={label}
      hint={sent ? <SentHint isLocal={sent.isLocal} onFill={address === '' ? undefined : fill} /> : null}
      after={
        <button
          type="button"
          className={styles['send']}
          disabled={seconds > 0 || isBusy}
          onClick={() => void send()}
        >
          {seconds > 0 ? t('code.again', { seconds }) : t('code.send')}
        </button>
      }
    />
  );
}

/** The newest code in the practice outbox for an address or a number; undefined while there is none. */
async function practiceCode(address: string): Promise<string | undefined> {
  const result = await ask('dev.outbox', {});
  const message = result.ok ? result.data.messages.find(({ to }) => to === address) : undefined;
  return /\b\d{6}\b/.exec(message?.text ?? '')?.[0];
}

interface SentHintProps {
  readonly isLocal: boolean;
  /** Takes the code from the practice outbox. */
  readonly onFill: (() => Promise<void>) | undefined;
}

function SentHint({ isLocal, onFill }: SentHintProps) {
  const { t } = useTranslation('account');
  if (!isLocal) return <span role="status">{t('code.sent')}</span>;
  // In a tab of its own: passwords that were typed here are kept nowhere.
  return (
    <>
      <Link to="/dev/outbox" target="_blank" rel="noopener">
        {t('code.local')}
      </Link>{' '}
      {onFill ? (
        <Button look="link" size="s" onClick={() => void onFill()}>
          {t('code.fill')}
        </Button>
      ) : null}
    </>
  );
}

interface DigitsProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly after?: ReactNode;
}

/** Six digits. */
export function Digits(props: DigitsProps) {
  const { ofCode } = useRefusalWords();
  return (
    <Field
      {...props}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={CODE_DIGITS}
      rules={{ validate: (text) => ofCode(codeRefusal(text)) }}
    />
  );
}

interface TotpFieldProps {
  /** Whether it is what the user has to type next. */
  readonly isAwaited?: boolean;
}

/** A time-based code, or one of the recovery codes. */
export function TotpField({ isAwaited = false }: TotpFieldProps) {
  const { t } = useTranslation('account');
  const { ofCode } = useRefusalWords();
  const { setFocus } = useFormContext<Texts>();
  useEffect(() => {
    if (isAwaited) setFocus('totp');
  }, [isAwaited, setFocus]);
  return (
    <Field
      name="totp"
      label={t('totp.codeOrRecovery')}
      autoComplete="one-time-code"
      maxLength={40}
      rules={{ validate: (text) => ofCode(text.trim() === '' ? 'codeEmpty' : undefined) }}
    />
  );
}
