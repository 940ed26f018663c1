import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundle } from '../../support/bundle.ts';
import { engines, memoryDatabase } from '../../support/databases.ts';
import { prove, runLoad } from '../../support/shards/proof.ts';
import { shardOf } from '../../support/shards/shapes.ts';
import { Trial } from '../../support/shards/trial.ts';
import { trialMarkets } from '../../support/shards/workload.ts';

const postgres = engines.find(({ engine }) => engine === 'postgres');
const topology = { userProcesses: 2, bookProcesses: 2, markets: trialMarkets };

describe.skipIf(!postgres || postgres.missing !== undefined)('two shards of users and two of books', () => {
  let program = '';
  let url = '';
  let trial: Trial | undefined;
  beforeAll(async () => {
    program = await bundle('tests/support/shards/process.ts');
  }, 60_000);
  beforeEach(async () => {
    url = (await postgres?.newPlace()) ?? '';
  });
  afterEach(() => trial?.close());
  afterAll(() => postgres?.stop(), 60_000);

  it('come to the same as one exchange, although one of each is killed meanwhile', async () => {
    const made = await Trial.open({ ...topology, program, url, snapshotEvery: 2 });
    trial = made;
    const load = { userCount: 12, commandCount: 20, seed: 1 };
    const replies = await runLoad(made, load, {
      progress(count) {
        if (count === 120) made.users[0]?.kill();
        if (count === 180) made.books[1]?.kill();
      },
    });
    const { fills } = await prove(made, topology, replies, await memoryDatabase());
    expect(made.slots.flatMap(({ ends }) => ends)).toEqual(['SIGKILL', 'SIGKILL']);
    expect(fills).toBeGreaterThan(50);
  });
});

it('spread users evenly over the virtual shards', () => {
  const counts = [0, 0];
  for (let user = 1; user <= 1_000; user++) counts[shardOf(user) % 2] = (counts[shardOf(user) % 2] ?? 0) + 1;
  expect(Math.min(...counts)).toBeGreaterThan(450);
});
