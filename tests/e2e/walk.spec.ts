import type { Page } from '@playwright/test';
import { languages } from '../../domain/index.ts';
import type { Visitor } from './everyRoute.ts';
import { enter, newVisitor, openedBy, settled, visit } from './everyRoute.ts';
import { faultsOf, prepare, violations } from './looks.ts';
import { shiftsOf, watchShifts } from './shifts.ts';
import { test as base, expect } from './support.ts';

/**
 * All languages at all widths in both themes, with their layout; as a rule each screen in one language, in the dark,
 * at the width where words and figures have the least room. It comes, and is read to users, at the usual width.
 */
const isLong = process.env['TEST_LONG'] === '1';
const WIDTHS = [390, 320, 1280] as const;
const NARROWEST = 320;
const USUAL = 390;
type Theme = 'dark' | 'light';
const themes: readonly Theme[] = isLong ? ['dark', 'light'] : ['dark'];
const WIDE: readonly string[] = isLong ? languages : ['en_us'];

/** The languages that a part of the screens is seen in; each of them is somebody's part. @param first it came in. */
const seenIn = (first: string): readonly string[] =>
  isLong ? [first, ...languages.filter((each) => each !== first)] : [first];

/** All primitives in all their states: a hundred times as much as on a screen, and English. */
const GALLERY = '/dev/ui';

function isLookedAt(where: string, width: number, language: string): boolean {
  if (where === GALLERY && !isLong) return width === NARROWEST;
  return width === NARROWEST || isLong || WIDE.includes(language);
}

/** Those who walk at the same time each have a visitor of their own. */
const test = base.extend<object, { visitor: Visitor }>({
  visitor: [
    async ({ browser }, use, { project }) => {
      const context = await browser.newContext({ baseURL: project.use.baseURL ?? '' });
      await use(await newVisitor(context));
      await context.close();
    },
    { scope: 'worker' },
  ],
});
test.describe.configure({ mode: 'parallel' });

/**
 * Looks at the screen as it stands, in the languages of its part. @param first the one it stands in.
 * @param isRead whether it is read to users too, in the theme that stands.
 */
async function lookAround(page: Page, where: string, first: string, isRead = false): Promise<string[]> {
  const wrong: string[] = [];
  const widths = [...WIDTHS];
  // In the long run the screen before has left another language behind.
  let stands = isLong ? '' : `${first}dark`;
  const read = async (theme: Theme) => {
    wrong.push(...(await violations(page)).map((fault) => `${where}, ${theme}: ${fault}`));
  };
  if (isRead && !isLong) await read('dark');
  for (const language of seenIn(first))
    for (const theme of themes) {
      // The width that one ends at is the next one's first.
      for (const width of widths.reverse().filter((each) => isLookedAt(where, each, language))) {
        await page.setViewportSize({ width, height: 844 });
        const isChanged = stands !== language + theme;
        stands = language + theme;
        const found = await faultsOf(page, { language, theme, isChanged });
        wrong.push(...found.map((fault) => `${where} in ${language} at ${width}, ${theme}: ${fault}`));
        if (isRead && isLong && language === 'en_us' && width === USUAL) await read(theme);
      }
    }
  await page.setViewportSize({ width: USUAL, height: 844 });
  // What the other width moves is not counted for the next screen.
  await settled(page);
  return wrong;
}

// As many parts as languages: each part comes in one of them, and in the long run sees the others come without a reload.
languages.forEach((first, part) => {
  const isOwn = (_: unknown, place: number) => place % languages.length === part;
  const seen = isLong ? 'in every language' : 'in it';
  test(`every ${languages.length}th screen from ${part} on, come in ${first}: ${seen} no key, no English, nothing beyond the edge, cut, narrow, over another or moving by itself, and accessible`, async ({
    page,
    visitor,
    errors,
  }) => {
    test.setTimeout(isLong ? 900_000 : 240_000);
    await page.setViewportSize({ width: USUAL, height: 844 });
    await enter(page, { language: first, theme: 'dark', token: visitor.token });
    await prepare(page);
    const wrong: string[] = [];
    await watchShifts(page);
    for (const address of visitor.addresses.filter(isOwn)) {
      wrong.push(...(await shiftsOf(page, address, isLong)));
      wrong.push(...(await lookAround(page, address, first, true)));
    }
    for (const address of visitor.extremes.filter(isOwn)) {
      await visit(page, address);
      wrong.push(...(await lookAround(page, address, first)));
    }
    for (const { name, address, open } of openedBy(visitor).filter(isOwn)) {
      await visit(page, '/nowhere');
      await visit(page, address);
      await open(page);
      await settled(page);
      wrong.push(...(await lookAround(page, `${address}, ${name}`, first)));
      await page.keyboard.press('Escape');
    }
    expect(wrong).toEqual([]);
    expect(errors).toEqual([]);
  });
});

test('what a visitor sees first, without a login, is legible, whole and accessible too', async ({
  page,
  errors,
}) => {
  await page.setViewportSize({ width: NARROWEST, height: 844 });
  await enter(page, { language: 'en_us', theme: 'dark', token: null });
  await prepare(page);
  const wrong: string[] = [];
  for (const address of ['/home', '/login', '/register', '/mine', '/property', '/trade', '/cycle']) {
    await visit(page, address);
    for (const language of isLong ? languages : ['en_us'])
      for (const theme of ['light', 'dark'] as const) {
        const found = await faultsOf(page, { language, theme, isChanged: true });
        const unreadable = language === 'en_us' ? await violations(page) : [];
        wrong.push(
          ...[...found, ...unreadable].map((fault) => `${address} in ${language}, ${theme}: ${fault}`),
        );
      }
  }
  expect(wrong).toEqual([]);
  expect(errors).toEqual([]);
});
