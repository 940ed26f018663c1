import { readdirSync, readFileSync } from 'node:fs';
import { languages } from '../../domain/index.ts';
import { enter, newVisitor, openedBy, settled, visit } from './everyRoute.ts';
import { measure } from './layout.ts';
import { expect, test } from './support.ts';

/** All words of a language, without those that have parts put in. */
function wordsOf(language: string): Set<string> {
  const all = new Set<string>();
  const gather = (value: unknown): void => {
    if (typeof value === 'string') all.add(value.trim());
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(gather);
  };
  for (const file of readdirSync(`locales/${language}`))
    gather(JSON.parse(readFileSync(`locales/${language}/${file}`, 'utf8')));
  return all;
}

const english = wordsOf('en_us');

/** English texts that another language words differently: seen on its screens, they were left in. */
function foreignTo(language: string): string[] {
  const own = wordsOf(language);
  return language === 'en_us' ? [] : [...english].filter((text) => /[a-z]{3}/.test(text) && !own.has(text));
}

/** What is wrong with the screen as it stands; runs in the page. */
async function faults(foreign: readonly string[]): Promise<string[]> {
  // Styles that depend on the width follow a new one with the next frame.
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const found: string[] = [];
  const unwanted = new Set(foreign);
  const width = document.documentElement.clientWidth;
  const page = document.scrollingElement?.scrollWidth ?? 0;
  if (page > width) found.push(`the page is ${page} wide`);
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  /** Words for readers alone are cut on purpose, and what ends in an ellipsis says that it goes on. */
  const isCutBy = (holder: Element | null, parent: Element, left: number, right: number): boolean => {
    if (holder === null || /inset/.test(getComputedStyle(parent).clipPath)) return false;
    const around = holder.getBoundingClientRect();
    const { overflowX } = getComputedStyle(holder);
    const isTold = [holder, parent].some((each) => getComputedStyle(each).textOverflow === 'ellipsis');
    return !isTold && !/auto|scroll/.test(overflowX) && (right > around.right + 1 || left < around.left - 1);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const parent = node.parentElement;
    if (text === '' || parent === null || parent.closest('script,style,option,[translate=no]')) continue;
    if (/^([a-z]+:)?[a-z][A-Za-z]*(\.[a-z][A-Za-z]*)+$/.test(text) && !text.includes('@'))
      found.push(`a key: ${text}`);
    if (/\{\{|\}\}/.test(text)) found.push(`a part that was not put in: ${text}`);
    if (unwanted.has(text)) found.push(`English: ${text}`);
    const range = document.createRange();
    range.selectNodeContents(node);
    const { right, left, height } = range.getBoundingClientRect();
    if (height > 0 && (right > width + 1 || left < -1) && !scrolls(parent))
      found.push(`beyond the edge: ${text.slice(0, 60)}`);
    if (height > 0 && isCutBy(parent.closest('button, a, label, h1, h2, th, td'), parent, left, right))
      found.push(`cut off: ${text.slice(0, 60)}`);
  }
  return [...new Set(found)];
}

/** Their words are among the shortest, the longest, and those without spaces. */
const MEASURED: readonly string[] = ['en_us', 'de', 'jp'];
const WIDTHS = [390, 320];
const MEASURED_WIDTHS = [390, 320, 1280];

/** Each language has all of its screens to itself, at all widths. */
for (const language of languages) {
  const isMeasured = MEASURED.includes(language);
  const what = isMeasured ? ', nothing cut, narrow, or over another' : '';
  test(`every screen in ${language}: nothing beyond the edge, no key, no English left in${what}`, async ({
    page,
  }) => {
    test.setTimeout(300_000);
    const visitor = await newVisitor(page.context());
    await page.setViewportSize({ width: 390, height: 844 });
    await enter(page, { language, theme: 'dark', token: visitor.token });
    const foreign = foreignTo(language);
    const wrong: string[] = [];
    const look = async (where: string) => {
      for (const width of isMeasured ? MEASURED_WIDTHS : WIDTHS) {
        await page.setViewportSize({ width, height: 844 });
        const found = await page.evaluate(faults, foreign);
        if (isMeasured) found.push(...(await measure(page)));
        wrong.push(...found.map((fault) => `${where} at ${width}: ${fault}`));
      }
      await page.setViewportSize({ width: 390, height: 844 });
    };
    for (const address of [...visitor.addresses, ...(isMeasured ? visitor.extremes : [])]) {
      await visit(page, address);
      await look(address);
    }
    for (const { name, address, open } of isMeasured ? openedBy(visitor) : []) {
      await visit(page, '/nowhere');
      await visit(page, address);
      await open(page);
      await settled(page);
      await look(`${address}, ${name}`);
      await page.keyboard.press('Escape');
    }
    expect(wrong).toEqual([]);
  });
}
