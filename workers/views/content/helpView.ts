import type { Calls, ResponseOf } from '../../../domain/contract/index.ts';
import { languageTag } from '../../../domain/index.ts';
import type { HelpFrame, HelpView } from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import type { LiveView } from '../live.ts';
import type { ViewDeps } from '../view.ts';
import { ContentViewer } from './contentViewer.ts';
import { proseOf, textOf } from './prose.ts';
import { HelpIndex } from './search.ts';

type Rows = ResponseOf<Calls['content.list']>['rows'];

/** All help with its texts: once it was opened, every article of it can be read without a network. */
export const WHOLE_HELP = { kind: 'help', withText: true } as const;

/** Whether some texts are not in the reader's language. */
export const isPartEnglish = (rows: Rows, { language }: Words): boolean =>
  rows.some((row) => row.language !== language);

/** The index is made once for each answer, with the first question that is typed. */
export function openHelp(view: HelpView, deps: ViewDeps): LiveView<HelpView> {
  const { words } = deps;
  let indexed: { readonly rows: Rows; readonly index: HelpIndex } | undefined;
  const indexOf = (rows: Rows): HelpIndex => {
    if (indexed?.rows !== rows) {
      const articles = rows.map(({ html = '', ...row }) => ({ ...row, text: textOf(proseOf(html)) }));
      indexed = { rows, index: new HelpIndex(articles, languageTag(words().language)) };
    }
    return indexed.index;
  };
  const shown = (rows: Rows, query: string): NonNullable<HelpFrame['lines']> => {
    const ids = query.trim() === '' ? rows.map(({ id }) => id) : indexOf(rows).find(query);
    return ids.flatMap((id) => {
      const row = rows.find((each) => each.id === id);
      return row ? [{ id, title: row.title, summary: row.summary, category: row.category }] : [];
    });
  };
  return new ContentViewer<HelpView, 'content.list'>(view, deps, {
    question: () => ({ name: 'content.list', request: WHOLE_HELP }),
    frame: (data, end, { query }): HelpFrame => ({
      kind: 'help',
      query,
      ...end,
      ...(data ? { lines: shown(data.rows, query), isEnglish: isPartEnglish(data.rows, words()) } : {}),
    }),
  });
}
