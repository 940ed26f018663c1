import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { install } from './install.mjs';
import { root } from './sources.mjs';

install();
const { build } = await import('vite');

const OWN = join(root, 'tests/cases');
const named = process.argv.slice(2).filter((each) => each !== '--');
/** Files are named from where the command was typed, which npm leaves. */
const from = process.env.INIT_CWD ?? process.cwd();
const files =
  named.length > 0
    ? named.map((file) => resolve(from, file))
    : readdirSync(OWN)
        .filter((file) => file.endsWith('.json'))
        .map((file) => join(OWN, file));

/** The runner with the rules of domain/, as one plain file that Node runs. */
async function runner() {
  const outDir = mkdtempSync(join(tmpdir(), 'tidemark-cases-'));
  process.on('exit', () => rmSync(outDir, { recursive: true, force: true }));
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: join(OWN, 'run.ts'),
      outDir,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'run.mjs' } },
    },
  });
  symlinkSync(join(root, 'node_modules'), join(outDir, 'node_modules'));
  return import(pathToFileURL(join(outDir, 'run.mjs')).href);
}

const { runFiles } = await runner();
process.exit(runFiles(files) ? 0 : 1);
