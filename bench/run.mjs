import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { print } from './table.mjs';

/**
 * Runs all benches, or those whose names are given, and prints one table of all results that there are. `--short` for
 * a quick look, `--table` for the table alone, `--readme` to put it into bench/README.md with its plots.
 */
const [names, flags] = [
  process.argv.slice(2).filter((each) => !each.startsWith('-')),
  process.argv.slice(2).filter((each) => each.startsWith('-')),
];
const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.bench.mjs'));
const wanted = flags.includes('--table')
  ? []
  : files.filter((each) => names.length === 0 || names.includes(each.replace('.bench.mjs', '')));
const failed = wanted.filter((file) => {
  console.log(`\n— ${file.replace('.bench.mjs', '')}`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, file), ...flags], {
    stdio: 'inherit',
  });
  return status !== 0;
});
print({ intoReadme: flags.includes('--readme') });
if (failed.length > 0) console.error(`Did not end well: ${failed.join(', ')}`);
process.exit(failed.length > 0 ? 1 : 0);
