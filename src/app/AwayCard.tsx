import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { useNotificationKinds } from '../i18n/notifications.ts';
import { dismissAway, inbox, markSeen } from '../state/inbox.ts';
import { IconButton } from '../ui/Button.tsx';
import { look } from '../ui/look.ts';
import styles from './AwayCard.module.css';

/** What came while no page was there, above the screen: it makes room for itself and covers nothing. */
export function AwayCard() {
  const { away } = useSnapshot(inbox);
  return away ? <Card upTo={away.upTo} /> : null;
}

const directions = { '-1': 'down', '0': undefined, '1': 'up' } as const;

function Card({ upTo }: { readonly upTo: number }) {
  const { t } = useTranslation(['notifications', 'app']);
  const { away } = useSnapshot(inbox);
  const names = useNotificationKinds();
  useEffect(() => markSeen(upTo), [upTo]);
  if (!away) return null;
  return (
    <aside className={look('framed flex small rigid ground2', styles['card'])} aria-label={t('away')}>
      <Link className={look('stack1 shrinks grows')} to="/mine/news" onClick={dismissAway}>
        <b>{t('away')}</b>
        <span className={look('flex wrap text', styles['sums'])}>
          {away.kinds.map(({ kind, count }) => (
            <span key={kind}>
              {t('sum', { name: names[kind], number: count })}
              {kind === 'cycle' ? (
                <em data-direction={directions[away.cycleNet.direction]}>{` ${away.cycleNet.text}`}</em>
              ) : null}
            </span>
          ))}
        </span>
        <i className={look('accent strong')}>{t('awayAll')}</i>
      </Link>
      <IconButton label={t('app:close')} onClick={dismissAway}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </aside>
  );
}
