import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** File that holds an empty, migrated database. */
    template: string;
  }
}

/** Makes one empty database with all migrations, from which every test's own begins: making it anew costs seconds. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'tm-template-'));
  const client = await PGlite.create();
  const migrationsFolder = join(import.meta.dirname, '../../server/db/migrations');
  await migrate(drizzle({ client }), { migrationsFolder });
  const file = join(folder, 'template.tar');
  writeFileSync(file, new Uint8Array(await (await client.dumpDataDir('none')).arrayBuffer()));
  await client.close();
  project.provide('template', file);
  return () => rmSync(folder, { recursive: true, force: true });
}
