import type { CallName, calls, ParsedRequestOf, ResponseOf } from '../../../domain/contract/index.ts';
import { passwordRefusal, RuleError } from '../../../domain/index.ts';
import { run } from '../../base/commands/command.ts';
import { constraintOf } from '../../base/db/database.ts';
import { canonicalContact, requesterOf, tryCode } from './codes.ts';
import type { AccountDeps, Caller, UserCaller } from './context.ts';
import { noteEvent } from './notices.ts';
import { inviterOf, openAccount } from './opening.ts';
import { ownTurn } from './security.ts';

type Guest = (typeof calls)['account.guest'];
type Complete = (typeof calls)['account.complete'];

/** What takes money out, has to reach its owner, or is worth as much as the user behind it. */
const NOT_FOR_GUESTS =
  /^(withdraw|team|identity|apiKey)\.|^account\.(changePassword|setFundPassword|bindPhone|bindEmail|changeEmail|totp\w+|setAntiPhishing)$/;

/** @throws {RuleError} `guestLimited` where a call requires an account with a contact. */
export function mayCall(name: CallName, { user }: Caller): void {
  if (user?.isGuest && NOT_FOR_GUESTS.test(name)) throw new RuleError('guestLimited');
}

/**
 * Opens an account that nothing but this session leads to. With real money there is none.
 * @throws {RuleError} `agreementRequired`, `tooManyRequests`, `guestLimited`.
 */
export async function openGuest(
  deps: AccountDeps,
  { agreed }: ParsedRequestOf<Guest>,
  caller: Caller,
): Promise<ResponseOf<Guest>> {
  if (!deps.isPlay) throw new RuleError('guestLimited');
  if (!agreed) throw new RuleError('agreementRequired');
  await deps.limits.take('registerFromAddress', caller.address);
  return run(deps, (work) => openAccount(deps, work, { passwordHash: '', inviter: null }, caller));
}

/**
 * Makes a guest's account whole; its session and all that it has stay.
 * @throws {RuleError} what is wrong with the request, in the order of its fields; `contactBound` when it is whole already.
 */
export async function completeGuest(
  deps: AccountDeps,
  request: ParsedRequestOf<Complete>,
  caller: UserCaller,
): Promise<Record<never, never>> {
  const { userId, isGuest } = caller.user;
  if (!isGuest) throw new RuleError('contactBound');
  const contact = canonicalContact(request.contact, deps.isPhone);
  const refusal = passwordRefusal(request.password);
  if (refusal) throw new RuleError(refusal);
  const inviter = await inviterOf(deps.db, request.inviteCode);
  const attempt = {
    contact,
    purpose: 'register',
    code: request.code,
    requester: requesterOf(caller),
  } as const;
  const takeCode = await tryCode(deps.db, attempt, deps.clock.now());
  const turn = await ownTurn(deps, userId);
  const passwordHash = await takeCode.meanwhile(() => deps.hasher.hash(request.password, turn));
  const { kind, value } = contact;
  await run(deps, async (work) => {
    await takeCode(work.tx);
    try {
      const made = await work.tx.query(
        `update app_user set ${kind} = $2, password_hash = $3, invited_by = $4
         where id = $1 and password_hash = '' returning id`,
        [userId, value, passwordHash, inviter],
      );
      // Another request of this guest was first: its address is the account's, and this one's is not.
      if (made.length === 0) throw new RuleError('contactBound');
    } catch (error) {
      if (constraintOf(error) === `app_user_${kind}_key`)
        throw new RuleError('codeInvalid', { cause: error });
      throw error;
    }
    await noteEvent(work, userId, kind === 'email' ? 'emailAdded' : 'phoneAdded', caller);
    await work.publish(userId, 'profile', {});
  });
  return {};
}
