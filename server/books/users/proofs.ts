import type { calls, ParsedRequestOf, ResponseOf } from '../../../domain/contract/index.ts';
import { RuleError } from '../../../domain/index.ts';
import { run } from '../../base/commands/command.ts';
import type { Queries } from '../../base/db/database.ts';
import { digestOf } from '../../base/digest.ts';
import { newToken } from '../../base/secrets.ts';
import { requesterOf, tryCode } from './codes.ts';
import type { AccountDeps, UserCaller } from './context.ts';
import { provePasskey } from './passkeys.ts';
import { ownTurn, proveFactor } from './security.ts';
import { boundContact } from './sending.ts';
import { userRow } from './sessions.ts';

type Prove = (typeof calls)['withdraw.prove'];
export type ProofPurpose = ParsedRequestOf<Prove>['purpose'];

/** Long enough to look at what is being confirmed once more. */
const PROOF_MS = 5 * 60_000;

/**
 * Verifies a code, then a passkey, or fund password and authenticator, in this order, so that passwords can
 * be tried only with the code, and issues a token that replaces them once.
 * @throws {RuleError} `fundPasswordMissing`, `fundPasswordWrong`, `codeInvalid`, `totpRequired`,
 * `totpInvalid`, `passkeyInvalid`, `passkeyUnknown`.
 */
export async function prove(
  deps: AccountDeps,
  request: ParsedRequestOf<Prove>,
  caller: UserCaller,
): Promise<ResponseOf<Prove>> {
  const { userId } = caller.user;
  const { purpose, code, passkey } = request;
  const row = await userRow<{ fund_hash: string | null; email: string | null }>(
    deps.db,
    userId,
    'fund_hash, email',
  );
  if (row.fund_hash === null && !passkey) throw new RuleError('fundPasswordMissing');
  const contact = await boundContact(deps, userId, row.email === null ? 'phone' : 'email');
  const takeCode = await tryCode(
    deps.db,
    { contact, purpose, code, requester: requesterOf(caller) },
    deps.clock.now(),
  );
  const noteUse = passkey ? await provePasskey(deps, userId, passkey) : undefined;
  if (!passkey) await takeCode.meanwhile(() => proveBySecrets(deps, userId, request, row.fund_hash));
  const proof = newToken();
  const hash = digestOf(proof);
  return run(deps, async ({ tx, at }) => {
    const about = await takeCode(tx);
    await noteUse?.({ tx, at });
    await tx.query('delete from proof where user_id = $1 and expires_at <= $2', [userId, at]);
    await tx.query(
      'insert into proof (hash, user_id, purpose, expires_at, about) values ($1, $2, $3, $4, $5)',
      [hash, userId, purpose, at + PROOF_MS, about],
    );
    return { proof, expiresAt: at + PROOF_MS };
  });
}

/** @throws {RuleError} `fundPasswordWrong`, `totpRequired`, `totpInvalid`. */
async function proveBySecrets(
  deps: AccountDeps,
  userId: number,
  { fundPassword = '', totp }: ParsedRequestOf<Prove>,
  fundHash: string | null,
): Promise<void> {
  await deps.limits.take('secretOfUser', `fund ${userId}`);
  const turn = await ownTurn(deps, userId);
  if (!(await deps.hasher.verify(fundPassword.slice(0, 100), fundHash ?? undefined, turn)))
    throw new RuleError('fundPasswordWrong');
  await proveFactor(deps, userId, totp);
}

/** What a proof is taken for. */
export interface Proven {
  readonly purpose: ProofPurpose;
  readonly proof: string;
  /** As the message with its code named it; empty where that named a purpose alone. */
  readonly about: string;
}

/** Takes a proof, in the transaction of what it is good for. @throws {RuleError} `proofInvalid`, `proofOther`. */
export async function takeProof(
  tx: Queries,
  userId: number,
  { purpose, proof, about }: Proven,
  at: number,
): Promise<void> {
  const [taken] = await tx.query<{ about: string }>(
    `update proof set used_at = $4 where hash = $1 and user_id = $2 and purpose = $3
       and used_at is null and expires_at > $4 returning about`,
    [digestOf(proof), userId, purpose, at],
  );
  if (!taken) throw new RuleError('proofInvalid');
  if (taken.about !== about) throw new RuleError('proofOther');
}
