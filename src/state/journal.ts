import { useState } from 'react';
import type { JournalFrame, JournalView } from '../../workers/api.ts';
import { useView } from './useView.ts';

export type JournalEntry = JournalFrame['entries'][number];

const view: JournalView = { kind: 'journal' };
const none: readonly JournalEntry[] = [];

/** Money-moving calls of this device whose end has to be told, as the worker knows them. */
export function useJournal(): readonly JournalEntry[] {
  const [entries, setEntries] = useState(none);
  useView(view, (frame) => setEntries(frame.entries));
  return entries;
}
