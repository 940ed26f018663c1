import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { TestProject } from 'vitest/node';
import { openPglite } from '../../server/host/database/database.ts';
import { openPostgres } from '../../server/host/database/postgres.ts';
import { findPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** File that holds an empty, migrated database. */
    template: string;
    /** Data folder of an exchange with the same. */
    templateFolder: string;
    /** Folder of the programs that tests start as processes of their own. */
    bundles: string;
    /** PostgreSQL for all tests of the run, and the name of its empty, migrated database; undefined where there is none. */
    cluster: { readonly url: string; readonly template: string } | undefined;
  }
}

const SCHEMA = join(import.meta.dirname, '../../server/base/db/schema');

/** Makes empty databases with all migrations, from which every test's own begins: making one costs seconds. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'tm-template-'));
  // One after the other: the built-in database holds the loop for seconds, in which the server would seem to be away.
  const cluster = await startCluster();
  await dump(folder);
  mkdirSync(join(folder, 'bundles'));
  project.provide('bundles', join(folder, 'bundles'));
  project.provide('template', join(folder, 'template.tar'));
  project.provide('templateFolder', join(folder, 'data'));
  project.provide('cluster', cluster && { url: cluster.url, template: cluster.template });
  return async () => {
    await cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

async function dump(folder: string): Promise<void> {
  await begin(join(folder, 'data'));
  const client = await PGlite.create({ dataDir: join(folder, 'data/db') });
  writeFileSync(
    join(folder, 'template.tar'),
    new Uint8Array(await (await client.dumpDataDir('none')).arrayBuffer()),
  );
  await client.close();
}

/** As the build's empty database where it was made by the same migrations; else it is made here, which takes seconds. */
async function begin(folder: string): Promise<void> {
  const open = async (copyOf?: string) => (await openPglite(folder, SCHEMA, copyOf)).close();
  await open(join(import.meta.dirname, '../../dist/empty/db')).catch(() => {
    rmSync(folder, { recursive: true, force: true });
    return open();
  });
}

async function startCluster() {
  const found = findPostgres();
  if (!('start' in found)) return undefined;
  const server = await found.start();
  const url = await server.newDatabase();
  await (await openPostgres(url, SCHEMA)).close();
  const template = /\/([^/?]+)(\?|$)/.exec(url)?.[1] ?? '';
  return { url: server.url, template, stop: server.stop };
}
