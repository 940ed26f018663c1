import type { calls, ParsedRequestOf } from '../../../domain/contract/index.ts';
import { RuleError, wordRefusal } from '../../../domain/index.ts';
import { run } from '../../base/commands/command.ts';
import { singleRow } from '../../base/db/database.ts';
import type { AccountDeps, UserCaller } from './context.ts';
import { noteEvent } from './notices.ts';

/** Sets the word by which a user knows our mails. @throws {RuleError} what is wrong with it. */
export async function setAntiPhishing(
  deps: AccountDeps,
  { word }: ParsedRequestOf<(typeof calls)['account.setAntiPhishing']>,
  caller: UserCaller,
): Promise<Record<never, never>> {
  const { userId } = caller.user;
  const refusal = wordRefusal(word.trim());
  if (refusal) throw new RuleError(refusal);
  await run(deps, async (work) => {
    singleRow(
      await work.tx.query('update app_user set anti_phishing = $2 where id = $1 returning id', [
        userId,
        word.trim(),
      ]),
    );
    await noteEvent(work, userId, 'antiPhishingChanged', caller);
    await work.publish(userId, 'profile', {});
  });
  return {};
}
