import type { Article, Calls, ResponseOf } from '../../../domain/contract/index.ts';
import type {
  ArticleFrame,
  ArticleView,
  BannersFrame,
  BannersView,
  NoticesFrame,
  NoticesView,
  ViewKind,
} from '../../protocol.ts';
import type { Open, ViewDeps, ViewSpecs } from '../view.ts';
import { switchOn } from '../view.ts';
import { helpView, isPartEnglish, WHOLE_HELP } from './helpView.ts';
import { linkOf, proseOf } from './prose.ts';
import type { ContentRequest, ReadEnd } from './reader.ts';
import { cachedAnswer, contentView } from './reader.ts';

type Rows = ResponseOf<Calls['content.list']>['rows'];

const documentView = contentView({
  request: ({ id }: ArticleView) => ({ name: 'content.byCode', request: { code: id } }),
  frame: articleFrame,
});

const detailView = contentView({ request: detailRequest, frame: articleFrame });

const articleView: Open<ArticleView, ArticleFrame> = (view$, deps) =>
  view$.pipe(
    switchOn(
      ({ of }) => of === 'documents',
      (isDocument) => (isDocument ? documentView : detailView)(view$, deps),
    ),
  );

const noticesView = contentView({
  request: (_: NoticesView) => ({ name: 'content.list', request: { kind: 'notices' } }),
  frame: (data, end, deps) => noticesFrame(data?.rows, end, deps),
});

const bannersView = contentView({
  request: (_: BannersView) => ({ name: 'common.loadBanner', request: {} }),
  frame: bannersFrame,
});

export const contentViews = {
  article: { pace: 'focus', open: articleView },
  notices: { pace: 'focus', open: noticesView },
  help: { pace: 'focus', open: helpView },
  banners: { pace: 'focus', open: bannersView },
} satisfies Partial<ViewSpecs<ViewKind>>;

function articleFrame(data: Article | undefined, end: ReadEnd, deps: ViewDeps): ArticleFrame {
  return { ...end, kind: 'article', ...(data ? { article: articleOf(data, deps) } : {}) };
}

function detailRequest({ of, id }: ArticleView, deps: ViewDeps): ContentRequest<'content.detail'> {
  if (of !== 'help') return { name: 'content.detail', request: { kind: 'notices', id } };
  return {
    name: 'content.detail',
    request: { kind: 'help', id },
    async orElse() {
      const all = await cachedAnswer(deps, 'content.list', WHOLE_HELP);
      const row = all?.data.rows.find((each) => each.id === id);
      return all && row?.html !== undefined ? { at: all.at, data: { ...row, html: row.html } } : undefined;
    },
  };
}

function articleOf(
  { title, summary, html, category, publishedAt, updatedAt, language }: Article,
  deps: ViewDeps,
): NonNullable<ArticleFrame['article']> {
  const words = deps.words();
  return {
    title,
    summary,
    body: proseOf(html),
    category,
    published: words.date(publishedAt),
    updated: updatedAt === null ? '' : words.date(updatedAt),
    isEnglish: language !== words.language,
  };
}

function noticesFrame(rows: Rows | undefined, end: ReadEnd, { words }: ViewDeps): NoticesFrame {
  const own = words();
  const lines = rows?.map(({ id, title, summary, publishedAt, pinned }) => ({
    id,
    title,
    summary,
    date: own.date(publishedAt),
    pinned,
  }));
  return {
    kind: 'notices',
    ...end,
    ...(rows && lines ? { lines, isEnglish: isPartEnglish(rows, own) } : {}),
  };
}

function bannersFrame(data: ResponseOf<Calls['common.loadBanner']> | undefined, end: ReadEnd): BannersFrame {
  const banners = data?.banners.map(({ id, title, text, to, picture }) => ({
    id,
    title,
    text,
    ...linkOf(to),
    ...(picture === null ? {} : { picture }),
  }));
  return { kind: 'banners', ...end, ...(banners ? { banners } : {}) };
}
