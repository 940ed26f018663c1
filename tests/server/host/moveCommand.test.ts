import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, expect, it, vi } from 'vitest';
import type { OpsAnswer } from '../../../server/base/opsAnswer.ts';
import { addMoveCommand } from '../../../server/host/move/command.ts';
import { SCHEMA } from '../../support/databases.ts';

const folder = mkdtempSync(join(tmpdir(), 'tm-move-'));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

it('moves no exchange that is not there, and begins none to be moved', async () => {
  const dataDir = join(folder, 'mistyped');
  vi.stubEnv('DATA_DIR', dataDir);
  let answer: Promise<OpsAnswer> | undefined;
  const program = new Command();
  addMoveCommand(program, { root: process.cwd(), schema: SCHEMA }, async (work) => {
    answer = work();
    await answer.catch(() => undefined);
  });
  await program.parseAsync(['move-to-postgres', 'postgres://127.0.0.1:1/none'], { from: 'user' });
  await expect(answer).rejects.toThrow('No exchange has kept anything');
  expect(existsSync(dataDir)).toBe(false);
});
