import type { JournalFrame, JournalView } from '../protocol.ts';
import { projected } from './view.ts';

/** Money-moving calls whose end is not known, or became known late. */
export const journalView = projected<JournalView, unknown, JournalFrame>({
  state: (_, { time$ }) => time$,
  key: (_view, _state, { submitter }) => submitter.version,
  frame: (_view, _state, { submitter: { published, isLasting } }) => ({
    kind: 'journal',
    entries: published,
    isLasting,
  }),
});
