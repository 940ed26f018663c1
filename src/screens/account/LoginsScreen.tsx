import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoginRow } from '../../state/useLogins.ts';
import { useLogins } from '../../state/useLogins.ts';
import { UserScreen } from '../../ui/account/UserScreen.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { look } from '../../ui/look.ts';
import { Failed, Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useMoment } from '../../ui/useMoment.ts';

/** Logins and changes of the account, as far back as one scrolls. */
export default function LoginsScreen() {
  const { t } = useTranslation(['account', 'app']);
  return (
    <UserScreen title={t('app:title.logins')} gain={t('signIn.security')} up="/mine/security">
      {() => <Logins />}
    </UserScreen>
  );
}

function Logins() {
  const { t } = useTranslation('account');
  const { rows, more, hasFailed, loadMore } = useLogins();
  const end = useRef<HTMLDivElement>(null);
  // Each longer list is observed again: its end may still be in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows move the end
  useEffect(() => {
    const element = end.current;
    if (!element || hasFailed) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) void loadMore();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [rows.length, hasFailed, loadMore]);
  if (rows.length === 0 && !more) return <Notice title={t('logins.none')} />;
  return (
    <section className={look('page')}>
      <ButtonLink look="link" to="/mine/password">
        {t('logins.unknown')}
      </ButtonLink>
      <ul className={look('divided')}>
        {rows.map((row) => (
          <Entry key={row.id} row={row} />
        ))}
      </ul>
      {hasFailed ? <Failed onRetry={() => void loadMore()} /> : null}
      {more && !hasFailed ? (
        <div ref={end}>
          <Skeleton rows={rows.length === 0 ? 6 : 1} />
        </div>
      ) : null}
      {more ? null : <p className={look('text mid')}>{t('logins.end')}</p>}
    </section>
  );
}

function Entry({ row }: { readonly row: LoginRow }) {
  const moment = useMoment();
  const what = useWhat();
  return (
    <li className={look('row spread high3')}>
      <div className={look('grid breaks shrinks')}>
        <b>{what(row.what)}</b>
        <span className={look('faint')}>{[row.device, row.address].filter(Boolean).join(' · ')}</span>
        <span className={look('faint')}>{moment(row.at)}</span>
      </div>
    </li>
  );
}

/** Words for what happened; what a newer exchange calls by a new name is shown by that name. */
function useWhat(): (what: string) => string {
  const { t } = useTranslation('account');
  const words = new Map([
    ['registered', t('what.registered')],
    ['login', t('what.login')],
    ['passwordChanged', t('what.passwordChanged')],
    ['fundPasswordSet', t('what.fundPasswordSet')],
    ['fundPasswordChanged', t('what.fundPasswordChanged')],
    ['emailAdded', t('what.emailAdded')],
    ['emailChanged', t('what.emailChanged')],
    ['phoneAdded', t('what.phoneAdded')],
    ['phoneChanged', t('what.phoneChanged')],
    ['totpOn', t('what.totpOn')],
    ['totpOff', t('what.totpOff')],
    ['passkeyAdded', t('what.passkeyAdded')],
    ['passkeyRemoved', t('what.passkeyRemoved')],
    ['antiPhishingChanged', t('what.antiPhishingChanged')],
    ['apiKeyAdded', t('what.apiKeyAdded')],
    ['apiKeyEnded', t('what.apiKeyEnded')],
    ['sessionsEnded', t('what.sessionsEnded')],
    ['frozen', t('what.frozen')],
    ['unfrozen', t('what.unfrozen')],
  ]);
  return (what) => words.get(what) ?? what;
}
