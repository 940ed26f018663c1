import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { test as base } from '@playwright/test';
import type { Visitor } from '../e2e/everyRoute.ts';
import { enter, newVisitor, openedBy, settled, visit, waitLonger } from '../e2e/everyRoute.ts';
import { newUser } from '../e2e/support.ts';
import type { State, Tour } from './looks.ts';
import { nameOf, SIZES, tours } from './looks.ts';

const folder = process.env['TOUR_DIR'] ?? 'tour';
/** A part of an address; only those that have it are looked at. */
const only = process.env['TOUR_ROUTES'] ?? '';
const fileOf = (address: string): string => `${address.slice(1).replaceAll(/[^a-zA-Z0-9]+/g, '-')}.png`;

interface Users {
  readonly visitor: Visitor;
  readonly newcomer: string;
}
const test = base.extend<object, { users: Users }>({
  users: [
    async ({ browser }, use, { project }) => {
      const context = await browser.newContext({ baseURL: project.use.baseURL ?? '' });
      await use({ visitor: await newVisitor(context), newcomer: await newUser(context) });
      await context.close();
    },
    { scope: 'worker' },
  ],
});
test.describe.configure({ mode: 'parallel' });

/** Without an exchange: nothing answers, or all is refused at once. What is in sight of a worker that all pages share goes on. */
async function cut(page: Page, state: State): Promise<void> {
  await page.evaluate(() => sessionStorage.clear());
  const answer = state === 'failed' ? 'abort' : 'hold';
  await page.context().route('**/{xb,api}/**', (route) => (answer === 'abort' ? route.abort() : undefined));
}

/** What somebody sees in a state, one picture each. */
async function picturesOf(page: Page, tour: Tour, users: Users): Promise<void> {
  const { state, language, theme } = tour;
  const { visitor, newcomer } = users;
  const isCut = state === 'loading' || state === 'failed';
  const token = state === 'out' ? null : isCut || state === 'empty' ? newcomer : visitor.token;
  // What does not come is not waited for, whatever else a busy machine does.
  waitLonger(isCut ? 2_500 : 12_000);
  if (isCut) await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
  await enter(page, { language, theme, token });
  if (isCut) await cut(page, state);
  const take = (name: string) => page.screenshot({ path: join(folder, nameOf(tour), fileOf(name)) });
  if (state === 'sheets') {
    for (const { name, address, open } of openedBy(visitor)) {
      if (!address.includes(only)) continue;
      await visit(page, '/nowhere');
      await visit(page, address);
      // What has no room for the part that is opened, opens something else: the picture shows it.
      await open(page).catch(() => undefined);
      await settled(page);
      await take(`${address} ${name}`);
      await page.keyboard.press('Escape');
    }
    return;
  }
  for (const address of state === 'extreme' ? visitor.extremes : visitor.addresses) {
    if (!address.includes(only)) continue;
    await visit(page, address);
    await take(address);
  }
}

for (const tour of tours) {
  test(nameOf(tour), async ({ page, users }) => {
    page.setDefaultTimeout(6_000);
    mkdirSync(join(folder, nameOf(tour)), { recursive: true });
    await page.setViewportSize(SIZES[tour.size]);
    await picturesOf(page, tour, users);
    writeFileSync(join(folder, `${nameOf(tour)}.html`), album(nameOf(tour), SIZES[tour.size].width));
  });
}

/** All pictures of one look on one page, which needs no server. */
function album(name: string, width: number): string {
  const figures = readdirSync(join(folder, name)).map(
    (file) =>
      `<figure><figcaption>${file}</figcaption><a href="${name}/${file}"><img loading="lazy" width="${Math.min(width, 420) * 0.66}" src="${name}/${file}" alt="${file}"></a></figure>`,
  );
  const style = 'body{display:flex;flex-wrap:wrap;font:13px system-ui;background:#888}figure{margin:8px}';
  return `<!doctype html><meta charset="utf-8"><title>${name}</title><style>${style}</style>${figures.join('\n')}\n`;
}
