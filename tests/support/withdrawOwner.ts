import { digestOf } from '../../server/base/digest.ts';
import { aboutAddress, aboutCard } from '../../server/products/wallet/withdrawals/codeAbout.ts';
import type { TestExchange, User } from './exchange.ts';
import { TRON } from './withdraw.ts';

/** What somebody has of withdrawals, for others to try their hands on. */
export interface OwnedWithdrawals {
  readonly withdrawal: number;
  readonly address: number;
  readonly card: number;
  readonly quote: string;
  readonly proof: string;
}

/** A withdrawal under way, an address, a card, a quote and a proof that is not used. */
export async function ownWithdrawals(x: TestExchange, user: User): Promise<OwnedWithdrawals> {
  await x.db.query("update app_user set level = 1, verified_name = 'Ada Lovelace' where uid = $1", [
    user.uid,
  ]);
  const ask = async (name: Parameters<TestExchange['ask']>[0], body: object) => {
    const { code, data } = await x.ask(name, body, { token: user.token, key: x.newKey() });
    if (code !== 200) throw new Error(`${name}: ${code}`);
    return data;
  };
  const proofOf = async (proof: string, about: string): Promise<string> => {
    await x.db.query(
      `insert into proof (hash, user_id, purpose, expires_at, about)
       select $1, id, 'withdrawal', $3, $4 from app_user where uid = $2`,
      [digestOf(proof), user.uid, Date.now() + 300_000, about],
    );
    return proof;
  };
  const request = { currency: 'USDT', chain: 'tron', address: TRON };
  const about = aboutAddress('5000', 'USDT', 'tron', TRON);
  const proof = await proofOf('owned-1', about);
  const sent = await ask('withdraw.send', { ...request, amount: '5000', proof });
  const book = await ask('withdraw.addAddress', { ...request, label: 'Cold wallet' });
  const card = await ask('withdraw.addCard', {
    holder: 'Ada Lovelace',
    bank: 'Analytical Bank',
    branch: 'London',
    code: 'ANBKGB2L',
    number: '4242424242424242',
  });
  const quote = await ask('withdraw.bankQuote', { fiat: 'EUR', amount: '100' });
  return {
    withdrawal: sent.withdrawal.id,
    address: book.address.id,
    card: card.card.id,
    quote: quote.id,
    proof: await proofOf('owned-2', aboutCard('100', 'EUR', card.card.id)),
  };
}
