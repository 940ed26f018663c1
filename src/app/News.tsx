import { useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import type { FromService, NewsView, NotificationLine } from '../../workers/api.ts';
import type { NotificationWords } from '../i18n/notifications.ts';
import { useNotificationWords } from '../i18n/notifications.ts';
import { noticePermission, showNotice } from '../state/deviceNotices.ts';
import { emptyInbox, inbox, markSeen, takeInbox } from '../state/inbox.ts';
import { login } from '../state/login.ts';
import { settings } from '../state/settings.ts';
import { signal } from '../state/signals.ts';
import { tellToast } from '../state/toasts.ts';
import { useView } from '../state/useView.ts';

/** Shows what happens to the person by itself on every screen, and keeps how much of it is unread. */
export function News() {
  const { token } = useSnapshot(login);
  useOpenedRoutes();
  return token === null ? null : <Live key={token} />;
}

/** A notification that was tapped leads to its route. */
function useOpenedRoutes(): void {
  const navigate = useNavigate();
  const go = useRef(navigate);
  go.current = navigate;
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined;
    const listen = ({ data }: MessageEvent) => {
      const { type, path } = (data ?? {}) as Partial<FromService>;
      if (type === 'open' && typeof path === 'string') go.current(path);
    };
    navigator.serviceWorker.addEventListener('message', listen);
    return () => navigator.serviceWorker.removeEventListener('message', listen);
  }, []);
}

function Live() {
  const { notify } = useSnapshot(settings);
  const whileHidden = notify && noticePermission() === 'granted';
  const view = useMemo<NewsView>(() => ({ kind: 'news', whileHidden }), [whileHidden]);
  const words = useNotificationWords();
  /** What this page has shown already. */
  const shown = useRef(new Set<number>());
  useEffect(() => emptyInbox, []);
  useView(view, ({ lines, unread, readTo, away }) => {
    takeInbox({ unread, readTo, ...(away ? { away } : {}) });
    const fresh = lines.filter(({ id }) => !shown.current.has(id));
    for (const { id } of fresh) shown.current.add(id);
    for (const line of fresh) void show(line, words(line.about));
    if (fresh.length > 0) signal(fresh.some(({ about }) => words(about).tone === 'bad') ? 'bad' : 'good');
    // What waits to be summed up was not seen by seeing what came after it.
    const newest = fresh.at(-1)?.id;
    if (newest !== undefined && !inbox.away) markSeen(newest);
  });
  return null;
}

/** A toast of the order's own dialog is replaced, not doubled. */
function toastId({ id, about }: NotificationLine): string {
  if (about.kind !== 'fill') return `notification:${id}`;
  return `${about.product === 'spot' ? 'order' : 'futures'}:${about.order}`;
}

/** On the page while somebody looks at it, else by the device. */
async function show(line: NotificationLine, { path, ...words }: NotificationWords): Promise<void> {
  const id = toastId(line);
  const isShown = document.visibilityState === 'hidden' && (await showNotice({ id, path, ...words }));
  if (!isShown) tellToast({ id, ...words });
}
