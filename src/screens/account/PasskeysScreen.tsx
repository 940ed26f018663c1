import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Calls, Profile, ResponseOf } from '../../../domain/contract/index.ts';
import { ask } from '../../state/login.ts';
import { hasPasskeys, makePasskey } from '../../state/passkeys.ts';
import { useAsk } from '../../state/useAsk.ts';
import { useIsShown } from '../../state/useIsShown.ts';
import { Afterwards } from '../../ui/account/Hold.tsx';
import { UserScreen } from '../../ui/account/UserScreen.tsx';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { TotpField } from '../../ui/form/CodeField.tsx';
import type { Texts } from '../../ui/form/Field.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { CurrentPassword } from '../../ui/form/PasswordField.tsx';
import { totpPlaces } from '../../ui/form/places.ts';
import { useTexts } from '../../ui/form/useTexts.ts';
import { useTotpNeed } from '../../ui/form/useTotpNeed.ts';
import { look } from '../../ui/look.ts';
import { Failed } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useMoment } from '../../ui/useMoment.ts';
import list from './list.module.css';

type Passkey = ResponseOf<Calls['account.passkeys']>['rows'][number];

const PLACES = { ...totpPlaces, passwordEmpty: 'password', passwordWrong: 'password' } as const;

/** Brings what was done into sight: the button that did it may be a screen below. */
const show = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

/** Passkeys of the user: what they are, the way to another, and the way to be rid of one. */
export default function PasskeysScreen() {
  const { t } = useTranslation(['account', 'app']);
  return (
    <UserScreen title={t('app:title.passkeys')} gain={t('signIn.security')} up="/mine/security">
      {(profile) => <Passkeys profile={profile} />}
    </UserScreen>
  );
}

function Passkeys({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('account');
  const { data, refusal, reload } = useAsk('account.passkeys', {});
  const [isAdded, setAdded] = useState(false);
  const [leaving, setLeaving] = useState<Passkey>();
  if (!data) return refusal ? <Failed onRetry={() => void reload()} /> : <Skeleton rows={4} />;
  return (
    <>
      <section className={look('page')}>
        <p className={look('note')}>{t('passkeys.text')}</p>
        {isAdded ? (
          <p ref={show} role="status">
            {t('passkeys.added')}
          </p>
        ) : null}
        {data.rows.length === 0 ? <p className={look('text mid')}>{t('passkeys.none')}</p> : null}
        <ul className={look('divided')}>
          {data.rows.map((row) => (
            <PasskeyEntry key={row.id} row={row} onRemove={() => setLeaving(row)} />
          ))}
        </ul>
      </section>
      <AddPasskey
        profile={profile}
        rpId={data.rpId}
        onAdded={() => setAdded(true)}
        onSent={() => void reload()}
      />
      {leaving ? (
        <RemoveSheet
          profile={profile}
          passkey={leaving}
          onClose={() => setLeaving(undefined)}
          onRemoved={() => void reload()}
        />
      ) : null}
    </>
  );
}

function PasskeyEntry({ row, onRemove }: { readonly row: Passkey; readonly onRemove: () => void }) {
  const { t } = useTranslation('account');
  const moment = useMoment();
  const { label, createdAt, usedAt } = row;
  return (
    <li className={look('row spread high3')}>
      <div className={look('grid breaks shrinks')}>
        <b>{label}</b>
        <span className={look('faint')}>{t('passkeys.since', { time: moment(createdAt) })}</span>
        <span className={look('faint')}>
          {usedAt === null ? t('passkeys.unused') : t('passkeys.used', { time: moment(usedAt) })}
        </span>
      </div>
      <Button look="link" tone="bad" aria-label={`${t('passkeys.remove')}: ${label}`} onClick={onRemove}>
        {t('passkeys.remove')}
      </Button>
    </li>
  );
}

interface AddProps {
  readonly profile: Profile;
  /** The only place that they are good for. */
  readonly rpId: string;
  readonly onAdded: () => void;
  /** Called when there is another one, or may be: the answer to one can be lost. */
  readonly onSent: () => void;
}

function AddPasskey({ profile, rpId, onAdded, onSent }: AddProps) {
  const { t } = useTranslation('account');
  const form = useTexts({ label: '', password: '', totp: '' });
  const { needsTotp, isAwaited, left } = useTotpNeed(profile.measures.totp);
  if (location.hostname !== rpId && !location.hostname.endsWith(`.${rpId}`))
    return <Impossible>{t('passkeys.elsewhere', { place: rpId })}</Impossible>;
  if (!hasPasskeys()) return <Impossible>{t('passkeys.unable')}</Impossible>;
  const add = async ({ label = '', password = '', totp = '' }: Texts) => {
    const started = await ask('account.passkeyStart', {
      password,
      ...(needsTotp ? { totp: totp.trim() } : {}),
    });
    if (!started.ok) return left(started.error);
    const made = await makePasskey(started.data);
    if (!made.ok) return made.error;
    const kept = await ask('account.passkeyAdd', { label: label.trim(), passkey: made.data });
    onSent();
    if (!kept.ok) return kept.error;
    form.reset();
    onAdded();
    return undefined;
  };
  return (
    <Form form={form} places={PLACES} send={add} action={t('passkeys.add')}>
      <Field name="label" label={t('passkeys.label')} maxLength={60} />
      <CurrentPassword name="password" label={t('form.loginPassword')} />
      {needsTotp ? <TotpField isAwaited={isAwaited} /> : null}
      <Afterwards rests loggedOut="none" />
    </Form>
  );
}

const Impossible = ({ children }: { readonly children: string }) => (
  <div className={look('page')}>
    <p className={look('warn')}>{children}</p>
  </div>
);

interface RemoveProps {
  readonly profile: Profile;
  readonly passkey: Passkey;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

function RemoveSheet({ profile, passkey, onClose, onRemoved }: RemoveProps) {
  const { t } = useTranslation('account');
  const form = useTexts({ password: '', totp: '' });
  const { needsTotp, isAwaited, left } = useTotpNeed(profile.measures.totp);
  const isShown = useIsShown();
  const remove = async ({ password = '', totp = '' }: Texts) => {
    const result = await ask('account.passkeyRemove', {
      id: passkey.id,
      password,
      ...(needsTotp ? { totp: totp.trim() } : {}),
    });
    if (!result.ok) return left(result.error);
    onRemoved();
    if (isShown()) onClose();
    return undefined;
  };
  return (
    <Sheet title={t('passkeys.removeTitle', { label: passkey.label })} onClose={onClose}>
      <div className={list['sheet']}>
        <Form form={form} places={PLACES} send={remove} action={t('passkeys.remove')} tone="danger">
          <CurrentPassword name="password" label={t('form.loginPassword')} />
          {needsTotp ? <TotpField isAwaited={isAwaited} /> : null}
        </Form>
      </div>
    </Sheet>
  );
}
