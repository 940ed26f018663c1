import {
  Code,
  Fingerprint,
  History,
  KeyRound,
  Lock,
  Mail,
  MonitorSmartphone,
  ShieldCheck,
  Smartphone,
  Tag,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '../../../domain/contract/index.ts';
import { Hold } from '../../ui/account/Hold.tsx';
import { UserScreen } from '../../ui/account/UserScreen.tsx';
import { look } from '../../ui/look.ts';
import { Menu, MenuRow } from '../../ui/MenuRow.tsx';
import { Score } from './Score.tsx';

/** What protects the account, and where it is logged in. */
export default function SecurityScreen() {
  const { t } = useTranslation(['account', 'app']);
  return (
    <UserScreen title={t('app:title.security')} gain={t('signIn.security')}>
      {(profile) => (
        <div className={look('page')}>
          <Hold profile={profile} />
          <Score profile={profile} />
          <Measures profile={profile} />
          <Menu>
            <MenuRow to="/mine/sessions" title={t('app:title.sessions')} Icon={MonitorSmartphone} />
            <MenuRow to="/mine/api" title={t('app:title.api')} Icon={Code} />
            <MenuRow to="/mine/logins" title={t('app:title.logins')} Icon={History} />
          </Menu>
        </div>
      )}
    </UserScreen>
  );
}

function Measures({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation(['account', 'app']);
  const { email, phone, measures } = profile;
  const of = (isDone: boolean) =>
    ({
      value: isDone ? t('state.on') : t('state.off'),
      state: isDone ? 'done' : 'open',
    }) as const;
  const bound = (contact: string | null) =>
    contact === null ? ({ value: t('state.unbound'), state: 'open' } as const) : { value: contact };
  return (
    <Menu>
      <MenuRow to="/mine/password" title={t('app:title.password')} Icon={Lock} value={t('state.change')} />
      <MenuRow
        to={email === null ? '/mine/email' : '/mine/editEmail'}
        title={t('app:title.email')}
        Icon={Mail}
        {...bound(email)}
      />
      <MenuRow to="/mine/phone" title={t('app:title.phone')} Icon={Smartphone} {...bound(phone)} />
      <MenuRow to="/mine/fund" title={t('app:title.fund')} Icon={KeyRound} {...of(measures.fundPassword)} />
      <MenuRow to="/mine/totp" title={t('app:title.totp')} Icon={ShieldCheck} {...of(measures.totp)} />
      <MenuRow to="/mine/passkeys" title={t('app:title.passkeys')} Icon={Fingerprint} />
      <MenuRow
        to="/mine/phishing"
        title={t('app:title.phishing')}
        Icon={Tag}
        {...of(measures.antiPhishing)}
      />
    </Menu>
  );
}
