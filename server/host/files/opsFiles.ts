import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpsAnswer } from '../../base/opsAnswer.ts';

/**
 * Writes what a command found to files that only this user can read.
 * @param folder a new one; without, one is made under the system's temporary folder. @returns where they are.
 */
export function writeFiles(files: NonNullable<OpsAnswer['files']>, folder?: string): string {
  const place = folder ?? mkdtempSync(join(tmpdir(), 'tidemark-'));
  if (folder !== undefined) mkdirSync(folder, { mode: 0o700 });
  for (const { name, content } of files)
    writeFileSync(join(place, name), Buffer.from(content, 'base64'), { flag: 'wx', mode: 0o600 });
  return place;
}
