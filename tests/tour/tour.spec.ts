import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '@playwright/test';
import { enter, newVisitor, visit } from '../e2e/everyRoute.ts';

const folder = process.env['TOUR_DIR'] ?? 'tour';
const tours = (process.env['TOUR_LANGUAGES'] ?? 'en_us,de,jp')
  .split(',')
  .flatMap((language) =>
    (['dark', 'light'] as const).flatMap((theme) =>
      [390, 320].map((width) => ({ language, theme, width, name: `${language}-${theme}-${width}` })),
    ),
  );
const fileOf = (address: string): string => `${address.slice(1).replaceAll(/[^a-zA-Z0-9]+/g, '-')}.png`;

/** All pictures of one look on one page, which needs no server. */
function album(name: string, addresses: readonly string[]): string {
  const figures = addresses.map(
    (address) =>
      `<figure><figcaption>${address}</figcaption><a href="${name}/${fileOf(address)}"><img loading="lazy" width="260" src="${name}/${fileOf(address)}" alt="${address}"></a></figure>`,
  );
  const style = 'body{display:flex;flex-wrap:wrap;font:13px system-ui;background:#888}figure{margin:8px}';
  return `<!doctype html><meta charset="utf-8"><title>${name}</title><style>${style}</style>${figures.join('\n')}\n`;
}

for (const { language, theme, width, name } of tours) {
  test(name, async ({ page }) => {
    mkdirSync(join(folder, name), { recursive: true });
    await page.setViewportSize({ width, height: 844 });
    const { token, addresses } = await newVisitor(page.context());
    await enter(page, { language, theme, token });
    for (const address of addresses) {
      await visit(page, address);
      await page.screenshot({ path: join(folder, name, fileOf(address)) });
    }
    writeFileSync(join(folder, `${name}.html`), album(name, addresses));
  });
}
