import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Files that some files import, directly or by others, types aside. */
export function sourcesOf(entries: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file) || !existsSync(file)) continue;
    found.add(file);
    const text = readFileSync(file, 'utf8').replaceAll(/^(?:import|export) type [^;]*;$/gm, '');
    for (const [, to = ''] of text.matchAll(/(?:from |import\(|import )'(\.[^']+\.ts)'/g))
      waiting.push(join(dirname(file), to));
  }
  return [...found];
}
