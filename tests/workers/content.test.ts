import { proxy } from 'comlink';
import { describe, expect, it } from 'vitest';
import type { ArticleFrame, BannersFrame, HelpFrame, NoticesFrame, View } from '../../workers/api.ts';
import '../../workers/views/userViews.ts';
import { proseOf, textOf } from '../../workers/views/content/prose.ts';
import { HelpIndex } from '../../workers/views/content/search.ts';
import { connect, pass, world, worldForEach } from './world.ts';

worldForEach();

const row = {
  id: 'fees',
  title: 'Fees',
  summary: 'What it costs',
  language: 'en_us',
  category: 'trading',
  order: 1,
  pinned: false,
  publishedAt: Date.UTC(2026, 10, 20, 9),
  updatedAt: null,
};
const article = { ...row, html: '<p>A taker pays <strong>0.1%</strong>.</p>' };
const answering = (data: unknown) => () => ({ code: 200, message: '', data, requestId: 'r' });

async function shown<F>(view: View, session = world.session) {
  const frames: F[] = [];
  const handle = await session.open(
    view,
    proxy((frame) => void frames.push(frame as F)),
  );
  await pass(300);
  return { handle, last: () => frames.at(-1), frames };
}
const storedKeys = () => [...world.kept.keys()].filter((key) => key.startsWith('content'));
const fees: View = { kind: 'article', of: 'help', id: 'fees', turn: 0 };

describe('an article', () => {
  it('comes as a tree, with its dates in words', async () => {
    world.answers['content/detail'] = answering({ ...article, updatedAt: Date.UTC(2026, 10, 21) });
    const { last } = await shown<ArticleFrame>(fees);
    expect(last()).toEqual({
      kind: 'article',
      article: {
        title: 'Fees',
        summary: 'What it costs',
        body: [
          {
            tag: 'p',
            of: ['A taker pays ', { tag: 'strong', of: ['0.1%'] }, '.'],
          },
        ],
        category: 'trading',
        published: 'Nov 20, 2026',
        updated: 'Nov 21, 2026',
        isEnglish: false,
      },
    });
  });
  it('that has not been translated says so', async () => {
    world.answers['content/detail'] = answering(article);
    const { last } = await shown<ArticleFrame>(fees, await connect({ language: 'de' }));
    expect(last()?.article?.isEnglish).toBe(true);
  });
  it('is kept by language, and shown with its age while there is no network', async () => {
    world.answers['content/detail'] = answering(article);
    const { handle } = await shown<ArticleFrame>(fees);
    await handle.close();
    delete world.answers['content/detail'];
    await pass(120_000);
    const { last, frames } = await shown<ArticleFrame>(fees, await connect());
    expect(last()).toMatchObject({
      article: { title: 'Fees' },
      age: '2 min. ago',
      failed: { code: 'networkDown' },
    });
    world.answers['content/detail'] = answering({ ...article, title: 'New fees' });
    await pass(6_000);
    expect(last()).toMatchObject({ article: { title: 'New fees' } });
    expect(last()).not.toHaveProperty('age');
    expect(frames.every(({ article: each }) => each)).toBe(true);
    const german = await shown<ArticleFrame>(fees, await connect({ language: 'de' }));
    expect(german.last()?.article?.title).toBe('New fees');
    expect(storedKeys()).toHaveLength(2);
  });
  it('is found in the help that was kept', async () => {
    world.answers['content/list'] = answering({ rows: [article] });
    await shown<HelpFrame>({ kind: 'help', query: '', turn: 0 });
    const { last } = await shown<ArticleFrame>(fees);
    expect(last()).toMatchObject({ article: { title: 'Fees' }, failed: { code: 'networkDown' } });
    expect(last()?.age).toBeDefined();
  });
  it('that the exchange has taken back is not shown from what was kept', async () => {
    world.answers['content/detail'] = answering(article);
    const { handle } = await shown<ArticleFrame>(fees);
    await handle.close();
    world.answers['content/detail'] = () => ({
      code: 'notFound',
      message: 'gone',
      data: null,
      requestId: 'r',
    });
    const { last } = await shown<ArticleFrame>(fees);
    expect(last()).toEqual({ kind: 'article', failed: { code: 'notFound', message: 'gone' } });
  });
  it('that was damaged in the store counts as none', async () => {
    world.kept.set('content en_us content.detail {"kind":"help","id":"fees"}', { at: 'x', data: article });
    const { last } = await shown<ArticleFrame>(fees);
    expect(last()).toEqual({ kind: 'article', failed: { code: 'networkDown', message: '' } });
  });
  it('of another name is asked for anew, and of another turn again', async () => {
    world.answers['content/detail/by/code'] = ({ code }: { code: string }) =>
      answering({ ...article, id: code, title: code })();
    const { handle, last } = await shown<ArticleFrame>({
      kind: 'article',
      of: 'documents',
      id: 'risk',
      turn: 0,
    });
    await handle.update({ kind: 'article', of: 'documents', id: 'fees', turn: 0 });
    await pass(300);
    expect(last()?.article?.title).toBe('fees');
    await handle.update({ kind: 'article', of: 'documents', id: 'fees', turn: 1 });
    await pass(300);
    expect(world.requested.filter(([path]) => path.endsWith('by/code'))).toHaveLength(3);
  });
});

describe('lists', () => {
  it('have notices with their dates', async () => {
    world.answers['content/list'] = answering({ rows: [{ ...row, category: null, pinned: true }] });
    const { last } = await shown<NoticesFrame>({ kind: 'notices', turn: 0 });
    expect(last()?.lines).toEqual([
      { id: 'fees', title: 'Fees', summary: 'What it costs', date: 'Nov 20, 2026', pinned: true },
    ]);
  });
  it('have banners that lead by route or by https, and nowhere else', async () => {
    const banner = { id: 'a', title: 'T', text: 'S', language: 'en_us', picture: null };
    world.answers['load/banner'] = answering({
      banners: [
        { ...banner, to: '/lockMining', picture: '/banners/tide.svg' },
        { ...banner, id: 'b', to: 'https://a.example' },
        { ...banner, id: 'c', to: 'javascript:alert(1)' },
      ],
    });
    const { last } = await shown<BannersFrame>({ kind: 'banners', turn: 0 });
    expect(last()?.banners).toEqual([
      { id: 'a', title: 'T', text: 'S', to: '/lockMining', picture: '/banners/tide.svg' },
      { id: 'b', title: 'T', text: 'S', href: 'https://a.example' },
      { id: 'c', title: 'T', text: 'S' },
    ]);
  });
  it('have help as it is searched', async () => {
    world.answers['content/list'] = answering({
      rows: [article, { ...article, id: 'storage', title: 'Storage plans', html: '<p>Interest a day</p>' }],
    });
    const { handle, last } = await shown<HelpFrame>({ kind: 'help', query: '', turn: 0 });
    expect(last()?.lines?.map(({ id }) => id)).toEqual(['fees', 'storage']);
    await handle.update({ kind: 'help', query: 'intere', turn: 0 });
    await pass(300);
    expect(last()).toMatchObject({ query: 'intere', lines: [{ id: 'storage' }] });
    expect(world.requested.filter(([path]) => path.endsWith('content/list'))).toHaveLength(1);
  });
});

describe('HTML of an article', () => {
  it.each([
    ['<p>a &amp; b &lt;c&gt;</p>', [{ tag: 'p', of: ['a & b <c>'] }]],
    [
      '<p>x<br />y</p>\n<hr>',
      [
        { tag: 'p', of: ['x', { tag: 'br', of: [] }, 'y'] },
        { tag: 'hr', of: [] },
      ],
    ],
    ['<ul>\n<li>a</li>\n</ul>', [{ tag: 'ul', of: [{ tag: 'li', of: ['a'] }] }]],
    ['<a href="/recharge">in</a>', [{ tag: 'a', of: ['in'], to: '/recharge' }]],
    [
      '<a href="https://a.example/?b=1&amp;c=2">out</a>',
      [{ tag: 'a', of: ['out'], href: 'https://a.example/?b=1&c=2' }],
    ],
    ['<a href="javascript:alert(1)">x</a>', [{ tag: 'a', of: ['x'] }]],
    ['<a href="//evil.example">x</a>', [{ tag: 'a', of: ['x'] }]],
    ['<script>alert(1)</script>', ['alert(1)']],
    ['<img src="x" onerror="alert(1)">after', ['after']],
    ['<p onclick="alert(1)">x</p>', [{ tag: 'p', of: ['x'] }]],
    ['</p></ul>a', ['a']],
    ['<em>a', [{ tag: 'em', of: ['a'] }]],
    ['1 < 2', ['1 ', '<', ' 2']],
    ['&amp;lt;script&amp;gt;', ['&lt;script&gt;']],
    ['', []],
  ])('%s', (html, tree) => {
    expect(proseOf(html)).toEqual(tree);
  });
  it('is never deeper than a page can show', () => {
    let depth = 0;
    let nodes = proseOf('<ul><li>'.repeat(5_000));
    while (nodes.length > 0) {
      depth += 1;
      const [first] = nodes;
      nodes = first === undefined || typeof first === 'string' ? [] : first.of;
    }
    expect(depth).toBeLessThan(20);
  });
  it('has its words apart, for searching', () => {
    expect(
      textOf(proseOf('<h2>Fees</h2><p>of <strong>spot</strong></p>')).split(/\s+/).filter(Boolean),
    ).toEqual(['Fees', 'of', 'spot']);
  });
});

describe('searching help', () => {
  const articles = [
    {
      id: 'liquidation',
      title: 'Why was I liquidated?',
      summary: 'Margin and mark price',
      text: 'taker fee',
    },
    { id: 'fees', title: 'Fees', summary: 'Taker and maker', text: 'of spot and of liquidation' },
    { id: 'cafe', title: 'Gebühren und Überweisung', summary: 'Zwei Stufen', text: '' },
  ];
  const index = new HelpIndex(articles, 'en-US');

  it.each([
    ['liquid', ['liquidation', 'fees']],
    ['LIQUIDATED', ['liquidation']],
    ['liqudation', ['fees']],
    ['  taker   fee ', ['liquidation', 'fees']],
    ['gebuhren', ['cafe']],
    ['überweisung', ['cafe']],
    ['taker nothing-of-it', ['fees', 'liquidation']],
    ['iquid', ['liquidation', 'fees']],
  ])('%j', (query, ids) => {
    expect([...index.find(query)].sort()).toEqual([...ids].sort());
  });
  it('has what stands in a title before what stands in a text', () => {
    expect(index.find('fee')[0]).toBe('fees');
  });
  it.each([
    '',
    '   ',
    '?',
    '%',
    '\\',
    '🙂',
    '<script>',
    '__proto__',
    'constructor',
    '\u0000',
    '(((',
    '.*',
    'zzzzzz',
  ])('finds nothing, and does no harm, for %j', (query) => {
    expect(index.find(query)).toEqual([]);
  });
  it('ends with a question without end', () => {
    expect(index.find('fees '.repeat(50_000))).toContain('fees');
  });
  it.each([
    ['zh-CN', '为什么我被强平？', '强平价格的计算', ['强平', '价格', '强']],
    ['ja', '清算価格はどう決まりますか', '証拠金と手数料', ['清算', '手数料', '証拠']],
    ['ko', '청산 가격은 어떻게 정해지나요', '증거금과 수수료', ['청산', '수수', '증거금']],
    ['tr', 'Neden tasfiye edildim?', 'İşlem ücreti ve IŞIK', ['islem', 'ışık', 'TASFİYE', 'ucret']],
  ])('knows the words of %s', (language, title, summary, queries) => {
    const own = new HelpIndex([{ id: 'a', title, summary, text: '' }], language);
    for (const query of queries) expect([query, own.find(query)]).toEqual([query, ['a']]);
  });
});
