import type { CallName } from '../../../domain/contract/index.ts';
import type { CommandDeps } from '../../base/commands/command.ts';
import type { Handlers } from '../../books/users/callHandlers.ts';
import { userOfCall } from '../../books/users/handlers.ts';
import { infoOf, membersOf, rewardsOf } from './lists.ts';

type TeamNames = Extract<CallName, `team.${string}`>;

/** Invited users, and the rewards that they have earned their inviter. */
export function teamHandlers({ db, clock }: CommandDeps): Pick<Handlers, TeamNames> {
  return {
    'team.info': (_, caller) => infoOf(db, userOfCall(caller).user.userId, clock.now()),
    'team.members': (request, caller) => membersOf(db, userOfCall(caller).user.userId, request),
    'team.rewards': (request, caller) => rewardsOf(db, userOfCall(caller).user.userId, request),
  };
}
