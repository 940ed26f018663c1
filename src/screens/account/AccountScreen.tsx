import {
  Bell,
  BookUser,
  Headset,
  IdCard,
  Info,
  LifeBuoy,
  Megaphone,
  Settings,
  ShieldCheck,
  UserPlus,
  Users,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { Profile } from '../../../domain/contract/index.ts';
import { useIdentityName } from '../../i18n/accountTexts.ts';
import { isGuest } from '../../state/guest.ts';
import { ask, login, logOut } from '../../state/login.ts';
import { useAsk } from '../../state/useAsk.ts';
import { useOnce } from '../../state/useOnce.ts';
import { Hold } from '../../ui/account/Hold.tsx';
import { TicketsRow } from '../../ui/account/TicketsRow.tsx';
import { UserScreen } from '../../ui/account/UserScreen.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { look } from '../../ui/look.ts';
import { Menu, MenuRow } from '../../ui/MenuRow.tsx';
import { IdentityCard } from './IdentityCard.tsx';
import { Score } from './Score.tsx';

/** The personal centre. */
export default function AccountScreen() {
  const { t } = useTranslation(['account', 'app']);
  const { token } = useSnapshot(login);
  return (
    <UserScreen
      title={t('app:title.mine')}
      gain={t('signIn.mine')}
      up="/home"
      rows={11}
      below={<Public isIn={token !== null} />}
    >
      {(profile) => (
        <div className={look('page')} data-dense>
          <IdentityCard profile={profile} />
          <Hold profile={profile} />
          {isGuest(profile) ? <Guest /> : <Score profile={profile} />}
          <Own profile={profile} />
        </div>
      )}
    </UserScreen>
  );
}

/** An account that lives on this device alone. */
function Guest() {
  const { t } = useTranslation('market');
  return (
    <section className={look('stack surface')}>
      <p>{t('next.guest')}</p>
      <ButtonLink look="main" to="/register">
        {t('next.keep')}
      </ButtonLink>
    </section>
  );
}

function Own({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation(['account', 'app']);
  const identity = useIdentityName(profile.identity);
  return (
    <Menu>
      <MenuRow to="/mine/security" title={t('app:title.security')} Icon={ShieldCheck} />
      <MenuRow to="/mine/identity" title={t('app:title.identity')} Icon={IdCard} value={identity} />
      <MenuRow to="/mine/coinAddress" title={t('app:title.coinAddress')} Icon={BookUser} />
      <TicketsRow />
      <MenuRow to="/mine/alerts" title={t('app:title.alerts')} Icon={Bell} />
      <MenuRow to="/mine/myTeam" title={t('app:title.myTeam')} Icon={Users} />
      <MenuRow to="/mine/invite" title={t('app:title.invite')} Icon={UserPlus} />
    </Menu>
  );
}

/** What is there for everybody, also while the profile does not come. */
function Public({ isIn }: { readonly isIn: boolean }) {
  const { t } = useTranslation(['account', 'app']);
  return (
    <div className={look('page')} data-dense>
      <Menu>
        <MenuRow to="/mine/helpCenter" title={t('app:title.helpCenter')} Icon={LifeBuoy} />
        <MenuRow to="/setting" title={t('app:title.setting')} Icon={Settings} />
        <MenuRow to="/customerService" title={t('app:title.customerService')} Icon={Headset} />
        <MenuRow to="/announcement" title={t('app:title.announcement')} Icon={Megaphone} />
        <MenuRow to="/aboutUs" title={t('app:title.aboutUs')} Icon={Info} />
      </Menu>
      {isIn ? <LogOut /> : null}
    </div>
  );
}

/**
 * The device forgets the login also when the exchange cannot be reached. A guest's leads nowhere afterwards, and without
 * an answer this may be a guest's.
 */
function LogOut() {
  const { t } = useTranslation(['account', 'app']);
  const profile = useAsk('account.profile', {});
  const [isBusy, once] = useOnce();
  /** What leaving may cost. */
  const [warning, setWarning] = useState<string>();
  const begin = async () => {
    const result = profile.data ? undefined : await ask('account.profile', {});
    const known = result?.ok ? result.data : profile.data;
    // A login that has ended by itself is left already.
    if (result?.ok === false && result.error.code === 401) return;
    if (known === undefined) setWarning(t('guest.leaveUnknown'));
    else if (isGuest(known)) setWarning(t('guest.leave'));
    else await logOut();
  };
  const confirm = () => {
    setWarning(undefined);
    void once(logOut);
  };
  return (
    <>
      <Button look="bad" isWide isBusy={isBusy} onClick={() => void once(begin)}>
        {t('logOut')}
      </Button>
      {warning === undefined ? null : (
        <Confirm
          title={t('logOut')}
          confirm={t('logOut')}
          cancel={t('app:close')}
          onConfirm={confirm}
          onCancel={() => setWarning(undefined)}
        >
          <p>{warning}</p>
        </Confirm>
      )}
    </>
  );
}
