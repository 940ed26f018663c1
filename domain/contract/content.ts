import * as v from 'valibot';
import { helpCategories, SLUG } from '../content.ts';
import { languages } from '../language.ts';
import { defineCall } from './call.ts';
import { Count, Empty, Moment } from './fields.ts';

const Slug = /*#__PURE__*/ v.pipe(v.string(), v.regex(SLUG));
/** The language that a text is written in: English where it has not been translated. */
const Written = /*#__PURE__*/ v.picklist(languages);

const row = {
  /** Unique among its kind. */
  id: Slug,
  title: v.string(),
  summary: v.string(),
  language: Written,
  /** Of help articles. */
  category: /*#__PURE__*/ v.nullable(/*#__PURE__*/ v.picklist(helpCategories)),
  order: Count,
  pinned: /*#__PURE__*/ v.boolean(),
  publishedAt: Moment,
  /** Null when nothing has changed since it was published. */
  updatedAt: /*#__PURE__*/ v.nullable(Moment),
};
/** Sanitised: headings, paragraphs, lists, tables, emphasis, code, quotes and links to https and own routes. */
const html = /*#__PURE__*/ v.string();
const Article = /*#__PURE__*/ v.object({ ...row, html });
/** One text with its metadata, as sanitised HTML. */
export type Article = v.InferOutput<typeof Article>;

/** @see specification §7 `/xb/v1/content/list` */
export const contentList = /*#__PURE__*/ defineCall({
  path: '/xb/v1/content/list',
  access: 'anyone',
  request: v.strictObject({
    kind: v.picklist(['help', 'notices', 'documents']),
    /** Whole texts too, for searching and for reading without a network. */
    withText: v.exactOptional(v.boolean()),
  }),
  /** Notices: pinned ones first, then the newest. All else in the order in which it is to be read. */
  response: v.object({ rows: v.array(v.object({ ...row, html: v.exactOptional(html) })) }),
});

/** @see specification §7 `/xb/v1/content/detail` */
export const contentDetail = /*#__PURE__*/ defineCall({
  path: '/xb/v1/content/detail',
  access: 'anyone',
  request: v.strictObject({ kind: v.picklist(['help', 'notices']), id: Slug }),
  response: Article,
});

/** @see specification §7 `/xb/v1/content/detail/by/code` */
export const contentByCode = /*#__PURE__*/ defineCall({
  path: '/xb/v1/content/detail/by/code',
  access: 'anyone',
  request: v.strictObject({ code: Slug }),
  response: Article,
});

/** @see specification §7 `/xb/v1/common/load/banner` */
export const loadBanner = /*#__PURE__*/ defineCall({
  path: '/xb/v1/common/load/banner',
  access: 'anyone',
  request: Empty,
  response: v.object({
    banners: v.array(
      v.object({
        id: Slug,
        title: v.string(),
        text: v.string(),
        language: Written,
        /** A route of the page, or an https address. */
        to: v.string(),
        /** Path of a picture of the page's own; null for none. */
        picture: v.nullable(v.string()),
      }),
    ),
  }),
});

const Link = /*#__PURE__*/ v.nullable(/*#__PURE__*/ v.string());
/** @see specification §7 `/xb/v1/tpaj/info`: whom the exchange works with, and where to find them. */
export const serviceInfo = /*#__PURE__*/ defineCall({
  path: '/xb/v1/tpaj/info',
  access: 'anyone',
  request: Empty,
  response: v.object({
    service: v.object({
      /** `unset`: no hours are promised. */
      state: v.picklist(['open', 'closed', 'unset']),
      /** Minutes after midnight UTC; `to` before `from` means the next day. */
      hours: v.nullable(v.object({ from: Count, to: Count })),
      email: Link,
      /** Where users chat, by https. */
      url: Link,
    }),
    /** Of the networks that deposits come from; none for simulated ones. */
    explorers: v.array(
      v.object({
        network: v.string(),
        /** Beginnings of addresses; what is looked up follows. */
        address: v.string(),
        transaction: v.string(),
      }),
    ),
    download: v.object({ isOffered: v.boolean(), url: Link }),
  }),
});
