import type { IdentityState } from '../../../domain/contract/index.ts';
import {
  fiatDayMost,
  identityLevels,
  levelMost,
  PRACTICE_REVIEW_MS,
  practiceSamples,
} from '../../../domain/index.ts';
import type { Queries } from '../../base/db/database.ts';
import { userRow } from '../../books/users/sessions.ts';
import type { IdentityDeps } from './deps.ts';
import { draftsOf } from './photos.ts';

type Application = NonNullable<IdentityState['basic']>;

/** Everything that a user is shown about the own identity. */
export async function stateOf(
  { db, clock, isSimulated }: IdentityDeps,
  userId: number,
): Promise<IdentityState> {
  const user = await userRow<Pick<IdentityState, 'level' | 'name' | 'hasContact'>>(
    db,
    userId,
    'level, verified_name as name, coalesce(email, phone) is not null as "hasContact"',
  );
  const newest = await newestOf(db, userId);
  return {
    ...user,
    basic: newest.find(({ level }) => level === 1) ?? null,
    advanced: newest.find(({ level }) => level === 2) ?? null,
    photos: await draftsOf(db, userId, clock.now()),
    limits: [0, ...identityLevels].map((level) => ({
      level,
      fiatDay: fiatDayMost(level),
      withdrawal: levelMost(level),
    })),
    simulated: isSimulated ? practice : null,
  };
}

const practice: NonNullable<IdentityState['simulated']> = {
  afterMs: PRACTICE_REVIEW_MS,
  samples: practiceSamples.map(({ prefix, level, field }) => ({ prefix, level, field })),
};

const newestOf = (db: Queries, userId: number): Promise<readonly Application[]> =>
  db.query<Application>(
    `select distinct on (level) id, level, state, name, number_shown as number, reasons,
       coalesce(decided_by = 'practice', false) as "isSimulated", created_at as "createdAt", decided_at as "decidedAt"
     from identity_application where user_id = $1 order by level, id desc`,
    [userId],
  );
