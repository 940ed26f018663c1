import type { CodeAbout } from '../../../../domain/contract/index.ts';
import { RuleError, WITHDRAW_UNIT } from '../../../../domain/index.ts';
import type { Queries } from '../../../base/db/database.ts';
import { plain } from '../../../books/ledger/ledger.ts';
import type { Confirmed } from '../../../books/users/context.ts';
import { cardsOf } from './bankCards.ts';
import { destinationOf } from './destination.ts';

/** A withdrawal in canonical form, to which its code and proof are bound. */
export const aboutAddress = (amount: string, currency: string, chain: string, address: string): string =>
  `${plain(amount)} ${currency} ${chain} ${address}`;
export const aboutCard = (amount: string, fiat: string, card: number): string =>
  `${plain(amount)} ${WITHDRAW_UNIT} ${fiat} card ${card}`;

/** @throws {RuleError} `chainUnknown`, what is wrong with the address, `notFound` for a card that is not theirs. */
export async function confirmedBy(db: Queries, userId: number, request: CodeAbout): Promise<Confirmed> {
  const { amount } = request;
  if ('card' in request) {
    const card = (await cardsOf(db, userId)).find(({ id }) => id === request.card);
    if (!card) throw new RuleError('notFound');
    return {
      about: aboutCard(amount, request.fiat, card.id),
      fields: { amount: `${plain(amount)} ${WITHDRAW_UNIT}`, to: `${card.bank} ${card.number}` },
    };
  }
  const { route, address } = destinationOf(request);
  return {
    about: aboutAddress(amount, route.currency, route.chain, address),
    fields: { amount: `${plain(amount)} ${route.currency}`, to: `${address} (${route.chain})` },
  };
}
