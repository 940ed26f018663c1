import { useState } from 'react';
import type { JournalFrame, JournalView } from '../../workers/api.ts';
import { useView } from './useView.ts';

export type JournalEntry = JournalFrame['entries'][number];

const view: JournalView = { kind: 'journal' };
const none: JournalFrame = { kind: 'journal', entries: [], isLasting: true };

/** Money-moving calls of this device whose outcome has to be shown, as the worker knows them. */
export function useJournal(): JournalFrame {
  const [frame, setFrame] = useState(none);
  useView(view, setFrame);
  return frame;
}
