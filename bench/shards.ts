import { findPostgres } from '../tests/support/postgres.ts';
import type { Command, ProcessState } from '../tests/support/shards/shapes.ts';
import { Trial } from '../tests/support/shards/trial.ts';
import { depositsOf, trialMarkets, UserWorkload } from '../tests/support/shards/workload.ts';

/** What came of one stretch of time. */
export interface Measured {
  /** Commands that were answered and not refused. */
  readonly accepted: number;
  readonly refused: number;
  readonly perSecond: number;
  /** ms until an answer. */
  readonly times: readonly number[];
  /** Seconds until the books had matched, and users' shards had applied, all of it. */
  readonly drainSeconds: number;
  /** Processor time for an accepted command, ms: of all processes for users, of all for books, and of this one, which sends. */
  readonly userCpuMs: number;
  readonly bookCpuMs: number;
  readonly clientCpuMs: number;
  /** Rows that were appended for an accepted command. */
  readonly userRows: number;
  readonly bookRows: number;
}

export interface ShardBench {
  /** All clients at once, each with one command after the other. */
  run(ms: number): Promise<Measured>;
  close(): Promise<void>;
}

/** A durable server. @param program the bundled process. */
export async function openServer(program: string, clients: number) {
  const found = findPostgres();
  if ('missing' in found) return { missing: found.missing };
  const server = await found.start({ isDurable: true });
  const open = async (userProcesses: number, bookProcesses: number): Promise<ShardBench> => {
    const url = await server.newDatabase();
    const topology = { userProcesses, bookProcesses, markets: trialMarkets };
    return benchOf(await Trial.open({ ...topology, program, url, pollMs: 200 }), clients);
  };
  return { open, stop: () => server.stop() };
}

const cpuOf = (states: readonly ProcessState[]): number => states.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
const headsOf = (states: readonly ProcessState[]): number =>
  states.flatMap(({ heads }) => heads).reduce((sum, [, seq]) => sum + seq, 0);

async function benchOf(trial: Trial, clients: number): Promise<ShardBench> {
  const workloads = Array.from({ length: clients }, (_, i) => new UserWorkload(i + 1, 1));
  await Promise.all(depositsOf(clients).map((deposit: Command) => trial.send(deposit)));
  return {
    async run(ms) {
      const before = await trial.quiet();
      const used = process.cpuUsage();
      const times: number[] = [];
      let refused = 0;
      const begun = performance.now();
      await Promise.all(
        workloads.map(async (workload) => {
          while (performance.now() - begun < ms) {
            const command = workload.next();
            const since = performance.now();
            const reply = await trial.send(command);
            if ('answer' in reply) times.push(performance.now() - since);
            else refused += 1;
            workload.replied(command, reply);
          }
        }),
      );
      const ended = performance.now();
      const { user, system } = process.cpuUsage(used);
      const after = await trial.quiet();
      const each = (amount: number): number => amount / times.length;
      return {
        ...{ accepted: times.length, refused, times, perSecond: (times.length * 1_000) / (ended - begun) },
        drainSeconds: (performance.now() - ended) / 1_000,
        userCpuMs: each(cpuOf(after.users) - cpuOf(before.users)),
        bookCpuMs: each(cpuOf(after.books) - cpuOf(before.books)),
        clientCpuMs: each((user + system) / 1_000),
        userRows: each(headsOf(after.users) - headsOf(before.users)),
        bookRows: each(headsOf(after.books) - headsOf(before.books)),
      };
    },
    close: () => trial.close(),
  };
}
