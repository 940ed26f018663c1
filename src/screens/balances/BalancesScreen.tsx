import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { accountKinds } from '../../../domain/index.ts';
import { useStoredScroll } from '../../app/scroll.ts';
import { useAccountNames } from '../../i18n/funds.ts';
import { login } from '../../state/login.ts';
import { isPlayMoney, status } from '../../state/status.ts';
import { PlayCard } from '../../ui/account/PlayCard.tsx';
import { look } from '../../ui/look.ts';
import { NewsBell } from '../../ui/NewsBell.tsx';
import { SignInFirst } from '../../ui/SignInFirst.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { Balances } from './Balances.tsx';
import styles from './BalancesScreen.module.css';

/** What the user owns, where it is and why some of it is frozen. */
export default function BalancesScreen() {
  const { t } = useTranslation(['app', 'funds']);
  const { token } = useSnapshot(login);
  const body = useRef<HTMLDivElement>(null);
  useStoredScroll(body);
  return (
    <div ref={body} className={look('scrolls mids', styles['property'])} data-dense>
      <h1 className="visually-hidden">{t('title.property')}</h1>
      {token === null ? (
        <SignInFirst title={t('funds:signedOut.title')} gain={t('funds:signedOut.text')} />
      ) : (
        <Assets />
      )}
    </div>
  );
}

/** The account stands in the address. */
function Assets() {
  const { t } = useTranslation('funds');
  const names = useAccountNames();
  const isPlay = isPlayMoney(useSnapshot(status));
  const [params, setParams] = useSearchParams();
  const account = accountKinds.find((each) => each === params.get('account'));
  return (
    <>
      <div className={look('flex middle', styles['tabs'])}>
        <Tabs
          label={t('accounts')}
          selected={account ?? 'all'}
          onSelect={(id) => setParams(id === 'all' ? {} : { account: id }, { replace: true })}
          tabs={[
            { id: 'all', text: t('account.all') },
            ...accountKinds.map((id) => ({ id, text: names[id] })),
          ]}
        />
        <NewsBell />
      </div>
      <Balances key={account ?? 'all'} account={account} />
      {isPlay ? <PlayCard /> : null}
    </>
  );
}
