import { relative } from 'node:path';
import { root } from './run.mjs';

const SHOWN = 15;

/** Tests of a report of vitest's: each with its title and seconds. */
export const unitTimes = ({ testResults }) =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      title: `${relative(root, name)}: ${fullName}`,
      seconds: (duration ?? 0) / 1_000,
    })),
  );

/** Tests of a report of Playwright's, each try of them added up. */
export const browserTimes = ({ specs = [], suites = [], file }) => [
  ...specs.flatMap(({ title, tests }) =>
    tests.map(({ results }) => ({
      title: `${file}: ${title}`,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1_000,
    })),
  ),
  ...suites.flatMap(browserTimes),
];

/** The slowest first, a line each. */
export function slowest(times, shown = SHOWN) {
  return [...times]
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, shown)
    .map(({ title, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${title}`);
}
