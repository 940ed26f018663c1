import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import type { NotificationGroup } from '../../../domain/index.ts';
import type { NotificationLine, NotificationsView } from '../../../workers/api.ts';
import { useNotificationWords } from '../../i18n/notifications.ts';
import { inbox, markRead } from '../../state/inbox.ts';
import { login } from '../../state/login.ts';
import { look } from '../../ui/look.ts';
import { Notice } from '../../ui/Notice.tsx';
import { EndlessView } from '../../ui/records/EndlessView.tsx';
import { changed } from '../../ui/records/period.ts';
import { Screen } from '../../ui/Screen.tsx';
import { SignInFirst } from '../../ui/SignInFirst.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import styles from './News.module.css';

const ALL = 'all';
const groups = [
  'trades',
  'risk',
  'options',
  'money',
  'account',
] as const satisfies readonly NotificationGroup[];

/** What has happened to the user without a tap of theirs; which kinds are shown stands in the address. */
export default function NewsScreen() {
  const { t } = useTranslation(['notifications', 'app']);
  const { token } = useSnapshot(login);
  return (
    <Screen title={t('app:title.news')}>
      {token === null ? <SignInFirst gain={t('signedOut')} /> : <Lines />}
    </Screen>
  );
}

function Lines() {
  const { t } = useTranslation('notifications');
  const [params, setParams] = useSearchParams();
  const group = groups.find((each) => each === params.get('group'));
  const question = useMemo(() => ({ kind: 'notifications' as const, ...(group ? { group } : {}) }), [group]);
  const { unread, readTo } = useSnapshot(inbox);
  const hasUnread = unread > 0;
  // What was unread when the screen was opened stays marked while it is open. Until the exchange has said what is, nothing
  // is: the list may come before that.
  const first = useRef<number | undefined>(undefined);
  if (hasUnread) first.current ??= readTo;
  const from = first.current ?? Number.POSITIVE_INFINITY;
  return (
    <>
      <div className={look('inset')}>
        <Tabs
          look="chips"
          label={t('filter')}
          selected={group ?? ALL}
          onSelect={(id) => setParams(changed(params, 'group', id === ALL ? '' : id), { replace: true })}
          tabs={[
            { id: ALL, text: t('all') },
            { id: 'trades', text: t('trades') },
            { id: 'risk', text: t('risk') },
            { id: 'options', text: t('options') },
            { id: 'money', text: t('money') },
            { id: 'account', text: t('account') },
          ]}
        />
      </div>
      <EndlessView<NotificationsView>
        key={group ?? ALL}
        question={question}
        empty={<Notice title={t('none')} text={t('noneText')} />}
      >
        {(line) => (
          <Line line={line} isUnread={line.id > from} marksRead={hasUnread && group === undefined} />
        )}
      </EndlessView>
    </>
  );
}

interface LineProps {
  readonly line: NotificationLine;
  readonly isUnread: boolean;
  /** Something is unread, and all kinds are shown: a reader of this line has seen the older ones too. */
  readonly marksRead: boolean;
}

function Line({ line, isUnread, marksRead }: LineProps) {
  const { id } = line;
  useEffect(() => {
    if (marksRead) markRead(id);
  }, [marksRead, id]);
  const words = useNotificationWords();
  const { title, text, tone, path } = words(line.about);
  return (
    <div className={styles['line']} data-unread={isUnread || undefined} data-tone={tone}>
      <Link className={look('stack1 pad')} to={path}>
        <span className={look('line')}>
          <b className={isUnread ? look('row breaks shrinks') : look('light breaks shrinks')}>
            {isUnread ? <i className={look('dot')} data-state="new" /> : null}
            {title}
          </b>
          <small>{line.time}</small>
        </span>
        {text === '' ? null : <p className={look('quiet breaks')}>{text}</p>}
      </Link>
    </div>
  );
}
