import { install } from './install.mjs';
import { bin, run, step } from './run.mjs';

const ENVIRONMENTS = ['domain', 'feeds', 'workers', 'src', 'server', 'tests', 'bench'];

/** What is known of types from the last time: they are checked again where something has changed. */
const known = (folder) => ['--incremental', '--tsBuildInfoFile', `node_modules/.cache/types/${folder}.json`];

/** All at once, each in one thread: more would look at the same types again, each for itself. */
async function types() {
  const results = await Promise.all(
    ENVIRONMENTS.map((folder) =>
      run(bin('tsc'), ['-p', folder, '--singleThreaded', ...known(folder)], { quiet: true }),
    ),
  );
  return {
    code: results.some(({ code }) => code !== 0) ? 1 : 0,
    output: results.map(({ output }) => output).join(''),
  };
}

/** Types in each environment, lint with the import fences, and what nothing uses. */
export async function check() {
  const steps = [
    await step('types', types),
    await step('lint, format and import fences', () =>
      run(bin('biome'), ['ci', '--colors=off', '--error-on-warnings', '.'], { quiet: true }),
    ),
    await step('unused files, exports and packages', () => run(bin('knip'), [], { quiet: true })),
  ];
  return steps.every(Boolean);
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  install();
  process.exit((await check()) ? 0 : 1);
}
