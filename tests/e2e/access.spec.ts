import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { enter, newVisitor, visit } from './everyRoute.ts';
import { expect, test } from './support.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What the rules of WCAG 2 A and AA find on the screen as it stands. */
async function violations(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { axe: run } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const result = await run.run({ runOnly: ['wcag2a', 'wcag2aa'] });
    return result.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`);
  });
}

for (const theme of ['dark', 'light'] as const) {
  test(`every screen is accessible, ${theme}`, async ({ page }) => {
    test.setTimeout(300_000);
    const { token, addresses } = await newVisitor(page.context());
    await enter(page, { language: 'en_us', theme, token });
    await page.evaluate(axe);
    const wrong: string[] = [];
    for (const address of addresses) {
      await visit(page, address);
      wrong.push(...(await violations(page)).map((found) => `${address}: ${found}`));
    }
    expect(wrong).toEqual([]);
  });
}
