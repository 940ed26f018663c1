import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const here = import.meta.dirname;

/** A program built for Node with what it takes of the product. @param entry from `bench`. @returns the file. */
export async function bundled(entry, name) {
  const outDir = join(here, 'dist-node');
  await build({
    configFile: false,
    root: here,
    logLevel: 'warn',
    build: {
      ssr: join(here, entry),
      outDir,
      emptyOutDir: false,
      rollupOptions: { output: { entryFileNames: `${name}.mjs` } },
    },
  });
  return join(outDir, `${name}.mjs`);
}

/** The module `bench/NAME.ts`, built the same way. */
export const built = async (name) => import(pathToFileURL(await bundled(`${name}.ts`, name)).href);
