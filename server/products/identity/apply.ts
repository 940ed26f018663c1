import type { calls, ParsedRequestOf } from '../../../domain/contract/index.ts';
import { basicRefusals, maskedNumber, normalBasic, photoKinds, RuleError } from '../../../domain/index.ts';
import type { Transaction } from '../../base/commands/command.ts';
import { run } from '../../base/commands/command.ts';
import { singleRow } from '../../base/db/database.ts';
import { hexOf } from '../../base/secrets.ts';
import { mayApply } from './applicant.ts';
import type { IdentityDeps } from './deps.ts';

type Calls = typeof calls;

/** What a number is sealed for. */
export const numberPurpose = (userId: number): string => `number ${userId}`;

/** Applies for level 1. @throws {RuleError} `nameInvalid`, `idNumberInvalid`, why it cannot be applied for. */
export async function applyBasic(
  deps: IdentityDeps,
  userId: number,
  request: ParsedRequestOf<Calls['identity.basic']>,
): Promise<void> {
  const { name, number } = normalBasic(request);
  const [refusal] = Object.values(basicRefusals(request));
  if (refusal) throw new RuleError(refusal);
  await deps.limits.take('identityApplications', `user ${userId}`);
  const [sealed, marks] = await Promise.all([
    deps.sealer.seal(new TextEncoder().encode(number), numberPurpose(userId)),
    deps.sealer.marks(number),
  ]);
  await run(deps, async (work) => {
    await mayApply(work.tx, userId, 1);
    const { id } = singleRow(
      await work.tx.query<{ id: number }>(
        // A number that certifies somebody keeps the mark that it has there, of whichever key that is.
        `insert into identity_application (user_id, level, name, number_sealed, number_shown, number_mark, created_at)
         values ($1, 1, $2, $3, $4, coalesce((select number_mark from identity_application where level = 1
           and state = 'approved' and number_mark = any (array(select decode(x, 'hex') from unnest($5::text[]) x)) limit 1),
           decode(($5::text[])[1], 'hex')), $6) returning id`,
        [userId, name, sealed, maskedNumber(number), marks.map(hexOf), work.at],
      ),
    );
    await work.tx.query(`update app_user set identity = 'pending' where id = $1 and identity = 'none'`, [
      userId,
    ]);
    await publishPending(work, userId, id);
  });
}

/** Applies for level 2. @throws {RuleError} `photoMissing`, why it cannot be applied for. */
export async function applyAdvanced(
  deps: IdentityDeps,
  userId: number,
  request: ParsedRequestOf<Calls['identity.advanced']>,
): Promise<void> {
  await deps.limits.take('identityApplications', `user ${userId}`);
  await run(deps, async (work) => {
    const { tx, at } = work;
    await mayApply(tx, userId, 2);
    const { id } = singleRow(
      await tx.query<{ id: number }>(
        'insert into identity_application (user_id, level, created_at) values ($1, 2, $2) returning id',
        [userId, at],
      ),
    );
    // Ids and kinds pair by pair: the front's photo is not the back's.
    const sent = await tx.query(
      `update identity_photo p set state = 'sent', application_id = $1, kept_until = null
       from unnest($3::text[], $4::text[]) as asked(id, kind)
       where p.id = asked.id and p.kind = asked.kind and p.user_id = $2 and p.state = 'draft' and p.kept_until > $5
       returning p.id`,
      [id, userId, photoKinds.map((kind) => request[kind]), [...photoKinds], at],
    );
    if (sent.length !== photoKinds.length) throw new RuleError('photoMissing');
    await publishPending(work, userId, id);
  });
}

async function publishPending(work: Transaction, userId: number, id: number): Promise<void> {
  await work.publish(userId, 'identity', { id, state: 'pending' });
  await work.publish(userId, 'profile', {});
}
