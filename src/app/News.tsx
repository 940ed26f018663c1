import { useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import type { FromService, NewsLine, NewsView } from '../../workers/api.ts';
import { noticePermission, showNotice } from '../state/deviceNotices.ts';
import { ask, login } from '../state/login.ts';
import { settings } from '../state/settings.ts';
import { signal } from '../state/signals.ts';
import { tellToast } from '../state/toasts.ts';
import { useView } from '../state/useView.ts';
import type { ToldNews } from './newsWords.ts';
import { useNewsWords } from './newsWords.ts';

/** Tells what happens to the person by itself, on every screen: fills, liquidations, prices, replies. */
export function News() {
  const { token } = useSnapshot(login);
  useOpenedRoutes();
  return token === null ? null : <Told />;
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

/** What this page has told already. */
const told = new Set<string>();

function Told() {
  const { notify } = useSnapshot(settings);
  const whileHidden = notify && noticePermission() === 'granted';
  const view = useMemo<NewsView>(() => ({ kind: 'news', whileHidden }), [whileHidden]);
  const words = useNewsWords();
  useView(view, ({ lines }) => {
    const fresh = lines.filter(({ id }) => !told.has(id));
    for (const line of fresh) {
      told.add(line.id);
      void tell(line, words(line));
    }
    if (fresh.length > 0) signal(fresh.some((line) => words(line).tone === 'bad') ? 'bad' : 'good');
    see(fresh);
  });
  return null;
}

/** On the page while somebody looks at it, else by the device. */
async function tell({ id }: NewsLine, { path, ...words }: ToldNews): Promise<void> {
  const isShown = document.visibilityState === 'hidden' && (await showNotice({ id, path, ...words }));
  if (!isShown) tellToast({ id, ...words });
}

/** The exchange is told which alerts the person was shown: no other device, and no later visit, tells them again. */
function see(lines: readonly NewsLine[]): void {
  const seen = lines.flatMap((line) => (line.about === 'alert' ? [line.seen] : []));
  if (seen.length > 0) void ask('alert.seen', { seen });
}
