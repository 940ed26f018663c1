import type { Plugin } from 'vite';
import { defineConfig } from 'vite';
import { loadVenue, readVenueHosts, venueNames } from '../feeds/index.ts';
import { contentPolicy, FIXED_HEADERS } from '../server/edge/http/headers.ts';
import page from '../vite.config.ts';

const hosts = readVenueHosts(process.env['VENUE_HOSTS'] ?? '{}');
if (!hosts) throw new Error('VENUE_HOSTS must be JSON of addresses by venue and use.');

/** Where the page may connect to besides its own origin: the venues' addresses, without their paths. */
const adapters = await Promise.all(venueNames.map(loadVenue));
const venues = { ...Object.fromEntries(adapters.map(({ name, config }) => [name, config.hosts])), ...hosts };
const addresses = Object.values(venues).flatMap((uses) => Object.values(uses).flat());
const policy = contentPolicy([...new Set(addresses.map((address) => new URL(address).origin))].join(' '));

/**
 * What a static host needs beside the page: the policy, as headers where it takes them and in the page where it takes
 * none, and the page for every address within it.
 */
function forStaticHosts(): Plugin {
  return {
    name: 'static-hosts',
    transformIndexHtml() {
      // Frames can be ruled out by a header alone.
      const content = policy.replace(/; frame-ancestors [^;]+/, '');
      return [
        {
          tag: 'meta',
          attrs: { 'http-equiv': 'Content-Security-Policy', content },
          injectTo: 'head-prepend',
        },
      ];
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const headers = { 'content-security-policy': policy, ...FIXED_HEADERS };
        const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
        const source = `/*\n${lines.join('\n')}\n/assets/*\n  cache-control: public, max-age=31536000, immutable\n`;
        this.emitFile({ type: 'asset', fileName: '_headers', source });
        this.emitFile({ type: 'asset', fileName: '_redirects', source: '/* /index.html 200\n' });
        const index = bundle['index.html'];
        if (index?.type === 'asset')
          this.emitFile({ type: 'asset', fileName: '404.html', source: index.source });
      },
    },
  };
}

/** The page without an exchange: its worker reads a venue itself. */
export default defineConfig({
  ...page,
  plugins: [...(page.plugins ?? []), forStaticHosts()],
  define: { ...page.define, __STATIC__: JSON.stringify({ hosts }) },
  build: { ...page.build, outDir: process.env['OUT_DIR'] ?? 'dist/static' },
});
