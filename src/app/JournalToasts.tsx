import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { useCallNames, useCommandWords } from '../i18n/funds.ts';
import { inFlight } from '../state/inFlight.ts';
import type { JournalEntry } from '../state/journal.ts';
import { useJournal } from '../state/journal.ts';
import { login } from '../state/login.ts';
import { dropToast, toasts } from '../state/toasts.ts';
import { look } from '../ui/look.ts';
import { Toast } from '../ui/Toast.tsx';
import styles from './JournalToasts.module.css';

/** The toast of one call. Tapped away, it comes back when there is news. */
interface CallToast {
  readonly entry: JournalEntry;
  readonly isGone: boolean;
}
type ToastsByKey = ReadonlyMap<string, CallToast>;

/** Shows the outcome of money-moving calls whose answer was lost, on whatever screen the user is by then. */
export function JournalToasts() {
  const { token } = useSnapshot(login);
  return token === null ? null : <Toasts key={token} />;
}

function Toasts() {
  const { entries, isLasting } = useJournal();
  const [shown, setShown] = useState<ToastsByKey>(new Map());
  useEffect(() => setShown((before) => shownAfter(before, entries)), [entries]);
  useEffect(() => {
    inFlight.unknown = entries.filter(({ state }) => state === 'unknown').length;
    return () => {
      inFlight.unknown = 0;
    };
  }, [entries]);
  const dismiss = (key: string) => setShown((before) => without(before, key));
  return (
    <div className={look('rigid', styles['area'])} role="status">
      <div className={look('stack mids', styles['stack'])}>
        {[...shown].map(([key, { entry, isGone }]) =>
          isGone ? null : (
            <JournalToast key={`${key}:${entry.state}`} entry={entry} onGone={() => dismiss(key)} />
          ),
        )}
        {isLasting ? null : <MemoryOnly />}
        <PassingToasts />
      </div>
    </div>
  );
}

function JournalToast({ entry, onGone }: { readonly entry: JournalEntry; readonly onGone: () => void }) {
  const words = useCommandWords();
  const names = useCallNames();
  const { call, state } = entry;
  return (
    <Toast
      title={names[call]}
      text={words(state)}
      tone={state === 'settled' ? 'good' : state === 'unknown' ? 'part' : 'bad'}
      leaves={state === 'settled'}
      onGone={onGone}
    />
  );
}

/** Said once: what is under way is forgotten with this page. */
function MemoryOnly() {
  const { t } = useTranslation('app');
  const [isGone, setGone] = useState(false);
  if (isGone) return null;
  return (
    <Toast
      title={t('memoryOnly.title')}
      text={t('memoryOnly.text')}
      tone="part"
      leaves={false}
      onGone={() => setGone(true)}
    />
  );
}

/** Toasts of screens. */
function PassingToasts() {
  return useSnapshot(toasts).list.map(({ id, title, text, tone, action }) => (
    <Toast
      key={`${id}${action ? text : ''}`}
      title={title}
      text={text}
      tone={tone}
      leaves
      action={action}
      onGone={() => dropToast(id)}
    />
  ));
}

/**
 * All that the journal has is shown: what ended at once is not in it. Of a call that an earlier page has sent, its outcome
 * can be the first that this one knows of it.
 */
function shownAfter(before: ToastsByKey, entries: readonly JournalEntry[]): ToastsByKey {
  const after = new Map<string, CallToast>();
  const known = new Set(entries.map(({ key }) => key));
  for (const [key, shown] of before) {
    // The journal forgot it: its outcome stays shown, and nothing more can be said of one without an end.
    if (!known.has(key) && shown.entry.state !== 'unknown') after.set(key, shown);
  }
  for (const entry of entries) {
    const shown = before.get(entry.key);
    const isNews = entry.state !== shown?.entry.state;
    after.set(entry.key, isNews ? { entry, isGone: false } : shown);
  }
  return after;
}

function without(before: ToastsByKey, key: string): ToastsByKey {
  const shown = before.get(key);
  return shown ? new Map(before).set(key, { ...shown, isGone: true }) : before;
}
