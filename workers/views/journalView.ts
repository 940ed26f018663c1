import type { JournalFrame, JournalView } from '../protocol.ts';
import { projected } from './view.ts';

/**
 * Money-moving calls whose end is not known, or became known late. A worker that has just begun does not know yet that
 * there is none: the page that sent one waits for its first word.
 */
export const journalView = projected<JournalView, unknown, JournalFrame>({
  state: (_, { time$ }) => time$,
  key: (_view, _state, { submitter }) => submitter.version,
  frame: (_view, _state, { submitter: { published, isLasting, hasLooked } }, sent) =>
    sent || hasLooked || !isLasting || published.length > 0
      ? { kind: 'journal', entries: published, isLasting }
      : undefined,
});
