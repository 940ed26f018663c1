import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundle } from '../../support/bundle.ts';
import { engines, ownDatabase } from '../../support/databases.ts';
import { times } from '../../support/often.ts';
import { Chaos } from '../../support/shards/chaos.ts';
import { One } from '../../support/shards/one.ts';
import { outcomeOf } from '../../support/shards/outcome.ts';
import { prove, runLoad } from '../../support/shards/proof.ts';
import { shardOf } from '../../support/shards/shapes.ts';
import { Trial } from '../../support/shards/trial.ts';
import { depositsOf, trialMarkets, UserWorkload } from '../../support/shards/workload.ts';

/** How often a process is killed, cut off or replaced while it is stopped. */
const KILLS = times('SHARD_KILLS', 16, 16);
const SEED = times('SHARD_SEED', 7, 7);
const MAX_MS = 280_000;

const postgres = engines.find(({ engine }) => engine === 'postgres');
const topology = { userProcesses: 2, bookProcesses: 2, markets: trialMarkets };

describe.skipIf(!postgres || postgres.missing !== undefined)('two shards of users and two of books', () => {
  let program = '';
  let url = '';
  let trial: Trial | undefined;
  const open = async (more: { bellLoss?: number; snapshotEvery?: number } = {}): Promise<Trial> => {
    trial = await Trial.open({ ...topology, program, url, ...more });
    return trial;
  };
  beforeAll(async () => {
    program = await bundle('tests/support/shards/process.ts');
  }, 60_000);
  beforeEach(async () => {
    url = (await postgres?.newPlace()) ?? '';
  });
  afterEach(() => trial?.close());
  afterAll(() => postgres?.stop(), 60_000);

  it(
    'come to the same as one exchange, to the digit',
    async () => {
      const made = await open();
      const replies = await runLoad(made, { userCount: 40, commandCount: 100, seed: SEED });
      const { orders, fills, refused } = await prove(made, topology, replies, await ownDatabase());
      expect(orders).toBeGreaterThan(2_000);
      expect(fills).toBeGreaterThan(2_000);
      expect(refused).toBeGreaterThan(100);
      expect(made.slots.flatMap(({ ends }) => ends)).toEqual([]);
    },
    MAX_MS,
  );

  it(
    'refuse what one exchange refuses, where each command waits for all before it',
    async () => {
      const made = await open();
      const deposits = depositsOf(10);
      for (const deposit of deposits) await made.send(deposit);
      const one = await One.open(await ownDatabase(), deposits);
      const workloads = Array.from({ length: 10 }, (_, i) => new UserWorkload(i + 1, SEED));
      let refusals = 0;
      for (let n = 0; n < 300; n++) {
        const workload = workloads[(n * 7) % workloads.length];
        if (!workload) continue;
        const command = workload.next();
        await made.quiet();
        const reply = await made.send(command);
        workload.replied(command, reply);
        const id = 'answer' in reply ? reply.answer.id : -n;
        await one.run(command.kind === 'cancel' ? command : { ...command, id });
        await one.idle();
        if (!('refused' in reply)) continue;
        refusals += 1;
        expect([command, reply.refused]).toEqual([command, one.refusalOf(command.key)]);
      }
      const { bookRows } = await made.logs();
      const [many, single] = [outcomeOf(await made.quiet(), bookRows), await one.outcome()];
      one.close();
      expect(refusals).toBeGreaterThan(5);
      expect([many.balances, many.fees, many.fills]).toEqual([single.balances, single.fees, single.fills]);
    },
    MAX_MS,
  );

  it(
    'are not answered by a process that was replaced, not even with a refusal',
    async () => {
      const made = await open();
      const slot = made.userSlot(1);
      const [first] = depositsOf(1);
      if (!first) throw new Error('nobody pays in');
      await made.send(first);
      const goOn = await slot.replaceStopped();
      // It knows no such order; its successor might.
      expect(await goOn({ kind: 'cancel', key: 'late-cancel', user: 1, id: 1 })).toBe(3);
      expect(slot.late).toEqual([]);
    },
    MAX_MS,
  );

  it(
    'lose nothing and do nothing twice while they are killed, cut off and replaced',
    async () => {
      const made = await open({ bellLoss: 0.3, snapshotEvery: 4 });
      const chaos = new Chaos(made, SEED);
      const running = chaos.run(KILLS);
      const replies = await runLoad(
        made,
        { userCount: 40, commandCount: 50, seed: SEED },
        {
          isMore: () => !chaos.isOver,
        },
      );
      await running;
      await prove(made, topology, replies, await ownDatabase());
      expect(chaos.ends).toHaveLength(KILLS);
      expect(chaos.ends.filter((how) => how === 'stopped')).toHaveLength(2);
      expect(chaos.fenced).toEqual([3, 3]);
      const first = depositsOf(1)[0];
      if (!first) throw new Error('nobody pays in');
      // Long after everybody's memory of it has been read again: the same answer, and another command under its key none.
      expect(await made.send(first)).toEqual(replies.get(first.key)?.reply);
      expect(await made.send({ ...first, amount: '1' } as typeof first)).toEqual({ refused: 'keyReused' });
    },
    MAX_MS,
  );

  it('come to the same as one exchange, although one of each is killed meanwhile', async () => {
    const made = await open({ snapshotEvery: 2 });
    const load = { userCount: 12, commandCount: 20, seed: 1 };
    const replies = await runLoad(made, load, {
      progress(count) {
        if (count === 120) made.users[0]?.kill();
        if (count === 180) made.books[1]?.kill();
      },
    });
    const { fills } = await prove(made, topology, replies, await ownDatabase());
    expect(made.slots.flatMap(({ ends }) => ends)).toEqual(['SIGKILL', 'SIGKILL']);
    expect(fills).toBeGreaterThan(50);
  });
});

it('spread users evenly over the virtual shards', () => {
  const counts = [0, 0];
  for (let user = 1; user <= 1_000; user++) counts[shardOf(user) % 2] = (counts[shardOf(user) % 2] ?? 0) + 1;
  expect(Math.min(...counts)).toBeGreaterThan(450);
});
