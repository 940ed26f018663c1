import type { Article, Calls, ResponseOf } from '../../../domain/contract/index.ts';
import type { ArticleFrame, ArticleView, BannersFrame, NoticesFrame } from '../../protocol.ts';
import type { LiveView } from '../live.ts';
import { live } from '../live.ts';
import type { ShownBy, ViewDeps } from '../view.ts';
import type { ReadEnd } from './contentViewer.ts';
import { ContentViewer } from './contentViewer.ts';
import { isPartEnglish, openHelp, WHOLE_HELP } from './helpView.ts';
import { linkOf, proseOf } from './prose.ts';
import type { Question } from './reader.ts';
import { keptAnswer } from './reader.ts';

type Rows = ResponseOf<Calls['content.list']>['rows'];

export const contentViews: ShownBy<'article' | 'notices' | 'help' | 'banners'> = {
  article: { pace: 'focus', open: live(openArticle) },
  notices: {
    pace: 'focus',
    open: live(
      (view, deps) =>
        new ContentViewer(view, deps, {
          question: () => ({ name: 'content.list', request: { kind: 'notices' } }),
          frame: (data, end) => noticesFrame(data?.rows, end, deps),
        }),
    ),
  },
  help: { pace: 'focus', open: live(openHelp) },
  banners: {
    pace: 'focus',
    open: live(
      (view, deps) =>
        new ContentViewer(view, deps, {
          question: () => ({ name: 'common.loadBanner', request: {} }),
          frame: (data, end) => bannersFrame(data, end),
        }),
    ),
  },
};

function openArticle(view: ArticleView, deps: ViewDeps): LiveView<ArticleView> {
  const frame = (data: Article | undefined, end: ReadEnd): ArticleFrame => ({
    kind: 'article',
    ...end,
    ...(data ? { article: articleOf(data, deps) } : {}),
  });
  if (view.of === 'documents')
    return new ContentViewer(view, deps, {
      question: ({ id }: ArticleView) => ({ name: 'content.byCode', request: { code: id } }),
      frame,
    });
  return new ContentViewer(view, deps, {
    question: (shown: ArticleView) => articleQuestion(shown, deps),
    frame,
  });
}

function articleQuestion({ of, id }: ArticleView, deps: ViewDeps): Question<'content.detail'> {
  if (of !== 'help') return { name: 'content.detail', request: { kind: 'notices', id } };
  return {
    name: 'content.detail',
    request: { kind: 'help', id },
    async orElse() {
      const all = await keptAnswer(deps, 'content.list', WHOLE_HELP);
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
