import { readFileSync } from 'node:fs';
import { inputsIn, readCaseFile } from './caseFile.ts';
import type { Miss } from './check.ts';
import { checkCase } from './check.ts';

const shown = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

function print(file: string, { id, op, inputs, expected, got, why }: Miss): void {
  console.log(`MISS  ${file}  ${id}  ${op}`);
  console.log(`  why       ${why}`);
  console.log(`  inputs    ${shown(inputs)}`);
  console.log(`  expected  ${shown(expected)}`);
  console.log(`  got       ${shown(got)}`);
}

/** Checks one file and prints its misses; a file that cannot be read is a miss. */
function runFile(file: string): { readonly met: number; readonly missed: number } {
  let cases: readonly unknown[];
  try {
    const text = readFileSync(file, 'utf8');
    const inputs = inputsIn(text);
    if (inputs !== undefined) {
      console.log(`skip  ${file}  ${inputs} inputs for the exchange, not for its rules: npm test sends them`);
      return { met: 0, missed: 0 };
    }
    cases = readCaseFile(text);
  } catch (error) {
    console.log(`MISS  ${file}  ${error instanceof Error ? error.message : String(error)}`);
    return { met: 0, missed: 1 };
  }
  const found = cases.flatMap((each, i) => checkCase(each, `case ${i + 1}`) ?? []);
  const misses = found.filter((each) => !('absent' in each));
  for (const each of found)
    if ('absent' in each) console.log(`none  ${file}  ${each.id}  ${each.op}: ${each.absent}`);
    else print(file, each);
  const met = cases.length - found.length;
  const of = cases.length - (found.length - misses.length);
  console.log(`${misses.length === 0 ? 'ok  ' : 'MISS'}  ${file}  ${met} of ${of}`);
  return { met, missed: misses.length };
}

/** Checks the files in turn. @returns whether every case of every file is met. */
export function runFiles(files: readonly string[]): boolean {
  const sums = files.map(runFile);
  const total = (key: 'met' | 'missed') => sums.reduce((sum, each) => sum + each[key], 0);
  console.log(`${total('met')} met, ${total('missed')} missed`);
  return total('missed') === 0;
}
