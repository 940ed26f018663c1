import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingError } from '../config.ts';

/** A folder of data belongs to one process: two writers lose what the first was told is safe. */
export class FolderLockedError extends SettingError {}

const TRIES = 5;

/**
 * Takes a folder for this process. A lock that a dead process left behind is taken over.
 * @returns gives the folder back. @throws {FolderLockedError} while another process holds it.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'tidemark.lock');
  const own = `${file}.${process.pid}`;
  const word = `${process.pid} ${startOf(process.pid) ?? ''}`;
  for (let tries = 0; tries < TRIES; tries++) {
    if (linked(own, file, word)) return giveBack(file);
    const held = textOf(file);
    if (held === undefined) continue;
    const [pid = '', start = ''] = held.trim().split(' ');
    if (isAlive(Number.parseInt(pid, 10), start))
      throw new FolderLockedError(`The folder ${folder} is in use by process ${pid}: stop it first.`);
    takeAway(file, `${own}.stale`, held);
  }
  throw new FolderLockedError(`The folder ${folder} is being taken by another process.`);
}

/** Gives a lock back once: after that it may be somebody else's. */
function giveBack(file: string): () => void {
  let isOurs = true;
  return () => {
    if (isOurs) rmSync(file, { force: true });
    isOurs = false;
  };
}

/** The lock appears whole or not at all. */
function linked(own: string, file: string, word: string): boolean {
  writeFileSync(own, word, { mode: 0o600 });
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

/** Takes a dead lock away; one that was renewed meanwhile is put back. */
function takeAway(file: string, aside: string, dead: string): void {
  try {
    renameSync(file, aside);
    if (textOf(aside) !== dead) linkSync(aside, file);
  } catch {
    // Somebody else was faster: the next round sees who.
  }
  rmSync(aside, { force: true });
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Whether the process of this number still is the one that wrote the lock: numbers are used again. */
function isAlive(pid: number, start: string): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const [state, now] = [stateOf(pid), startOf(pid)];
  // Z: it has ended, and its parent has not asked yet.
  return state !== 'Z' && (now === undefined || start === '' || now === start);
}

const stateOf = (pid: number): string | undefined => statOf(pid)[0];
/** When a process began, in the system's own ticks; undefined where the system does not say. */
const startOf = (pid: number): string | undefined => statOf(pid)[19];

/** What Linux says of a process, from its state on; its name before that may hold anything. */
function statOf(pid: number): readonly string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(') ') + 2).split(' ');
  } catch {
    return [];
  }
}
