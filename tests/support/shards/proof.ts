import { expect } from 'vitest';
import type { Database } from '../../../server/base/db/database.ts';
import { flawsIn } from './flaws.ts';
import { linearOrder } from './linear.ts';
import { One } from './one.ts';
import { outcomeOf } from './outcome.ts';
import type { Command, Topology } from './shapes.ts';
import type { Reply } from './slot.ts';
import type { Trial } from './trial.ts';
import { depositsOf, UserWorkload } from './workload.ts';

/** Every command that was sent, with what it was answered. */
export type Replies = Map<string, { readonly command: Command; readonly reply: Reply }>;

const REST_MS = 100;

interface LoadOptions {
  readonly userCount: number;
  /** Commands of each user, one after the other. */
  readonly commandCount: number;
  readonly seed: number;
}

/**
 * Pays in, and lets all users trade at once. @param progress called with the number of answers so far.
 * @param isMore whether to go on, however many there were; as long as it does, a user waits after each answer.
 */
export async function runLoad(
  trial: Trial,
  { userCount, commandCount, seed }: LoadOptions,
  {
    progress = () => undefined,
    isMore = () => false,
  }: { readonly progress?: (count: number) => void; readonly isMore?: () => boolean } = {},
): Promise<Replies> {
  const replies: Replies = new Map();
  const send = async (command: Command): Promise<Reply> => {
    const reply = await trial.send(command);
    replies.set(command.key, { command, reply });
    progress(replies.size);
    return reply;
  };
  await Promise.all(depositsOf(userCount).map(send));
  await Promise.all(
    Array.from({ length: userCount }, async (_, i) => {
      const workload = new UserWorkload(i + 1, seed);
      for (let n = 0; n < commandCount || isMore(); n++) {
        const command = workload.next();
        workload.replied(command, await send(command));
        if (isMore()) await new Promise((resolve) => setTimeout(resolve, REST_MS));
      }
    }),
  );
  return replies;
}

/** What a run came to. */
export interface Proven {
  readonly fills: number;
  readonly orders: number;
  readonly refused: number;
}

/**
 * Waits until nothing is on its way, and proves it: no rule of logs and money is broken, what was answered is in the
 * logs once, and the exchange's own engine comes to the same by the same commands in the order that the logs have.
 * @param db migrated and empty, of the one exchange.
 */
export async function prove(
  trial: Trial,
  topology: Topology,
  replies: Replies,
  db: Database,
): Promise<Proven> {
  const quiet = await trial.quiet();
  const logs = await trial.logs();
  expect(flawsIn(quiet, logs, topology)).toEqual([]);
  expect(trial.slots.flatMap(({ contradictions }) => contradictions)).toEqual([]);
  expect(
    lostOf(
      replies,
      logs.userRows.flatMap(({ body }) => body.entries),
    ),
  ).toEqual([]);
  const one = await One.open(
    db,
    [...replies.values()].map(({ command }) => command).filter(({ kind }) => kind === 'deposit'),
  );
  for (const entry of linearOrder(logs, topology)) await one.run(entry);
  const [many, single] = [outcomeOf(quiet, logs.bookRows), await one.outcome()];
  one.close();
  expect(many).toEqual(single);
  const refused = [...replies.values()].filter(({ reply }) => 'refused' in reply).length;
  return { fills: Object.values(many.fills).flat().length, orders: Object.keys(many.orders).length, refused };
}

/** Answered commands that the logs do not have with that number, and entries that nobody was answered. */
function lostOf(
  replies: Replies,
  entries: readonly { readonly key: string; readonly id: number }[],
): string[] {
  const logged = new Map(entries.map(({ key, id }) => [key, id]));
  const acknowledged = [...replies].flatMap(([key, { reply }]) =>
    'answer' in reply ? [[key, reply.answer.id] as const] : [],
  );
  return [
    ...acknowledged.filter(([key, id]) => logged.get(key) !== id).map(([key]) => `lost: ${key}`),
    ...[...logged.keys()].filter((key) => !replies.has(key)).map((key) => `nobody has sent ${key}`),
    ...[...replies]
      .filter(([key, { reply }]) => 'refused' in reply && logged.has(key))
      .map(([key]) => `refused, and taken: ${key}`),
  ];
}
