import { readdirSync, readFileSync } from 'node:fs';

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
export function foreignTo(language: string): string[] {
  if (language === 'en_us') return [];
  const own = wordsOf(language);
  return [...english].filter((text) => /[a-z]{3}/.test(text) && !own.has(text));
}

/** The functions below as a script; `wordFaults(unwanted)` in it lists what is wrong with the words of the page. */
export const wordScript = [scrolls, isCutBy, wordFaults].join('\n');

function scrolls(element: Element | null): boolean {
  if (element === null) return false;
  return (
    /auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement)
  );
}

/** Words for readers alone are cut on purpose, and what ends in an ellipsis says that it goes on. */
function isCutBy(holder: Element | null, parent: Element, left: number, right: number): boolean {
  if (holder === null || /inset/.test(getComputedStyle(parent).clipPath)) return false;
  const around = holder.getBoundingClientRect();
  if (right <= around.right + 1 && left >= around.left - 1) return false;
  const hasEllipsis = [holder, parent].some((each) => getComputedStyle(each).textOverflow === 'ellipsis');
  return !hasEllipsis && !/auto|scroll/.test(getComputedStyle(holder).overflowX);
}

/** Keys, English, parts that were not put in, and words beyond an edge. */
function wordFaults(unwanted: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const width = document.documentElement.clientWidth;
  const page = document.scrollingElement?.scrollWidth ?? 0;
  if (page > width) found.push(`the page is ${page} wide`);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const parent = node.parentElement;
    if (text === '' || parent === null || parent.closest('script,style,option,[translate=no]')) continue;
    if (/^([a-z]+:)?[a-z][A-Za-z]*(\.[a-z][A-Za-z]*)+$/.test(text) && !text.includes('@'))
      found.push(`a key: ${text}`);
    if (/\{\{|\}\}/.test(text)) found.push(`a part that was not put in: ${text}`);
    if (unwanted.has(text)) found.push(`English: ${text}`);
    range.selectNodeContents(node);
    const { right, left, height } = range.getBoundingClientRect();
    if (height > 0 && (right > width + 1 || left < -1) && !scrolls(parent))
      found.push(`beyond the edge: ${text.slice(0, 60)}`);
    if (height > 0 && isCutBy(parent.closest('button, a, label, h1, h2, th, td'), parent, left, right))
      found.push(`cut off: ${text.slice(0, 60)}`);
  }
  return [...new Set(found)];
}
