import { Bell } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { inbox } from '../state/inbox.ts';
import { hasExchange } from '../state/source.ts';
import { look } from './look.ts';
import styles from './NewsBell.module.css';

/** More than so many are not counted out. */
const MOST = 99;

/** The way to what has happened to the user, with how much of it is unread. */
export function NewsBell() {
  const { t } = useTranslation(['app', 'notifications']);
  const { unread } = useSnapshot(inbox);
  if (!hasExchange) return null;
  const label = unread === 0 ? t('title.news') : t('notifications:bell', { number: unread });
  return (
    <Link className={look('centred text rigid relative', styles['bell'])} to="/mine/news" aria-label={label}>
      <Bell size={22} aria-hidden="true" />
      {unread === 0 ? null : (
        <span className={look('strong whole mid round2', styles['badge'])} aria-hidden="true">
          {unread > MOST ? `${MOST}+` : unread}
        </span>
      )}
    </Link>
  );
}
