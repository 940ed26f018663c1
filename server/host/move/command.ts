import type { Command } from 'commander';
import { SettingError, settingsFrom } from '../../base/config.ts';
import type { OpsAnswer } from '../../base/opsAnswer.ts';
import { MEMORY } from '../../base/settings.ts';
import { FolderLockedError } from '../database/lock.ts';
import { openDatabase } from '../database/openDatabase.ts';
import { openPostgres } from '../database/postgres.ts';
import { moveAll } from './moveToPostgres.ts';

interface Places {
  /** The product's folder. */
  readonly root: string;
  readonly schema: string;
}

/** Adds the command. @param say runs it and prints what it says. */
export function addMoveCommand(
  program: Command,
  places: Places,
  say: (work: () => Promise<OpsAnswer>) => Promise<void>,
): void {
  program
    .command('move-to-postgres <url>')
    .description(
      'copies all that DATA_DIR holds into an empty PostgreSQL, and proves it; stop the exchange first',
    )
    .action((url: string) => say(() => move(places, url)));
}

async function move({ root, schema }: Places, url: string): Promise<OpsAnswer> {
  const { dataDir } = settingsFrom(process.env);
  if (dataDir === MEMORY) throw new SettingError('Set DATA_DIR to the folder that is to be moved.');
  const folder = { dataDir, databaseUrl: undefined };
  const source = await openDatabase(folder, root, { mustExist: true }).catch((error: unknown) => {
    if (error instanceof FolderLockedError)
      throw new SettingError(
        'The exchange runs on that folder: stop it first, so that nothing is left behind.',
      );
    throw error;
  });
  try {
    const target = await openPostgres(url, schema);
    try {
      return await moveAll(source, target);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
