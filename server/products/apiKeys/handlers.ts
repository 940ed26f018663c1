import type { CallName, calls, ParsedRequestOf, ResponseOf } from '../../../domain/contract/index.ts';
import { labelRefusal, normalAddress, RuleError } from '../../../domain/index.ts';
import { run } from '../../base/commands/command.ts';
import { singleRow } from '../../base/db/database.ts';
import { newToken } from '../../base/secrets.ts';
import { apiKeysOf, endApiKeys, publicKeyOf } from '../../books/users/apiKeys.ts';
import type { Handlers } from '../../books/users/callHandlers.ts';
import type { AccountDeps, UserCaller } from '../../books/users/context.ts';
import { userOfCall } from '../../books/users/handlers.ts';
import { noteEvent, notify } from '../../books/users/notices.ts';
import { HAS_PASSKEY } from '../../books/users/passkeyChecks.ts';
import { takeProof } from '../../books/users/proofs.ts';
import { userRow } from '../../books/users/sessions.ts';

type ApiKeyNames = Extract<CallName, `apiKey.${string}`>;
type Add = (typeof calls)['apiKey.add'];
type List = ResponseOf<(typeof calls)['apiKey.list']>;

/** Keys that one user may have. */
const MOST_KEYS = 30;

/** Keys of programs: made, shown and ended by their owner. */
export function apiKeyHandlers(deps: AccountDeps): Pick<Handlers, ApiKeyNames> {
  return {
    'apiKey.list': (_, caller) => listed(deps, userOfCall(caller).user.userId),
    'apiKey.add': (request, caller) => add(deps, request, userOfCall(caller)),
    'apiKey.end': ({ id }, caller) => end(deps, id, userOfCall(caller)),
  };
}

async function listed({ db }: AccountDeps, userId: number): Promise<List> {
  const user = await userRow<{
    fund_hash: string | null;
    email: string | null;
    phone: string | null;
    totp_on: boolean;
    passkey: boolean;
  }>(db, userId, `fund_hash, email, phone, totp_on, ${HAS_PASSKEY}`);
  const code = user.email === null ? (user.phone === null ? null : 'phone') : 'email';
  return {
    keys: await apiKeysOf(db, userId),
    most: MOST_KEYS,
    proof: {
      fundPassword: user.fund_hash !== null,
      code,
      totp: user.totp_on,
      passkey: user.passkey,
    },
  };
}

/** What is kept of a new key, once all of it was found to be good. */
interface NewKey {
  readonly name: string;
  readonly secret: string | null;
  readonly publicKey: string | null;
  readonly addresses: readonly string[];
}

/** @throws {RuleError} `labelInvalid`, `apiKeyAddress`, `apiKeyPublic`. */
async function newKeyOf({ name, kind, publicKey, addresses }: ParsedRequestOf<Add>): Promise<NewKey> {
  const label = name.trim() || 'API';
  if (labelRefusal(label)) throw new RuleError('labelInvalid');
  const known = addresses.filter((text) => text.trim() !== '').map(normalAddress);
  if (known.includes(undefined)) throw new RuleError('apiKeyAddress');
  // Without addresses a key is good from everywhere: who names some, and be they blank, does not mean that.
  if (addresses.length > 0 && known.length === 0) throw new RuleError('apiKeyAddress');
  const good = [...new Set(known.flatMap((address) => address ?? []))];
  if (kind === 'hmac') {
    if (publicKey !== undefined) throw new RuleError('apiKeyPublic');
    return { name: label, secret: newToken(), publicKey: null, addresses: good };
  }
  const spki = await publicKeyOf(publicKey ?? '');
  if (spki === undefined) throw new RuleError('apiKeyPublic');
  return { name: label, secret: null, publicKey: spki, addresses: good };
}

/** @throws {RuleError} what is wrong with the request; `apiKeysTooMany`, `proofInvalid`. */
async function add(
  deps: AccountDeps,
  request: ParsedRequestOf<Add>,
  caller: UserCaller,
): Promise<ResponseOf<Add>> {
  const { userId } = caller.user;
  const { name, secret, publicKey, addresses } = await newKeyOf(request);
  const sealed = secret === null ? null : await deps.vault.seal(secret);
  return run(deps, async (work) => {
    const { tx, at } = work;
    // The row of the user keeps two from counting at once.
    await tx.query('select 1 from app_user where id = $1 for update', [userId]);
    if ((await apiKeysOf(tx, userId)).length >= MOST_KEYS) throw new RuleError('apiKeysTooMany');
    await takeProof(tx, userId, { purpose: 'apiKey', proof: request.proof, about: '' }, at);
    const { id } = singleRow(
      await tx.query<{ id: number }>(
        `insert into api_key (user_id, name, api_key, kind, secret, public_key, spot, futures, addresses, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9::text[], $10) returning id`,
        [
          userId,
          name,
          newApiKey(),
          request.kind,
          sealed,
          publicKey,
          request.spot,
          request.futures,
          addresses,
          at,
        ],
      ),
    );
    await noteEvent(work, userId, 'apiKeyAdded', caller);
    await notify(deps, work, userId, 'apiKeyAdded', caller, { fields: { name } });
    await work.publish(userId, 'profile', {});
    return { key: singleRow((await apiKeysOf(tx, userId)).filter((row) => row.id === id)), secret };
  });
}

/** 64 letters and digits, as clients of such APIs expect a key to look. */
function newApiKey(): string {
  const letters = `${newToken()}${newToken()}`.replace(/[-_]/g, '');
  return letters.length >= 64 ? letters.slice(0, 64) : newApiKey();
}

/** @throws {RuleError} `notFound` for a key that is not theirs, or has ended. */
async function end(deps: AccountDeps, id: number, caller: UserCaller): Promise<Record<never, never>> {
  const { userId } = caller.user;
  await run(deps, async (work) => {
    const [name] = await endApiKeys(work.tx, userId, work.at, id);
    if (name === undefined) throw new RuleError('notFound');
    await noteEvent(work, userId, 'apiKeyEnded', caller);
    await notify(deps, work, userId, 'apiKeyEnded', caller, { fields: { name } });
    await work.publish(userId, 'profile', {});
  });
  return {};
}
