import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ask } from '../../state/login.ts';
import { Afterwards } from '../../ui/account/Hold.tsx';
import { UserScreen } from '../../ui/account/UserScreen.tsx';
import { CopyText } from '../../ui/CopyText.tsx';
import { Digits } from '../../ui/form/CodeField.tsx';
import type { Texts } from '../../ui/form/Field.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { CurrentPassword } from '../../ui/form/PasswordField.tsx';
import { totpPlaces } from '../../ui/form/places.ts';
import { useTexts } from '../../ui/form/useTexts.ts';
import { look } from '../../ui/look.ts';
import { QrCode } from '../../ui/QrCode.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { TotpOff } from './TotpOff.tsx';
import own from './totp.module.css';

const PASSWORD_PLACES = { passwordEmpty: 'password', passwordWrong: 'password' } as const;
const CODE_PLACES = { ...totpPlaces, codeEmpty: 'totp', codeInvalid: 'totp' } as const;

/** Turns time-based codes on and off. */
export default function TotpScreen() {
  const { t } = useTranslation(['account', 'app']);
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <UserScreen title={t('app:title.totp')} gain={t('signIn.security')} up="/mine/security">
      {(profile, reload) => {
        if (codes) return <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />;
        if (profile.measures.totp) return <TotpOff profile={profile} reload={reload} />;
        return (
          <TurnOn
            onCodes={(fresh) => {
              setCodes(fresh);
              void reload();
            }}
          />
        );
      }}
    </UserScreen>
  );
}

interface TurnOnProps {
  readonly onCodes: (codes: readonly string[]) => void;
}

interface Secret {
  readonly secret: string;
  readonly uri: string;
}

/** First the password, then the secret and a code that shows it was taken. */
function TurnOn({ onCodes }: TurnOnProps) {
  const { t } = useTranslation('account');
  const [secret, setSecret] = useState<Secret>();
  const form = useTexts({ password: '' });
  if (secret) return <Confirm secret={secret} onCodes={onCodes} />;
  const start = async ({ password = '' }: Texts) => {
    const result = await ask('account.totpStart', { password });
    if (!result.ok) return result.error;
    setSecret(result.data);
    return undefined;
  };
  return (
    <Form form={form} places={PASSWORD_PLACES} send={start} action={t('totp.start')}>
      <p className={look('note')}>{t('totp.text')}</p>
      <CurrentPassword name="password" label={t('form.loginPassword')} />
    </Form>
  );
}

function Confirm({ secret, onCodes }: TurnOnProps & { readonly secret: Secret }) {
  const { t } = useTranslation('account');
  const form = useTexts({ totp: '' });
  const confirm = async ({ totp = '' }: Texts) => {
    const result = await ask('account.totpConfirm', { totp });
    if (!result.ok) return result.error;
    onCodes(result.data.recoveryCodes);
    return undefined;
  };
  return (
    <Form form={form} places={CODE_PLACES} send={confirm} action={t('totp.confirm')}>
      <p className={look('text')}>{t('totp.scan')}</p>
      <div className={look('stack mid', own['secret'])}>
        <QrCode text={secret.uri} label={t('totp.qr')} />
        <CopyText text={secret.secret} />
      </div>
      <Digits name="totp" label={t('totp.code')} />
      <Afterwards rests={false} loggedOut="others" />
    </Form>
  );
}
