import type { Calls, ResponseOf } from '../../../domain/contract/index.ts';
import { languageTag } from '../../../domain/index.ts';
import type { HelpFrame, HelpView } from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import { proseOf, textOf } from './prose.ts';
import { contentView } from './reader.ts';
import { HelpIndex } from './search.ts';

type Rows = ResponseOf<Calls['content.list']>['rows'];

/** All help with its texts: once it was opened, every article of it can be read without a network. */
export const WHOLE_HELP = { kind: 'help', withText: true } as const;

/** Whether some texts are not in the reader's language. */
export const isPartEnglish = (rows: Rows, { language }: Words): boolean =>
  rows.some((row) => row.language !== language);

/** The index of an answer, made with the first query. */
const indexes = new WeakMap<Rows, HelpIndex>();

function indexOf(rows: Rows, { language }: Words): HelpIndex {
  const known = indexes.get(rows);
  if (known) return known;
  const articles = rows.map(({ html = '', ...row }) => ({ ...row, text: textOf(proseOf(html)) }));
  const index = new HelpIndex(articles, languageTag(language));
  indexes.set(rows, index);
  return index;
}

function linesOf(rows: Rows, query: string, words: Words): NonNullable<HelpFrame['lines']> {
  const ids = query.trim() === '' ? rows.map(({ id }) => id) : indexOf(rows, words).find(query);
  return ids.flatMap((id) => {
    const row = rows.find((each) => each.id === id);
    return row ? [{ id, title: row.title, summary: row.summary, category: row.category }] : [];
  });
}

export const helpView = contentView({
  request: (_: HelpView) => ({ name: 'content.list', request: WHOLE_HELP }),
  frame: (data, end, { words }, { query }): HelpFrame => ({
    ...end,
    kind: 'help',
    query,
    ...(data
      ? { lines: linesOf(data.rows, query, words()), isEnglish: isPartEnglish(data.rows, words()) }
      : {}),
  }),
});
