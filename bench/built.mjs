import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const here = import.meta.dirname;

/** The module `bench/NAME.ts`, built for Node with what it takes of the product. */
export async function built(name) {
  const outDir = join(here, 'dist-node');
  await build({
    configFile: false,
    root: here,
    logLevel: 'warn',
    build: {
      ssr: join(here, `${name}.ts`),
      outDir,
      emptyOutDir: false,
      rollupOptions: { output: { entryFileNames: `${name}.mjs` } },
    },
  });
  return import(pathToFileURL(join(outDir, `${name}.mjs`)).href);
}
