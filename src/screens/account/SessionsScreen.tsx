import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Calls, ResponseOf } from '../../../domain/contract/index.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { ask } from '../../state/login.ts';
import { useAsk } from '../../state/useAsk.ts';
import { useOnce } from '../../state/useOnce.ts';
import { UserScreen } from '../../ui/account/UserScreen.tsx';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/form/Form.tsx';
import { look } from '../../ui/look.ts';
import { Failed } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useMoment } from '../../ui/useMoment.ts';

type Session = ResponseOf<Calls['account.sessions']>['sessions'][number];

/** Devices that are logged in, and the way to log them out. */
export default function SessionsScreen() {
  const { t } = useTranslation(['account', 'app']);
  return (
    <UserScreen title={t('app:title.sessions')} gain={t('signIn.security')} up="/mine/security">
      {() => <Sessions />}
    </UserScreen>
  );
}

function Sessions() {
  const { t } = useTranslation('account');
  const { ofRefusal } = useRefusalWords();
  const { data, refusal, reload } = useAsk('account.sessions', {});
  const [isEnding, once] = useOnce();
  const [failure, setFailure] = useState<string>();
  const end = async (which: number | 'others') => {
    setFailure(undefined);
    const result = await ask('account.endSession', which === 'others' ? {} : { id: which });
    if (!result.ok) setFailure(ofRefusal(result.error));
    await reload();
  };
  if (!data) return refusal ? <Failed onRetry={() => void reload()} /> : <Skeleton rows={4} />;
  const hasOthers = data.sessions.some(({ isCurrent }) => !isCurrent);
  return (
    <section className={look('page')}>
      <FormError text={failure} />
      <ul className={look('divided')}>
        {data.sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => end(session.id)} />
        ))}
      </ul>
      {hasOthers ? (
        <Button look="bad" isWide isBusy={isEnding} onClick={() => void once(() => end('others'))}>
          {t('sessions.endOthers')}
        </Button>
      ) : (
        <p className={look('text mid')}>{t('sessions.only')}</p>
      )}
    </section>
  );
}

interface SessionRowProps {
  readonly session: Session;
  readonly onEnd: () => Promise<void>;
}

/** Each waits for its own end alone: who logs out two phones taps twice. */
function SessionRow({ session, onEnd }: SessionRowProps) {
  const { t } = useTranslation('account');
  const [isEnding, once] = useOnce();
  const moment = useMoment();
  return (
    <li className={look('row spread high3')}>
      <div className={look('grid breaks shrinks')}>
        <b>{session.device}</b>
        <span className={look('faint')}>{session.address}</span>
        <span className={look('faint')}>{t('sessions.seen', { time: moment(session.seenAt) })}</span>
      </div>
      {session.isCurrent ? (
        <em className={look('accent small')}>{t('sessions.current')}</em>
      ) : (
        <Button look="link" tone="bad" isBusy={isEnding} onClick={() => void once(onEnd)}>
          {t('logOut')}
        </Button>
      )}
    </li>
  );
}
