import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { languages } from '../../../../domain/index.ts';
import { contentFolder } from '../../../../server/host/files/contentFolder.ts';
import { factsOf } from '../../../../server/products/content/facts.ts';
import { ContentLibrary } from '../../../../server/products/content/library.ts';

const root = process.cwd();

/** The product's own content, as an exchange with play money or with real money reads it. */
async function published(isPlay: boolean) {
  const reports: string[] = [];
  const library = new ContentLibrary({
    folder: contentFolder(join(root, 'content')),
    facts: factsOf({
      venueName: 'Tidemark',
      fundingHours: 8,
      unlockConfirmations: 3,
      blockMs: 10_000,
      approveUpTo: '1000',
    }),
    isPlay,
    report: (path, reason) => void reports.push(`${path}: ${reason}`),
  });
  await library.check();
  return { library, reports };
}

describe.each([true, false])('the product’s own content, play money %s', (isPlay) => {
  it('can be used as it is', async () => {
    expect((await published(isPlay)).reports).toEqual([]);
  });
  it('has notices and banners in every language', async () => {
    const { library } = await published(isPlay);
    for (const language of languages)
      for (const kind of ['notices', 'banners'] as const) {
        const entries = library.entries(kind, language, Date.now());
        expect(entries.length).toBeGreaterThan(0);
        expect(entries.filter((entry) => entry.language !== language)).toEqual([]);
      }
  });
  it('has the pictures that its banners show', async () => {
    const { library } = await published(isPlay);
    for (const { picture } of library.entries('banners', 'en_us', Date.now()))
      if (picture !== null) expect(existsSync(join(root, 'public', picture))).toBe(true);
  });
  it('promises play money only where there is some', async () => {
    const { library } = await published(isPlay);
    const texts = (['notices', 'banners'] as const)
      .flatMap((kind) => library.entries(kind, 'en_us', Date.now()))
      .map(({ title, summary, html }) => `${title} ${summary} ${html}`);
    expect(texts.some((text) => /play money/i.test(text))).toBe(isPlay);
  });
});
