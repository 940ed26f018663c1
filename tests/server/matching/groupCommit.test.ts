import { describe, expect, it } from 'vitest';
import { RuleError } from '../../../domain/index.ts';
import type { Outcome } from '../../../server/matching/groupCommit.ts';
import { Writer } from '../../../server/matching/groupCommit.ts';
import type { Job, Turn } from '../../../server/products/spot/turn.ts';

const jobOf = (name: string, key = name): Job<string> => ({
  command: { userId: 1, key, call: 'place', request: {}, hash: name },
  markets: [],
  decide: () => name,
});
const done = (jobs: readonly Job[]): Outcome[] => jobs.map((job) => ({ answer: job.decide({} as never) }));
const sizes = (turns: readonly (readonly Job[])[]) => turns.map(({ length }) => length);

/** A writer whose turns are kept; the loop turns when the test says so. */
function setUp(perform: (jobs: readonly Job[]) => Promise<readonly Outcome[]> = async (jobs) => done(jobs)) {
  const turns: (readonly Job[])[] = [];
  const paused: (() => void)[] = [];
  const writer = new Writer<Turn, Job>(
    (jobs) => {
      turns.push(jobs);
      return perform(jobs);
    },
    () => new Promise((resolve) => void paused.push(resolve)),
  );
  const turn = async () => {
    paused.shift()?.();
    for (let i = 0; i < 20; i++) await Promise.resolve();
  };
  return { writer, turns, turn };
}

describe('the writer', () => {
  it('takes along whatever comes until the event loop has turned', async () => {
    const { writer, turns, turn } = setUp();
    const first = writer.run(jobOf('a'));
    await Promise.resolve();
    const second = writer.run(jobOf('b'));
    await turn();
    expect(await Promise.all([first, second])).toEqual(['a', 'b']);
    expect(sizes(turns)).toEqual([2]);
    await writer.idle();
  });

  it('does no more than 40 together, in the order in which they came', async () => {
    const { writer, turns, turn } = setUp();
    const all = Array.from({ length: 95 }, (_, i) => writer.run(jobOf(String(i))));
    for (let i = 0; i < 3; i++) await turn();
    expect(await Promise.all(all)).toEqual(Array.from({ length: 95 }, (_, i) => String(i)));
    expect(sizes(turns)).toEqual([40, 40, 15]);
  });

  it('never has one key twice in a turn', async () => {
    const { writer, turns, turn } = setUp();
    const all = [jobOf('a', 'same'), jobOf('b'), jobOf('c', 'same')].map((job) => writer.run(job));
    await turn();
    await turn();
    await Promise.all(all);
    expect(sizes(turns)).toEqual([2, 1]);
  });

  it('fails only the one that spoils a turn', async () => {
    const { writer, turns, turn } = setUp(async (jobs) => {
      if (jobs.some(({ command }) => command?.key === 'bad')) throw new Error('spoiled');
      return done(jobs);
    });
    const all = ['a', 'bad', 'c'].map((name) => writer.run(jobOf(name)));
    const settled = Promise.allSettled(all);
    await turn();
    expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(sizes(turns)).toEqual([3, 1, 1, 1]);
  });

  it('hands a refusal to whom it concerns', async () => {
    const { writer, turn } = setUp(async (jobs) =>
      jobs.map((_, i) => (i === 0 ? { refusal: new RuleError('marketClosed') } : { answer: 'fine' })),
    );
    const settled = Promise.allSettled([writer.run(jobOf('a')), writer.run(jobOf('b'))]);
    await turn();
    expect(await settled).toMatchObject([
      { status: 'rejected', reason: { code: 'marketClosed' } },
      { status: 'fulfilled', value: 'fine' },
    ]);
  });
});
