import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { languages, languageTag } from '../../domain/index.ts';
import { settledScript } from './everyRoute.ts';
import { layoutScript } from './layout.ts';
import { foreignTo, wordScript } from './words.ts';

export interface Look {
  readonly language: string;
  readonly theme: 'dark' | 'light';
  /** Whether another language or theme stood before; else another width, which needs no change of settings. */
  readonly isChanged: boolean;
}

/** What a screen that follows to another language is given to ask the exchange for, ms. */
const FOLLOWED_MS = 40;

interface Axe {
  run(
    context: Document,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}
interface Walked extends Window {
  axe: Axe;
  foreign: Readonly<Record<string, ReadonlySet<string>>>;
  tags: Readonly<Record<string, string>>;
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const foreign = JSON.stringify(languages.map((each) => [each, foreignTo(each)]));
const tags = JSON.stringify(Object.fromEntries(languages.map((each) => [each, languageTag(each)])));

/** Puts into a page what looks at it need. Once each time that it is loaded. */
export async function prepare(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    ${axe}
    globalThis.foreign = Object.fromEntries(${foreign}.map(([each, texts]) => [each, new Set(texts)]));
    globalThis.tags = ${tags};
  })()`);
}

declare function untilSettled(calmMs: number): Promise<void>;
declare function wordFaults(unwanted: ReadonlySet<string>): string[];
declare function layoutFaults(): string[];

/** Language and theme change under a screen as another tab would change them. */
async function change(language: string, theme: string): Promise<void> {
  const { tags } = window as unknown as Walked;
  const root = document.documentElement;
  const settings = JSON.parse(localStorage.getItem('TIDEMARK_SETTINGS') ?? '{}');
  localStorage.setItem('LANG', language);
  localStorage.setItem('TIDEMARK_SETTINGS', JSON.stringify({ ...settings, theme }));
  dispatchEvent(new StorageEvent('storage', { key: 'LANG' }));
  for (let left = 400; root.lang !== tags[language] || root.dataset['theme'] !== theme; left--) {
    if (left === 0) throw new Error(`the page does not follow to ${language}, ${theme}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function lookAt({ language, theme, isChanged }: Look): Promise<string[]> {
  const { foreign } = window as unknown as Walked;
  const unwanted = foreign[language] ?? new Set<string>();
  const now = () => [...wordFaults(unwanted), ...layoutFaults()];
  if (isChanged) await change(language, theme);
  await untilSettled(isChanged ? FOLLOWED_MS : 0);
  if (now().length === 0) return [];
  // Those count that are still there when what comes later has come, and rows have taken their new places.
  await new Promise((resolve) => setTimeout(resolve, 400));
  await untilSettled(FOLLOWED_MS);
  return now();
}

async function rulesBroken(): Promise<string[]> {
  const now = async () => {
    const { axe } = window as unknown as Walked;
    const options = { runOnly: ['wcag2a', 'wcag2aa'], resultTypes: ['violations'] };
    const { violations } = await axe.run(document, options);
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`);
  };
  if ((await now()).length === 0) return [];
  // Colours change slowly, and figures shine up when they change: what counts is what stays.
  await new Promise((resolve) => setTimeout(resolve, 600));
  return now();
}

const script = [
  `const FOLLOWED_MS = ${FOLLOWED_MS};`,
  settledScript,
  wordScript,
  layoutScript,
  change,
  lookAt,
  rulesBroken,
].join('\n');

/** What is wrong with the screen in a language and a theme, in words. */
export const faultsOf = (page: Page, look: Look): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {\n${script}\nreturn lookAt(${JSON.stringify(look)});\n})()`);

/** What the rules of WCAG 2 A and AA find on the screen as it stands. */
export const violations = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {\n${script}\nreturn rulesBroken();\n})()`);
