import type { Command } from 'commander';

/** Adds the operator's commands for withdrawals. @param send executes a command and prints its answer. */
export function addWithdrawalCommands(
  program: Command,
  send: (name: string, ...args: readonly string[]) => Promise<void>,
): void {
  const withdrawals = program.command('withdrawals').description('money that leaves');
  withdrawals
    .command('list [state]')
    .description('those that wait for a decision, or of another state')
    .action((state?: string) => send('withdrawals list', ...(state === undefined ? [] : [state])));
  withdrawals
    .command('show <id>')
    .description('all that is needed to decide on one, a card’s whole number included')
    .action((id: string) => send('withdrawals show', id));
  withdrawals
    .command('approve <id>')
    .description('lets it go')
    .action((id: string) => send('withdrawals approve', id));
  withdrawals
    .command('reject <id> <reason...>')
    .description('gives the money back; the user reads the reason')
    .action((id: string, reason: string[]) => send('withdrawals reject', id, ...reason));
  withdrawals
    .command('sent <id> <reference>')
    .description('you have sent or paid it yourself: the transaction, or the bank’s reference')
    .action((id: string, reference: string) => send('withdrawals sent', id, reference));
  withdrawals
    .command('confirm <id>')
    .description('it has arrived')
    .action((id: string) => send('withdrawals confirm', id));
  withdrawals
    .command('fail <id> <reason...>')
    .description('what you sent came back: gives the money back')
    .action((id: string, reason: string[]) => send('withdrawals fail', id, ...reason));
  withdrawals
    .command('pause [reason...]')
    .description('nothing is approved or signed any more; users can take theirs back')
    .action((reason: string[] = []) => send('withdrawals pause', ...reason));
  withdrawals
    .command('resume')
    .description('proves the books, and lets money leave again if they agree')
    .action(() => send('withdrawals resume'));
}
