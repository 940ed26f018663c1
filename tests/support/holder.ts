import { writeSync } from 'node:fs';
import { lockFolder } from '../../server/host/database/lock.ts';

/** Holds a folder until it is ended: a process that reads nothing but the lock, as many of them are started. */
const unlock = lock();
process.once('SIGTERM', () => {
  unlock();
  process.exit(0);
});
// A line that is out before anything else happens.
writeSync(1, 'locked\n');
setInterval(() => undefined, 1_000);

function lock(): () => void {
  try {
    return lockFolder(process.argv[2] ?? '');
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}
