import { describe, expect, it } from 'vitest';
import { RuleError } from '../../../domain/index.ts';
import type { Result } from '../../../server/matching/groupCommit.ts';
import { GroupCommit } from '../../../server/matching/groupCommit.ts';
import type { SpotBatch, SpotCommand } from '../../../server/products/spot/batch.ts';

const commandOf = (name: string, key = name): SpotCommand<string> => ({
  key: { userId: 1, key, call: 'place', request: {}, hash: name },
  markets: [],
  decide: () => name,
});
const done = (commands: readonly SpotCommand[]): Result[] =>
  commands.map((command) => ({ answer: command.decide({} as never) }));
const sizes = (groups: readonly (readonly SpotCommand[])[]) => groups.map(({ length }) => length);

/** A queue whose groups are kept; the loop turns when the test says so. */
function setUp(
  perform: (commands: readonly SpotCommand[]) => Promise<readonly Result[]> = async (commands) =>
    done(commands),
) {
  const groups: (readonly SpotCommand[])[] = [];
  const paused: (() => void)[] = [];
  const queue = new GroupCommit<SpotBatch, SpotCommand>(
    (commands) => {
      groups.push(commands);
      return perform(commands);
    },
    () => new Promise((resolve) => void paused.push(resolve)),
  );
  const turn = async () => {
    paused.shift()?.();
    for (let i = 0; i < 20; i++) await Promise.resolve();
  };
  return { queue, groups, turn };
}

describe('the queue', () => {
  it('takes along whatever comes until the event loop has turned', async () => {
    const { queue, groups, turn } = setUp();
    const first = queue.run(commandOf('a'));
    await Promise.resolve();
    const second = queue.run(commandOf('b'));
    await turn();
    expect(await Promise.all([first, second])).toEqual(['a', 'b']);
    expect(sizes(groups)).toEqual([2]);
    await queue.idle();
  });

  it('does no more than 192 together, in the order in which they came', async () => {
    const { queue, groups, turn } = setUp();
    const all = Array.from({ length: 399 }, (_, i) => queue.run(commandOf(String(i))));
    for (let i = 0; i < 3; i++) await turn();
    expect(await Promise.all(all)).toEqual(Array.from({ length: 399 }, (_, i) => String(i)));
    expect(sizes(groups)).toEqual([192, 192, 15]);
  });

  it('never has one key twice in a turn', async () => {
    const { queue, groups, turn } = setUp();
    const all = [commandOf('a', 'same'), commandOf('b'), commandOf('c', 'same')].map((command) =>
      queue.run(command),
    );
    await turn();
    await turn();
    await Promise.all(all);
    expect(sizes(groups)).toEqual([2, 1]);
  });

  it('fails only the one that spoils a group', async () => {
    const { queue, groups, turn } = setUp(async (commands) => {
      if (commands.some(({ key }) => key?.key === 'bad')) throw new Error('spoiled');
      return done(commands);
    });
    const all = ['a', 'bad', 'c'].map((name) => queue.run(commandOf(name)));
    const settled = Promise.allSettled(all);
    await turn();
    expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(sizes(groups)).toEqual([3, 1, 1, 1]);
  });

  it('hands a refusal to whom it concerns', async () => {
    const { queue, turn } = setUp(async (commands) =>
      commands.map((_, i) => (i === 0 ? { refusal: new RuleError('marketClosed') } : { answer: 'fine' })),
    );
    const settled = Promise.allSettled([queue.run(commandOf('a')), queue.run(commandOf('b'))]);
    await turn();
    expect(await settled).toMatchObject([
      { status: 'rejected', reason: { code: 'marketClosed' } },
      { status: 'fulfilled', value: 'fine' },
    ]);
  });
});
