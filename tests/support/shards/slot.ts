import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Answer, Command, FromProcess, ProcessConfig, ProcessState } from './shapes.ts';

/** What a command was answered: done, or refused by a rule. */
export type Reply = { readonly answer: Answer } | { readonly refused: string };

/** After which a process that was replaced should have noticed it. */
const COMES_BACK_MS = 10_000;

/** Ends by themselves, of processes in a row, after which another would end too. */
const MOST_FAILURES = 8;

interface Waiting {
  readonly command: Command;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
}

/** A place for one process after the other: what is not answered is sent again to the successor, with the same key. */
export class Slot {
  readonly config: ProcessConfig;
  /** Signals and codes by which processes have ended. */
  readonly ends: (string | number | null)[] = [];
  /** What processes have written on their error streams. */
  readonly errors: string[] = [];
  /** Keys that were answered twice, and differently. */
  readonly contradictions: string[] = [];
  /** Keys that a process has answered for nobody: it was replaced. */
  readonly late: string[] = [];
  readonly #program: string;
  readonly #waiting = new Map<string, Waiting>();
  readonly #answered = new Map<string, string>();
  readonly #states = new Map<number, (state: ProcessState | undefined) => void>();
  readonly #all = new Set<ChildProcess>();
  #child: ChildProcess | undefined;
  /** Why no process is started any more. */
  failure: Error | undefined;
  #failures = 0;
  #isReady = false;
  #isClosing = false;
  #count = 0;

  constructor(program: string, config: ProcessConfig) {
    this.#program = program;
    this.config = config;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts a process, and another when it ends. Resolves when it serves. */
  async start(): Promise<void> {
    const child = fork(this.#program, [JSON.stringify(this.config)], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [],
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    this.#child = child;
    this.#isReady = false;
    this.#all.add(child);
    child.stderr?.on('data', (chunk) => void this.errors.push(String(chunk)));
    child.on('message', (message: FromProcess) => this.#received(child, message));
    // A write to a process that has just ended; its end is an event of its own.
    child.on('error', () => undefined);
    child.on('exit', (code, signal) => this.#ended(child, signal ?? code));
    while (!this.#isReady && this.#child === child && child.exitCode === null && child.signalCode === null)
      await Promise.race([once(child, 'message'), once(child, 'exit')]);
  }

  send(command: Command): Promise<Reply> {
    if (this.failure) return Promise.reject(this.failure);
    return new Promise((resolve, reject) => {
      this.#waiting.set(command.key, { command, resolve, reject });
      if (this.#isReady) this.#child?.send({ call: 'command', command });
    });
  }

  /** What the process has in memory; undefined when it ends before it answers. */
  state(): Promise<ProcessState | undefined> {
    const child = this.#child;
    if (!child || !this.#isReady) return Promise.resolve(undefined);
    this.#count += 1;
    const n = this.#count;
    return new Promise((resolve) => {
      const done = (state: ProcessState | undefined): void => {
        this.#states.delete(n);
        child.off('exit', gone);
        resolve(state);
      };
      const gone = (): void => done(undefined);
      this.#states.set(n, done);
      child.on('exit', gone);
      child.send({ call: 'state', n });
    });
  }

  kill(): void {
    this.#child?.kill('SIGKILL');
  }

  /**
   * Stops the process, and starts a successor beside it. @returns lets the old one go on: it has a command that it has
   * not read yet, and everything that had come until it was stopped. Resolves with how it ends.
   */
  async replaceStopped(): Promise<(last?: Command) => Promise<string | number | null>> {
    const old = this.#child;
    old?.kill('SIGSTOP');
    await this.start();
    return async (last) => {
      if (!old) return null;
      const ended = once(old, 'exit');
      if (last) old.send({ call: 'command', command: last });
      old.kill('SIGCONT');
      const alive = new Promise<['alive', null]>((resolve) =>
        setTimeout(resolve, COMES_BACK_MS, ['alive', null]),
      );
      const [code, signal] = (await Promise.race([ended, alive])) as [string | number | null, string | null];
      return signal ?? code;
    };
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all(
      [...this.#all].map(async (child) => {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }),
    );
  }

  #received(child: ChildProcess, message: FromProcess): void {
    if (message.is === 'state') this.#states.get(message.n)?.(message.state);
    else if (message.is === 'ready' && child === this.#child) {
      this.#isReady = true;
      for (const { command } of this.#waiting.values()) child.send({ call: 'command', command });
    } else if (message.is === 'answer') {
      const { key, answer, refused } = message;
      // Nobody keeps what was refused: sent again, the same may be taken.
      if (answer) this.#mustAgree(key, JSON.stringify(answer));
      const waiting = this.#waiting.get(key);
      if (!waiting && child !== this.#child) this.late.push(key);
      this.#waiting.delete(key);
      waiting?.resolve(answer ? { answer } : { refused: refused ?? '' });
    }
  }

  #mustAgree(key: string, answer: string): void {
    const before = this.#answered.get(key);
    if (before !== undefined && before !== answer) this.contradictions.push(`${key}: ${before}, ${answer}`);
    this.#answered.set(key, answer);
  }

  #ended(child: ChildProcess, how: string | number | null): void {
    this.#all.delete(child);
    this.ends.push(how);
    if (child !== this.#child || this.#isClosing) return;
    this.#isReady = false;
    this.#failures = how === 'SIGKILL' ? 0 : this.#failures + 1;
    if (this.#failures < MOST_FAILURES) {
      void this.start();
      return;
    }
    this.failure = new Error(this.errors.at(-1));
    for (const { reject } of this.#waiting.values()) reject(this.failure);
  }
}
