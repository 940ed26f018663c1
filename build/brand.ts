import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const file = join(import.meta.dirname, '../brand/brand.json');

/** The product's own name; an exchange puts that of its venue in its place when it starts. @see server/host/brand */
export const ownName = (JSON.parse(readFileSync(file, 'utf8')) as { readonly name: string }).name;

const filled = (text: string): string => text.replaceAll('{{app}}', ownName);

/** Writes the name into the page and the manifest, which hold its place. */
export const brandPlugin = (): Plugin => ({
  name: 'brand',
  transformIndexHtml: { order: 'pre', handler: filled },
  generateBundle() {
    const source = filled(readFileSync(join(import.meta.dirname, 'manifest.webmanifest'), 'utf8'));
    this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source });
  },
  configureServer({ middlewares }) {
    middlewares.use('/manifest.webmanifest', (_, response) => {
      response.setHeader('content-type', 'application/manifest+json');
      response.end(filled(readFileSync(join(import.meta.dirname, 'manifest.webmanifest'), 'utf8')));
    });
  },
});
