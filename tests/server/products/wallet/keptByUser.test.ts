import { beforeEach, expect, it } from 'vitest';
import { ADDRESS_REST_MS, checksummed, MOST_ADDRESSES, MOST_CARDS } from '../../../../domain/index.ts';
import type { Vault } from '../../../../server/base/secrets.ts';
import type { UserCaller } from '../../../../server/books/users/context.ts';
import {
  addAddress,
  addressesOf,
  removeAddress,
  setWhitelist,
} from '../../../../server/products/wallet/withdrawals/addressBook.ts';
import { addCard, cardsOf, removeCard } from '../../../../server/products/wallet/withdrawals/bankCards.ts';
import { addUser, withDatabase } from '../../../support/databases.ts';
import { codeOf } from '../../../support/spot.ts';
import type { Withdrawing } from '../../../support/withdraw.ts';
import { CALLER, openWithdraw, TRON } from '../../../support/withdraw.ts';

/** Sealed twice, a number has two writings. */
let sealings = 0;
const vault = {
  seal: async (text: string) => `${++sealings} ${text}`,
  open: async (text: string) => text.split(' ')[1],
} as unknown as Vault;

withDatabase('what a user keeps for withdrawals', (db) => {
  let x: Withdrawing;
  beforeEach(async () => {
    x = await openWithdraw(db());
  });
  const caller = (userId = x.user) => ({ ...CALLER, user: { userId } }) as unknown as UserCaller;
  const evm = (n: number) => checksummed(`0x${`${n}`.padStart(40, 'a')}`);
  const add = (address: string, more: object = {}, userId = x.user) =>
    addAddress(
      { ...x.deps },
      { currency: 'USDT', chain: 'ethereum', address, label: '', ...more },
      caller(userId),
    );

  it('is at most a hundred addresses, however many are added at once', async () => {
    await db().query(
      `insert into withdraw_address (user_id, currency, chain, family, address, label, created_at)
       select $1, 'USDT', 'ethereum', 'evm', 'address ' || n, '', 1 from generate_series(2, $2::int) n`,
      [x.user, MOST_ADDRESSES],
    );
    const codes = await Promise.all([1, 2, 3].map((n) => codeOf(add(evm(n)))));
    expect(codes.filter((code) => code === 'addressesTooMany')).toHaveLength(2);
    const { addresses } = await addressesOf(db(), x.user, x.clock.now());
    expect(addresses).toHaveLength(MOST_ADDRESSES);
    // Another user's are others, and one that is removed makes room.
    await add(evm(4), {}, await addUser(db()));
    await removeAddress(x.deps, x.user, addresses[0]?.id ?? 0);
    await add(evm(5));
    expect(await codeOf(add(evm(6)))).toBe('addressesTooMany');
  });

  it.each([
    ['', 'added'],
    ['x'.repeat(40), 'added'],
    [` ${'x'.repeat(40)} `, 'added'],
    ['x'.repeat(41), 'labelInvalid'],
    ['a\u2028b', 'labelInvalid'],
    ['a\u0000b', 'labelInvalid'],
  ])('is an address under the name "%s": %s', async (label, expected) => {
    const code = await add(evm(7), { label }).then(
      ({ address }) => (address.label === label.trim() ? 'added' : address.label),
      (error) => error.code,
    );
    expect(code).toBe(expected);
  });

  it('is an address once for each currency and network, and has its rest again after it was removed', async () => {
    const { address } = await add(evm(8));
    expect(await codeOf(add(evm(8).toLowerCase()))).toBe('addressKnown');
    await add(evm(8), { currency: 'ETH' });
    expect(await codeOf(removeAddress(x.deps, await addUser(db()), address.id))).toBe('notFound');
    await removeAddress(x.deps, x.user, address.id);
    expect(await codeOf(removeAddress(x.deps, x.user, address.id))).toBe('notFound');
    x.clock.jump(ADDRESS_REST_MS);
    expect((await add(evm(8))).address.usableAt).toBe(x.clock.now() + ADDRESS_REST_MS);
  });

  it('allows an address of the book a day after it was added, to the millisecond', async () => {
    await setWhitelist(x.deps, { on: true }, caller());
    expect(await x.codeOf(x.user, '100')).toBe('addressNotListed');
    await add(TRON, { chain: 'tron' });
    x.clock.jump(ADDRESS_REST_MS - 1);
    expect(await x.codeOf(x.user, '100')).toBe('addressTooNew');
    x.clock.jump(1);
    expect(await x.codeOf(x.user, '100')).toBe('requested');
    // Of another currency or network it is another one.
    await x.fund(x.user, 'ETH', '1');
    await add(evm(9));
    x.clock.jump(ADDRESS_REST_MS);
    const toOther = { currency: 'ETH', chain: 'ethereum', address: evm(9) };
    expect(await x.codeOf(x.user, '0.1', toOther)).toBe('addressNotListed');
  });

  it('allows any address a day after that was proven, unless it is taken back before', async () => {
    const off = (proof: string) => setWhitelist(x.deps, { on: false, proof }, caller());
    const on = () => setWhitelist(x.deps, { on: true }, caller());
    const proof = () => x.proofOf(x.user, 'addressBook', '');
    // What is off already needs no proof, and says nothing.
    expect((await off('none')).whitelist).toEqual({ on: false, offAt: null });
    expect(x.mails).toEqual([]);
    await on();
    expect(await codeOf(off('made up'))).toBe('proofInvalid');
    const offAt = x.clock.now() + ADDRESS_REST_MS;
    expect((await off(await proof())).whitelist).toEqual({ on: true, offAt });
    x.clock.jump(ADDRESS_REST_MS - 1);
    // Once more changes nothing, and needs no proof.
    expect((await off('none')).whitelist).toEqual({ on: true, offAt });
    expect(await x.codeOf(x.user, '100')).toBe('addressNotListed');
    expect((await on()).whitelist).toEqual({ on: true, offAt: null });
    x.clock.jump(1);
    expect(await x.codeOf(x.user, '100')).toBe('addressNotListed');
    await off(await proof());
    x.clock.jump(ADDRESS_REST_MS);
    expect(await x.codeOf(x.user, '100')).toBe('requested');
    expect((await on()).whitelist).toEqual({ on: true, offAt: null });
    expect(x.mails.filter(({ key }) => key === 'whitelistOff')).toHaveLength(2);
  });

  it('is at most ten cards, each number once, however many are added at once', async () => {
    await db().query("update app_user set verified_name = 'Ada Lovelace' where id = $1", [x.user]);
    const deps = { ...x.deps, vault };
    const draft = { holder: 'ada  lovelace', bank: 'A Bank', branch: 'London', code: 'ANBKGB2L' };
    const card = (number: string) => addCard(deps, x.user, { ...draft, number });
    const first = '4242424242424242';
    const codes = await Promise.all([1, 2, 3].map(() => codeOf(card(first))));
    expect(codes.filter((code) => code === 'cardKnown')).toHaveLength(2);
    await db().query(
      `insert into bank_card (user_id, holder, bank, branch, code, number_sealed, number_shown, created_at)
       select user_id, holder, bank, branch, code, 'n ' || n, number_shown, 1 from bank_card, generate_series(3, $2::int) n
       where user_id = $1`,
      [x.user, MOST_CARDS],
    );
    const more = await Promise.all(
      ['5555555555554444', '378282246310005'].map((number) => codeOf(card(number))),
    );
    expect(more.filter((code) => code === 'cardsTooMany')).toHaveLength(1);
    const cards = await cardsOf(db(), x.user);
    expect(cards).toHaveLength(MOST_CARDS);
    expect(JSON.stringify(cards)).not.toContain(first);
    const known = cards.at(-1)?.id ?? 0;
    expect(await codeOf(removeCard(x.deps, await addUser(db()), known))).toBe('notFound');
    await removeCard(x.deps, x.user, known);
    expect(await codeOf(removeCard(x.deps, x.user, known))).toBe('notFound');
    expect((await card(first)).id).not.toBe(known);
  });
});
