import { CheckCheck, Pin } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import type { NoticesFrame, NoticesView } from '../../../workers/api.ts';
import { markRead, notices } from '../../state/notices.ts';
import { useContent } from '../../state/useContent.ts';
import { IconButton } from '../../ui/Button.tsx';
import { look } from '../../ui/look.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { ReadMarks, Waiting } from './ReadMarks.tsx';

type Lines = NonNullable<NoticesFrame['lines']>;

const NOTICES: NoticesView = { kind: 'notices', turn: 0 };

/** News about the exchange; a dot marks what was not read on this device. */
export default function NoticesScreen() {
  const { t } = useTranslation(['content', 'app']);
  const [frame, again] = useContent(NOTICES);
  const lines = frame?.lines;
  return (
    <Screen title={t('app:title.announcement')} actions={lines ? <ReadAll lines={lines} /> : null}>
      <ReadMarks age={frame?.age} isEnglish={frame?.isEnglish} />
      {lines ? <List lines={lines} /> : <Waiting failed={frame?.failed} onRetry={again} />}
    </Screen>
  );
}

function ReadAll({ lines }: { readonly lines: Lines }) {
  const { t } = useTranslation('content');
  const { read } = useSnapshot(notices);
  if (lines.every(({ id }) => read.includes(id))) return null;
  return (
    <IconButton
      look="accent"
      label={t('notices.readAll')}
      title={t('notices.readAll')}
      onClick={() => markRead(lines.map(({ id }) => id))}
    >
      <CheckCheck size={20} aria-hidden="true" />
    </IconButton>
  );
}

function List({ lines }: { readonly lines: Lines }) {
  const { t } = useTranslation('content');
  const { read } = useSnapshot(notices);
  if (lines.length === 0) return <Notice title={t('notices.empty')} text={t('notices.emptyText')} />;
  return (
    <ul className={look('divided column')}>
      {lines.map(({ id, title, summary, date, pinned }) => (
        <li key={id}>
          <Link
            className={look('stack1 high3 breaks')}
            to={`/announcementDetail/${id}`}
            data-unread={!read.includes(id)}
          >
            <b className={read.includes(id) ? look('light') : look('row')}>
              {read.includes(id) ? null : (
                <i className={look('dot')} data-state="new">
                  <span className="visually-hidden">{t('notices.unread')}</span>
                </i>
              )}
              {title}
            </b>
            <span className={look('quiet')}>{summary}</span>
            <small className={look('flex middle gap1')}>
              {pinned ? (
                <>
                  <Pin size={13} aria-hidden="true" /> {t('notices.pinned')} ·{' '}
                </>
              ) : null}
              {date}
            </small>
          </Link>
        </li>
      ))}
    </ul>
  );
}
