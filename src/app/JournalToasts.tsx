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

/** What is told of one call. Tapped away, it comes back when there is news. */
interface ToldCall {
  readonly entry: JournalEntry;
  readonly isGone: boolean;
}
type ToldByKey = ReadonlyMap<string, ToldCall>;

/** Tells what became of money-moving calls whose answer was lost, on whatever screen the person is by then. */
export function JournalToasts() {
  const { token } = useSnapshot(login);
  return token === null ? null : <Toasts />;
}

function Toasts() {
  const { entries, isLasting } = useJournal();
  const [told, setTold] = useState<ToldByKey>(new Map());
  useEffect(() => setTold((before) => toldAfter(before, entries)), [entries]);
  useEffect(() => {
    inFlight.unknown = entries.filter(({ state }) => state === 'sending' || state === 'unknown').length;
    return () => {
      inFlight.unknown = 0;
    };
  }, [entries]);
  const dismiss = (key: string) => setTold((before) => without(before, key));
  return (
    <div className={look('rigid', styles['area'])} role="status">
      <div className={look('stack mids', styles['stack'])}>
        {[...told].map(([key, { entry, isGone }]) =>
          isGone ? null : (
            <JournalToast key={`${key}:${entry.state}`} entry={entry} onGone={() => dismiss(key)} />
          ),
        )}
        {isLasting ? null : <MemoryOnly />}
        <Told />
      </div>
    </div>
  );
}

function JournalToast({ entry, onGone }: { readonly entry: JournalEntry; readonly onGone: () => void }) {
  const words = useCommandWords();
  const names = useCallNames();
  const { call, state, failed } = entry;
  return (
    <Toast
      title={names[call]}
      text={words(state, failed)}
      tone={state === 'settled' ? 'good' : state === 'unknown' ? 'part' : 'bad'}
      leaves={state === 'settled' || state === 'refused'}
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

/** What screens tell in passing. */
function Told() {
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

/** A call is told from the moment its end is unknown; what ended at once was told by its own screen. */
function toldAfter(before: ToldByKey, entries: readonly JournalEntry[]): ToldByKey {
  const after = new Map<string, ToldCall>();
  const known = new Set(entries.map(({ key }) => key));
  for (const [key, told] of before) {
    // The journal forgot it: its end stays told, and nothing more can be said of one without an end.
    if (!known.has(key) && told.entry.state !== 'unknown') after.set(key, told);
  }
  for (const entry of entries) {
    const told = before.get(entry.key);
    const hasNews = entry.state !== told?.entry.state && entry.state !== 'sending';
    if (hasNews && (told || entry.state === 'unknown')) after.set(entry.key, { entry, isGone: false });
    else if (told) after.set(entry.key, told);
  }
  return after;
}

function without(before: ToldByKey, key: string): ToldByKey {
  const told = before.get(key);
  return told ? new Map(before).set(key, { ...told, isGone: true }) : before;
}
