import { spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { SettingError } from '../../base/config.ts';

/** A folder of data belongs to one process: two writers lose what the first acknowledged. */
export class FolderLockedError extends SettingError {}

/** Its name in a folder of data. */
export const LOCK_FILE = 'tidemark.lock';

/** A lock file can be removed by its last owner between the opening and the locking of it. */
const TRIES = 50;
/** Open flags that lock: Node names neither. macOS has O_EXLOCK, libuv opens without sharing on Windows. */
const MAC_EXCLUSIVE = 0x20;
const WINDOWS_EXCLUSIVE = 0x10000000;

/**
 * Takes a folder for this process by a lock of the operating system, which holds across containers of one machine and
 * ends with the process however it ends. @returns gives the folder back.
 * @throws {FolderLockedError} while another process holds it. @throws {SettingError} where no lock holds.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, LOCK_FILE);
  for (let tries = 0; tries < TRIES; tries++) {
    const fd = openLocked(file);
    if (fd === undefined)
      throw new FolderLockedError(`The folder ${folder} is in use by ${ownerOf(file)}: stop it first.`);
    if (!isSameFile(fd, file)) {
      closeSync(fd);
      continue;
    }
    try {
      requireThatItHolds(file, folder);
      writeOwner(fd);
    } catch (error) {
      closeSync(fd);
      throw error;
    }
    return unlockOnce(fd, file);
  }
  throw new FolderLockedError(`The folder ${folder} is being taken by another process.`);
}

/** Releases a lock once: after that another process may own it. */
function unlockOnce(fd: number, file: string): () => void {
  let isOurs = true;
  return () => {
    if (!isOurs) return;
    isOurs = false;
    // Windows removes no open file; there the file stays, without a lock.
    if (process.platform !== 'win32') rmSync(file, { force: true });
    closeSync(fd);
  };
}

/** @returns the descriptor that holds the lock, or undefined while another holds it. */
function openLocked(file: string): number | undefined {
  const flags = constants.O_RDWR | constants.O_CREAT;
  if (process.platform === 'win32') return openExclusive(file, flags | WINDOWS_EXCLUSIVE);
  if (process.platform === 'darwin') return openExclusive(file, flags | MAC_EXCLUSIVE | constants.O_NONBLOCK);
  const fd = openSync(file, flags, 0o600);
  try {
    if (flock(fd)) return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  closeSync(fd);
  return undefined;
}

function openExclusive(file: string, flags: number): number | undefined {
  try {
    return openSync(file, flags, 0o600);
  } catch (error) {
    if (['EAGAIN', 'EWOULDBLOCK', 'EBUSY', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return undefined;
    throw error;
  }
}

/**
 * Node has no flock of its own. The program locks the open file that it inherits, so the lock stays with this process
 * when the program has ended. @returns false while another process holds it.
 */
function flock(fd: number): boolean {
  const { status, error, stderr } = spawnSync('flock', ['-n', '3'], {
    stdio: ['ignore', 'ignore', 'pipe', fd],
  });
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')
    throw new SettingError(
      'The program flock is missing: install the package util-linux, or set DATABASE_URL.',
    );
  if (error) throw error;
  if (status === 0 || status === 1) return status === 0;
  throw new SettingError(
    `The folder of data cannot be locked (${stderr.toString().trim() || `flock ended with ${status}`}): use a disk of this machine, or set DATABASE_URL.`,
  );
}

/** Some network drives grant every lock: there two processes would write. */
function requireThatItHolds(file: string, folder: string): void {
  const second = openLocked(file);
  if (second === undefined) return;
  closeSync(second);
  throw new SettingError(
    `Locks do not hold on the drive of ${folder}: use a disk of this machine, or set DATABASE_URL.`,
  );
}

/** Whether the path still leads to the open file. */
function isSameFile(fd: number, file: string): boolean {
  const named = statSync(file, { bigint: true, throwIfNoEntry: false });
  const open = fstatSync(fd, { bigint: true });
  return named !== undefined && named.ino === open.ino && named.dev === open.dev;
}

/** Only for words: the lock is the kernel's. */
function writeOwner(fd: number): void {
  ftruncateSync(fd, 0);
  writeSync(fd, `${process.pid} ${hostname()}`, 0);
}

function ownerOf(file: string): string {
  try {
    const [pid = '', host = ''] = readFileSync(file, 'utf8').split(' ');
    if (!/^\d+$/.test(pid)) return 'another process';
    return host === hostname() || host === '' ? `process ${pid}` : `process ${pid} of ${host}`;
  } catch {
    return 'another process';
  }
}
