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
export const contentExamples: Record<Names, { request: unknown; response: unknown }> = {
  'content.list': { request: { kind: 'help', withText: true }, response: { rows: [row, article] } },
  'content.detail': { request: { kind: 'notices', id: 'two-step-login' }, response: article },
  'content.byCode': { request: { code: 'agreement' }, response: { ...article, category: null } },
  'common.loadBanner': {
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
    request: {},
    response: {
      service: { state: 'open', hours: { from: 480, to: 1_200 }, email: 'a@b.example', url: null },
      explorers: [{ network: 'ethereum', address: 'https://a.example/', transaction: 'https://a.example/' }],
      download: { isOffered: true, url: 'https://a.example' },
    },
  },
};
