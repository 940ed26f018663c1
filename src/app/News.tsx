import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { SEALED_NOTICE } from '../../domain/index.ts';
import type { FromService, NewsView, NotificationLine } from '../../workers/api.ts';
import type { NotificationWords } from '../i18n/notifications.ts';
import { useNotificationWords } from '../i18n/notifications.ts';
import { venueName } from '../state/brand.ts';
import type { Notice } from '../state/deviceNotices.ts';
import { noticePermission, showNotice } from '../state/deviceNotices.ts';
import { emptyInbox, inbox, markSeen, takeInbox } from '../state/inbox.ts';
import { login } from '../state/login.ts';
import { push, startPush, stopPush } from '../state/push.ts';
import { settings } from '../state/settings.ts';
import { signal } from '../state/signals.ts';
import { showToast } from '../state/toasts.ts';
import { useView } from '../state/useView.ts';

/** Shows what happens to the user by itself on every screen, and keeps how much of it is unread. */
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
  const { notify, noticeWords } = useSnapshot(settings);
  const { isOn: isPushed } = useSnapshot(push);
  const isAllowed = notify && noticePermission() === 'granted';
  usePush(isAllowed, noticeWords);
  const sealed = useSealedNotice();
  // What is pushed is shown by the service worker, page or no page.
  const whileHidden = isAllowed && !isPushed;
  const view = useMemo<NewsView>(() => ({ kind: 'news', whileHidden }), [whileHidden]);
  const words = useNotificationWords();
  /** What this page has shown already. */
  const shown = useRef(new Set<number>());
  useEffect(() => emptyInbox, []);
  useView(view, ({ lines, unread, readTo, away }) => {
    takeInbox({ unread, readTo, ...(away ? { away } : {}) });
    const fresh = lines.filter(({ id }) => !shown.current.has(id));
    for (const { id } of fresh) shown.current.add(id);
    for (const line of fresh)
      void show(line, words(line.about), whileHidden && !noticeWords ? sealed : undefined);
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

/** What a device shows where its user wants no words. */
function useSealedNotice(): Notice {
  const { t } = useTranslation('shell');
  return { ...SEALED_NOTICE, title: venueName(), text: t('news.open') };
}

/** Keeps what the exchange has of this device as the user wants it: at each login, and when that is changed. */
function usePush(isWanted: boolean, words: boolean): void {
  useEffect(() => {
    if (isWanted) void startPush(words);
    else void stopPush();
  }, [isWanted, words]);
  // Nothing of theirs is shown on the device once they have left.
  useEffect(() => () => void stopPush(), []);
}

/** On the page while somebody looks at it, else by the device. */
async function show(
  line: NotificationLine,
  { path, ...words }: NotificationWords,
  sealed: Notice | undefined,
): Promise<void> {
  const id = toastId(line);
  const isHidden = document.visibilityState === 'hidden' && !push.isOn;
  const isShown = isHidden && (await showNotice(sealed ?? { id, path, ...words }));
  if (!isShown) showToast({ id, ...words });
}
