import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackage } from './packages.mjs';

/** Debian's place for it is none where users look. */
const find = () =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin'].some((folder) =>
    existsSync(join(folder, 'nats-server')),
  );

/** The bus that tests of several processes need: installed when allowed, else those tests are skipped with a word. */
export function needNats() {
  if (find()) return;
  console.log('No nats-server found: installing it for the tests of gateways…');
  installPackage('nats-server');
  if (!find()) console.log('There is none to be had: tests of gateways are skipped.');
}
