import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';

/*
 * A line between two sockets of the file system, as a process of its own: stopped (SIGSTOP), it is a network over which
 * nothing arrives while no connection ends.
 */
const [from, to] = process.argv.slice(2);
rmSync(from, { force: true });
const server = createServer((near) => {
  const far = connect(to);
  for (const [one, other] of [
    [near, far],
    [far, near],
  ]) {
    one.pipe(other);
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
  }
});
server.listen(from, () => chmodSync(from, 0o777));
