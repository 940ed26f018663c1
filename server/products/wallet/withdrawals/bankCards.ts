import type { CardRow, calls, ParsedRequestOf } from '../../../../domain/contract/index.ts';
import {
  cardRefusals,
  isSameName,
  MOST_CARDS,
  maskedCard,
  normalCard,
  RuleError,
} from '../../../../domain/index.ts';
import { run } from '../../../base/commands/command.ts';
import type { Queries } from '../../../base/db/database.ts';
import { singleRow } from '../../../base/db/database.ts';
import type { Vault } from '../../../base/secrets.ts';
import type { AccountDeps } from '../../../books/users/context.ts';

const COLUMNS = 'id, holder, bank, branch, code, number_shown as number, created_at as "createdAt"';

export async function cardsOf(db: Queries, userId: number): Promise<CardRow[]> {
  return [
    ...(await db.query<CardRow>(
      `select ${COLUMNS} from bank_card where user_id = $1 and removed_at is null order by id desc`,
      [userId],
    )),
  ];
}

/** The name that a card has to be in. @throws {RuleError} `identityNeeded`. */
export async function verifiedNameOf(db: Queries, userId: number): Promise<string> {
  const { name } = singleRow(
    await db.query<{ name: string | null }>('select verified_name as name from app_user where id = $1', [
      userId,
    ]),
  );
  if (name === null) throw new RuleError('identityNeeded');
  return name;
}

/** @throws {RuleError} `identityNeeded`, what is wrong with a field, `holderDiffers`, `cardKnown`, `cardsTooMany`. */
export async function addCard(
  deps: AccountDeps,
  userId: number,
  request: ParsedRequestOf<(typeof calls)['withdraw.addCard']>,
): Promise<CardRow> {
  const name = await verifiedNameOf(deps.db, userId);
  const card = normalCard(request);
  const [refusal] = Object.values(cardRefusals(card));
  if (refusal) throw new RuleError(refusal);
  if (!isSameName(card.holder, name)) throw new RuleError('holderDiffers');
  const sealed = await deps.vault.seal(card.number);
  return run(deps, async ({ tx, at }) => {
    await tx.query('select 1 from app_user where id = $1 for no key update', [userId]);
    await mustBeNew(tx, deps.vault, userId, card.number);
    const { holder, bank, branch, code, number } = card;
    return singleRow(
      await tx.query<CardRow>(
        `insert into bank_card (user_id, holder, bank, branch, code, number_sealed, number_shown, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${COLUMNS}`,
        [userId, holder, bank, branch, code, sealed, maskedCard(number), at],
      ),
    );
  });
}

/** Sealed twice, a number has two writings: the few cards of a user are opened to compare. */
async function mustBeNew(tx: Queries, vault: Vault, userId: number, number: string): Promise<void> {
  const known = await tx.query<{ sealed: string }>(
    'select number_sealed as sealed from bank_card where user_id = $1 and removed_at is null',
    [userId],
  );
  if (known.length >= MOST_CARDS) throw new RuleError('cardsTooMany');
  for (const { sealed } of known) if ((await vault.open(sealed)) === number) throw new RuleError('cardKnown');
}

/** @throws {RuleError} `notFound`. */
export async function removeCard(deps: AccountDeps, userId: number, id: number): Promise<void> {
  await run(deps, async ({ tx, at }) => {
    const removed = await tx.query(
      'update bank_card set removed_at = $3 where id = $1 and user_id = $2 and removed_at is null returning id',
      [id, userId, at],
    );
    if (removed.length === 0) throw new RuleError('notFound');
  });
}
