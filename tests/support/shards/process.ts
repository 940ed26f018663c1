import pg from 'pg';
import { BookProcess } from './bookProcess.ts';
import { FencedError } from './log.ts';
import type { FromProcess, ProcessConfig, ToProcess } from './shapes.ts';
import type { ProcessParts } from './userProcess.ts';
import { UserProcess } from './userProcess.ts';

/** How a process ends that another has taken over from; any other failure is 1. */
const FENCED = 3;

/** One process of the trial. It ends at any doubt about what the log has: its successor reads it there. */
const config: ProcessConfig = JSON.parse(process.argv[2] ?? '{}');

const send = (message: FromProcess): void => void process.send?.(message);

function fail(error: unknown): never {
  process.stderr.write(`${config.role} ${config.index}: ${error instanceof Error ? error.stack : error}\n`);
  process.exit(error instanceof FencedError ? FENCED : 1);
}

async function connect(use: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: config.url,
    application_name: `shards-${config.role}-${config.index}-${use}`,
  });
  client.on('error', fail);
  await client.connect();
  return client;
}

async function start(): Promise<void> {
  const parts: ProcessParts = {
    ...{ config, send, fail },
    writing: await connect('writing'),
    reading: await connect('reading'),
    ringing: await connect('ringing'),
  };
  const users = config.role === 'user' ? await UserProcess.start(parts) : undefined;
  const book = config.role === 'book' ? await BookProcess.start(parts) : undefined;
  process.on('message', (message: ToProcess) => {
    if (message.call === 'command') {
      users?.command(message.command);
      return;
    }
    const state = users?.state ?? book?.state;
    if (state) send({ is: 'state', n: message.n, state });
  });
  send({ is: 'ready' });
}

// Without who has started it nobody needs it.
process.on('disconnect', () => process.exit(0));
await start().catch(fail);
