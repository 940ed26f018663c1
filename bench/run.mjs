import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Runs all benches, or those whose names are given; `--short` for a quick look. */
const [names, flags] = [
  process.argv.slice(2).filter((each) => !each.startsWith('-')),
  process.argv.slice(2).filter((each) => each.startsWith('-')),
];
const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.bench.mjs'));
for (const file of files.filter(
  (each) => names.length === 0 || names.includes(each.replace('.bench.mjs', '')),
)) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, file), ...flags], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
