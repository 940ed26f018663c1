import type { Article, CallName } from '../../../domain/contract/index.ts';
import type { ContentKind } from '../../../domain/index.ts';
import { RuleError } from '../../../domain/index.ts';
import type { Settings } from '../../base/settings.ts';
import type { Handlers } from '../../books/users/callHandlers.ts';
import type { Caller } from '../../books/users/context.ts';
import type { ContentLibrary, Entry } from './library.ts';
import { serviceInfoOf } from './service.ts';

export interface ContentHandlerDeps {
  readonly library: ContentLibrary;
  /** Looks for changes, if the last look is not a moment ago. */
  readonly check: () => Promise<void>;
  readonly now: () => number;
  readonly settings: Pick<Settings, 'support' | 'chain' | 'explorerUrl' | 'appDownloadUrl'>;
}

type ContentNames = Extract<CallName, `content.${string}` | 'common.loadBanner' | 'tpaj.info'>;

/** What the exchange publishes, for anybody. */
export function contentHandlers({
  library,
  check,
  now,
  settings,
}: ContentHandlerDeps): Pick<Handlers, ContentNames> {
  const all = async (kind: ContentKind, { language }: Caller): Promise<readonly Entry[]> => {
    await check();
    return library.entries(kind, language, now());
  };
  const one = async (kind: ContentKind, id: string, { language }: Caller): Promise<Article> => {
    await check();
    const entry = library.entry(kind, id, language, now());
    if (!entry) throw new RuleError('notFound');
    return { ...rowOf(entry), html: entry.html };
  };
  return {
    'common.loadBanner': async (_, caller) => ({
      banners: (await all('banners', caller)).map(({ id, title, summary, language, to, picture }) => ({
        id,
        title,
        text: summary,
        language,
        to,
        picture,
      })),
    }),
    'content.list': async ({ kind, withText = false }, caller) => ({
      rows: (await all(kind, caller)).map((entry) => ({
        ...rowOf(entry),
        ...(withText ? { html: entry.html } : {}),
      })),
    }),
    'content.detail': ({ kind, id }, caller) => one(kind, id, caller),
    'content.byCode': ({ code }, caller) => one('documents', code, caller),
    'tpaj.info': async () => serviceInfoOf(settings, now()),
  };
}

function rowOf({
  id,
  title,
  summary,
  language,
  category,
  order,
  pinned,
  publishedAt,
  updatedAt,
}: Entry): Omit<Article, 'html'> {
  return { id, title, summary, language, category, order, pinned, publishedAt, updatedAt };
}
