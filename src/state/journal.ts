import { useState } from 'react';
import type { JournalFrame, JournalView } from '../../workers/api.ts';
import { useView } from './useView.ts';

export type JournalEntry = JournalFrame['entries'][number];

const view: JournalView = { kind: 'journal' };
const none: JournalFrame = { kind: 'journal', entries: [], isLasting: true };

/** What is to be done once a call in doubt turns out to have been done, by its key. */
const awaited = new Map<string, () => void>();
let newest = none;

/** Does something once a call in doubt turns out to have been done; nothing when it never arrived. */
export function onceSettled(key: string, run: () => void): void {
  awaited.set(key, run);
  settle();
}

function settle(): void {
  for (const { key, state } of newest.entries) {
    const run = awaited.get(key);
    if (!run || state === 'unknown') continue;
    awaited.delete(key);
    if (state === 'settled') run();
  }
}

/** Money-moving calls of this device whose outcome has to be shown, as the worker knows them. */
export function useJournal(): JournalFrame {
  const [frame, setFrame] = useState(none);
  useView(view, (next) => {
    newest = next;
    settle();
    setFrame(next);
  });
  return frame;
}
