import type { Command } from 'commander';
import { settingsFrom } from '../../base/config.ts';
import type { OpsAnswer } from '../../base/opsAnswer.ts';
import { deviceClock } from '../device/clock.ts';
import { VERSION } from '../version.ts';
import type { BackupDeps } from './backup.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

/**
 * Adds both commands. They run in the operator's process, which alone reads the passphrase.
 * @param schema the folder with migrations and functions. @param dump has the database dumped to a file.
 * @param say runs a command and prints what it says.
 */
export function addBackupCommands(
  program: Command,
  schema: string,
  dump: BackupDeps['dump'],
  say: (work: () => Promise<OpsAnswer>) => Promise<void>,
): void {
  const deps = (): BackupDeps => ({
    settings: settingsFrom(process.env),
    schema,
    version: VERSION,
    passphrase: process.env['BACKUP_PASSPHRASE'],
    now: deviceClock.now,
    dump,
  });
  program
    .command('backup <file>')
    .description('writes all that the folder of data holds to one file, while the exchange runs')
    .action((file: string) => say(() => backup(deps(), file)));
  program
    .command('restore <file>')
    .description('makes an empty DATA_DIR of a backup, and proves its books')
    .action((file: string) => say(() => restore(deps(), file)));
}
