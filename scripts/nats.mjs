import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's place for it is none where users look. */
const folders = () => [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin'];

/** Whether this machine has the bus that tests of several processes need. */
export const hasNats = () => folders().some((folder) => existsSync(join(folder, 'nats-server')));
