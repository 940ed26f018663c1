import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** What is built or installed: no source. */
const FOREIGN = /(^|\/)(node_modules|dist|dist-node)\//;

/** Sources of a folder, each by its path from the base. */
export function sourcesBelow(folder: string, base = root, endings = /\.(ts|tsx|css)$/): string[] {
  return readdirSync(join(base, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => endings.test(file) && !FOREIGN.test(file))
    .map((file) => join(folder, file));
}

/** Writes each line as a file of a new folder, which it yields. */
export function treeOf(lines: readonly [file: string, line: string][]): string {
  const folder = mkdtempSync(join(tmpdir(), 'fences-'));
  for (const [file, line] of lines) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${line}\n`);
  }
  return folder;
}
