import { describe, expect, it } from 'vitest';
import type { Language } from '../../../../domain/index.ts';
import { settingsFrom } from '../../../../server/base/config.ts';
import { factsOf } from '../../../../server/products/content/facts.ts';
import type { ContentContext } from '../../../../server/products/content/index.ts';
import { content } from '../../../../server/products/content/index.ts';
import type { ContentFolder } from '../../../../server/products/content/library.ts';
import { ContentLibrary } from '../../../../server/products/content/library.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

const facts = factsOf({
  venueName: 'Tidemark',
  fundingHours: 8,
  unlockConfirmations: 3,
  blockMs: 10_000,
  approveUpTo: '1000',
});
const NOW = Date.parse('2026-11-21T12:00:00Z');

/** A folder in memory, and a library on it. */
function shelf(files: Record<string, string>, isPlay = true) {
  const stamps = new Map<string, number>();
  const state = { isGone: false, unreadable: '', reads: [] as string[] };
  const folder: ContentFolder = {
    async list() {
      if (state.isGone) throw new Error('ENOENT');
      return new Map(Object.keys(files).map((path) => [path, `${stamps.get(path) ?? 0}`]));
    },
    async read(path) {
      state.reads.push(path);
      if (path === state.unreadable) throw new Error('EIO: i/o error');
      const text = files[path];
      if (text === undefined) throw new Error('gone');
      return text;
    },
  };
  const reports: [path: string, reason: string][] = [];
  const library = new ContentLibrary({
    folder,
    facts,
    isPlay,
    report: (...report) => void reports.push(report),
  });
  const write = async (path: string, text: string | undefined) => {
    if (text === undefined) delete files[path];
    else files[path] = text;
    stamps.set(path, (stamps.get(path) ?? 0) + 1);
    await library.check();
  };
  const entry = (slug: string, language: Language = 'en_us', kind: 'help' | 'notices' = 'help') =>
    library.entry(kind, slug, language, NOW);
  return { library, reports, write, entry, state };
}

const front = (more = '', title = 'Fees') =>
  `---\ntitle: ${title}\nsummary: What it costs\npublished: 2026-11-20T09:00:00Z\n${more}---\n`;
const help = (body: string, more = '') => `${front(`category: trading\norder: 2\n${more}`)}${body}`;

describe('an article', () => {
  it('has its front matter, its facts and its text as HTML', async () => {
    const { library, entry, reports } = shelf({
      'help/fees/en_us.md': help('## Spot\n\nA taker pays **{{spot.takerFee}}**.', 'updated: 2026-11-21\n'),
    });
    await library.check();
    expect(reports).toEqual([]);
    expect(entry('fees')).toEqual({
      id: 'fees',
      title: 'Fees',
      summary: 'What it costs',
      language: 'en_us',
      category: 'trading',
      order: 2,
      pinned: false,
      publishedAt: Date.parse('2026-11-20T09:00:00Z'),
      updatedAt: Date.parse('2026-11-21T00:00:00Z'),
      to: '',
      picture: null,
      only: null,
      html: '<h2>Spot</h2>\n<p>A taker pays <strong>0.1%</strong>.</p>',
    });
  });
  it('writes facts in the signs of its language', async () => {
    const { library, entry } = shelf({
      'help/fees/en_us.md': help('{{spot.takerFee}} {{withdraw.most}}'),
      'help/fees/de.md':
        '---\ntitle: Gebühren\nsummary: Was es kostet\n---\n{{spot.takerFee}} {{withdraw.most}}',
    });
    await library.check();
    expect(entry('fees')?.html).toBe('<p>0.1% 1,000,000</p>');
    expect(entry('fees', 'de')).toMatchObject({
      title: 'Gebühren',
      language: 'de',
      html: '<p>0,1\u00a0% 1.000.000</p>',
    });
  });
  it('is in English where it has not been translated, and says so', async () => {
    const { library, entry } = shelf({ 'help/fees/en_us.md': help('text') });
    await library.check();
    expect(entry('fees', 'jp')).toMatchObject({ title: 'Fees', language: 'en_us' });
  });
  it('needs its English file', async () => {
    const { library, entry } = shelf({ 'help/fees/de.md': '---\ntitle: T\nsummary: S\n---\nText' });
    await library.check();
    expect(entry('fees', 'de')).toBeUndefined();
    expect(library.entries('help', 'de', NOW)).toEqual([]);
  });
  it('is not there before it is published', async () => {
    const { library } = shelf({ 'help/fees/en_us.md': help('text') });
    await library.check();
    const out = Date.parse('2026-11-20T09:00:00Z');
    expect(library.entry('help', 'fees', 'en_us', out - 1)).toBeUndefined();
    expect(library.entries('help', 'en_us', out - 1)).toEqual([]);
    expect(library.entry('help', 'fees', 'en_us', out)).toBeDefined();
  });
  it.each(['__proto__', 'constructor', '../fees', 'fees/../fees', ''])('is not found as %j', async (slug) => {
    const { library, entry } = shelf({ 'help/fees/en_us.md': help('text') });
    await library.check();
    expect(entry(slug)).toBeUndefined();
  });
});

describe('a file that cannot be used', () => {
  const broken: [name: string, text: string, reason: RegExp][] = [
    ['has no front matter', 'only text', /"title"/],
    ['has no YAML before its text', '---\ntitle: [\n---\ntext', /no YAML/],
    ['has a key twice', '---\ntitle: a\ntitle: b\n---\ntext', /no YAML/],
    ['refers to itself', '---\ntitle: &a [x]\nsummary: *a\n---\ntext', /no YAML/],
    ['is a list', '---\n- a\n---\ntext', /wrong/],
    ['has an unknown key', help('text', 'role: admin\n'), /"role"/],
    ['has a key of prototypes', help('text', '__proto__: {pinned: true}\n'), /"__proto__"/],
    ['has no moment', help('text').replace('2026-11-20T09:00:00Z', 'yesterday'), /"published"/],
    ['has a moment of no calendar', help('text').replace('2026-11-20', '2026-13-40'), /"published"/],
    ['has a day of no calendar', help('text').replace('2026-11-20', '2026-02-30'), /"published"/],
    ['is changed on a day of none', help('text', 'updated: 2025-02-29\n'), /"updated"/],
    ['has an hour of no day', help('text').replace('T09:00:00Z', 'T25:00:00Z'), /"published"/],
    ['has an empty title', help('text').replace('title: Fees', 'title: "  "'), /"title"/],
    ['has an endless title', help('text').replace('title: Fees', `title: ${'x'.repeat(121)}`), /"title"/],
    ['has no category', `${front()}text`, /category/],
    ['has an unknown category', `${front('category: gossip\n')}text`, /"category"/],
    ['names an unknown fact', help('{{spot.nothing}}'), /no fact \{\{spot.nothing\}\}/],
    ['names a fact of prototypes', help('{{constructor}}'), /no fact/],
    ['is huge', help('x'.repeat(70_000)), /longer/],
  ];
  it.each(broken)('%s: is reported once, and the last good version stays', async (_, text, reason) => {
    const { library, entry, reports, write } = shelf({ 'help/fees/en_us.md': help('good') });
    await library.check();
    await write('help/fees/en_us.md', text);
    await library.check();
    expect(reports).toEqual([['help/fees/en_us.md', expect.stringMatching(reason)]]);
    expect(entry('fees')?.html).toBe('<p>good</p>');
    expect(({} as { pinned?: unknown }).pinned).toBeUndefined();
    await write('help/fees/en_us.md', help('better'));
    expect(entry('fees')?.html).toBe('<p>better</p>');
  });
  it.each([
    'help/fees/en.md',
    'help/Fees/en_us.md',
    'help/fees.md',
    'help/a/b/en_us.md',
    'help/../../etc/en_us.md',
  ])('is misnamed: %s', async (path) => {
    const { library, reports } = shelf({ [path]: help('text') });
    await library.check();
    expect(reports).toEqual([[path, expect.stringContaining('must be named')]]);
    expect(library.entries('help', 'en_us', NOW)).toEqual([]);
  });
  it('is none of ours: left alone', async () => {
    const { library, reports, state } = shelf({ 'README.md': 'x', 'help/fees/.en_us.md.swp': 'x' });
    await library.check();
    expect([reports, state.reads]).toEqual([[], []]);
  });
});

describe('a folder that changes', () => {
  it('is read anew where it has changed, and only there', async () => {
    const { library, entry, write, state } = shelf({
      'help/fees/en_us.md': help('one'),
      'help/other/en_us.md': help('two'),
    });
    await library.check();
    state.reads.length = 0;
    await write('help/fees/en_us.md', help('three'));
    expect(state.reads).toEqual(['help/fees/en_us.md']);
    expect(entry('fees')?.html).toBe('<p>three</p>');
    await write('help/fees/en_us.md', undefined);
    expect(entry('fees')).toBeUndefined();
    expect(entry('other')).toBeDefined();
  });
  it('has a file again that could not be read for a while, and says so once for each version', async () => {
    const { library, entry, reports, write, state } = shelf({ 'help/other/en_us.md': help('two') });
    const [path, failed] = ['help/fees/en_us.md', 'it cannot be read: EIO: i/o error'];
    state.unreadable = path;
    await write(path, help('one'));
    await library.check();
    expect([reports, entry('fees'), entry('other')?.html]).toEqual([
      [[path, failed]],
      undefined,
      '<p>two</p>',
    ]);
    state.unreadable = '';
    await library.check();
    expect(entry('fees')?.html).toBe('<p>one</p>');
    state.unreadable = path;
    await write(path, help('three'));
    await library.check();
    // The version before it stays meanwhile.
    expect([reports, entry('fees')?.html]).toEqual([
      [
        [path, failed],
        [path, failed],
      ],
      '<p>one</p>',
    ]);
    await write(path, undefined);
    await write(path, help('four'));
    expect([reports.length, entry('fees')]).toEqual([3, undefined]);
    state.unreadable = '';
    state.reads.length = 0;
    await library.check();
    await library.check();
    expect([entry('fees')?.html, state.reads]).toEqual(['<p>four</p>', [path]]);
  });
  it('that cannot be read is said once; everything stays', async () => {
    const { library, entry, reports, state } = shelf({ 'help/fees/en_us.md': help('one') });
    await library.check();
    state.isGone = true;
    await library.check();
    await library.check();
    expect(reports).toEqual([['', expect.stringContaining('folder')]]);
    expect(entry('fees')).toBeDefined();
  });
});

describe('a folder that is scanned while it is read', () => {
  it('is scanned once in a while, also after the clock was set back', async () => {
    const clock = new FakeClock(NOW);
    let scans = 0;
    const contentFolder = {
      list: async () => {
        scans += 1;
        return new Map<string, string>();
      },
      read: async () => '',
    };
    const { handlers } = await content.open({
      ...{ settings: settingsFrom({}), isPlay: true, log: () => undefined, venueName: 'Tidemark' },
      ...{ clock, contentFolder, walletFacts: { blockMs: 10_000, approveUpTo: '1000' } },
    } as unknown as ContentContext);
    const scansAfter = async (ms: number) => {
      clock.jump(ms);
      const list = () => handlers['content.list']({ kind: 'help' }, { language: 'en_us' } as never);
      await Promise.all([list(), list()]);
      return scans;
    };
    expect(await scansAfter(0)).toBe(1);
    expect(await scansAfter(1_999)).toBe(1);
    expect(await scansAfter(1)).toBe(2);
    expect(await scansAfter(-3_600_000)).toBe(3);
    expect(await scansAfter(1_999)).toBe(3);
  });
});

describe('lists', () => {
  it('have notices with pinned ones first, then the newest', async () => {
    const notice = (day: string, more = '') => `---\ntitle: T\nsummary: S\npublished: ${day}\n${more}---\n`;
    const { library } = shelf({
      'notices/old/en_us.md': notice('2026-01-01'),
      'notices/new/en_us.md': notice('2026-11-01'),
      'notices/kept/en_us.md': notice('2025-01-01', 'pinned: true\n'),
      'notices/later/en_us.md': notice('2027-01-01'),
    });
    await library.check();
    expect(library.entries('notices', 'fr', NOW).map(({ id }) => id)).toEqual(['kept', 'new', 'old']);
  });
  it.each([
    [true, ['any', 'play']],
    [false, ['any', 'real']],
  ])('have what is true with this money: play %s', async (isPlay, ids) => {
    const files = {
      'notices/any/en_us.md': front(),
      'notices/play/en_us.md': front('only: play\n'),
      'notices/real/en_us.md': front('only: real\n'),
    };
    const { library } = shelf(files, isPlay);
    await library.check();
    expect(library.entries('notices', 'en_us', NOW).map(({ id }) => id)).toEqual(ids);
  });
  it('have help by category and place', async () => {
    const article = (category: string, order: number) =>
      `${front(`category: ${category}\norder: ${order}\n`)}x`;
    const { library } = shelf({
      'help/c/en_us.md': article('team', 0),
      'help/b/en_us.md': article('start', 2),
      'help/a/en_us.md': article('start', 10),
      'help/d/en_us.md': article('start', 2),
    });
    await library.check();
    expect(library.entries('help', 'en_us', NOW).map(({ id }) => id)).toEqual(['b', 'd', 'a', 'c']);
  });
  it('have banners that lead somewhere sound', async () => {
    const banner = (to: string, more = '') =>
      `---\ntitle: T\nsummary: S\npublished: 2026-01-01\nto: ${to}\n${more}---\n`;
    const { library, reports } = shelf({
      'banners/good/en_us.md': banner('/lockMining', 'picture: /banners/tide.svg\n'),
      'banners/outside/en_us.md': banner('https://example.org/x'),
      'banners/none/en_us.md': front(),
      'banners/script/en_us.md': banner('"javascript:alert(1)"'),
      'banners/host/en_us.md': banner('//evil.example'),
      'banners/picture/en_us.md': banner('/home', 'picture: https://evil.example/x.svg\n'),
      'banners/data/en_us.md': banner('/home', 'picture: "data:image/svg+xml,<svg/>"\n'),
    });
    await library.check();
    expect(library.entries('banners', 'en_us', NOW).map(({ id }) => id)).toEqual(['good', 'outside']);
    expect(reports.map(([path]) => path.split('/')[1]).sort()).toEqual([
      'data',
      'host',
      'none',
      'picture',
      'script',
    ]);
  });
});
