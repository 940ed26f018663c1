import type { CallName } from '../calls.ts';

const row = {
  id: 'two-step-login',
  title: 'Two-step login',
  summary: 'A second proof',
  language: 'en_us',
  category: 'account',
  order: 3,
  pinned: false,
  publishedAt: 1_700_000_000_000,
  updatedAt: null,
} as const;
const article = { ...row, html: '<p>Text</p>' };
type Names = Extract<CallName, `content.${string}` | 'common.loadBanner' | 'tpaj.info'>;

/** A good request and a good answer of each call about content. */
export const contentExamples: Record<Names, { about: string; request: unknown; response: unknown }> = {
  'content.list': {
    about: 'Help articles, notices or documents, in the language asked for or else in English',
    request: { kind: 'help', withText: true },
    response: { rows: [row, article] },
  },
  'content.detail': {
    about: 'One help article or notice, as sanitised HTML',
    request: { kind: 'notices', id: 'two-step-login' },
    response: article,
  },
  'content.byCode': {
    about: 'One document: agreement, privacy, risk, fees, about',
    request: { code: 'agreement' },
    response: { ...article, category: null },
  },
  'common.loadBanner': {
    about: 'What the home screen shows large, in the order in which it is shown',
    request: {},
    response: {
      banners: [
        {
          id: 'plans',
          title: 'Plans',
          text: 'Daily',
          language: 'jp',
          to: '/lockMining',
          picture: '/b/a.svg',
        },
      ],
    },
  },
  'tpaj.info': {
    about: 'Customer service, block explorers of the networks, and the app download',
    request: {},
    response: {
      service: { state: 'open', hours: { from: 480, to: 1_200 }, email: 'a@b.example', url: null },
      explorers: [{ network: 'ethereum', address: 'https://a.example/', transaction: 'https://a.example/' }],
      download: { isOffered: true, url: 'https://a.example' },
    },
  },
};
