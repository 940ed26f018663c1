import { Secret, TOTP, URI } from 'otpauth';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../../../server/base/db/database.ts';
import type { Vault } from '../../../../server/base/secrets.ts';
import { confirmTotp, newTotp, secondFactor } from '../../../../server/books/users/totp.ts';
import { addUser, withDatabase } from '../../../support/databases.ts';
import { codeOf } from '../../../support/spot.ts';

const STEP_MS = 30_000;
/** The beginning of a step. */
const AT = Date.UTC(2026, 10, 20, 12);
const vault: Vault = {
  seal: async (text) => `sealed ${text}`,
  open: async (sealed) => sealed.replace(/^sealed /, ''),
};
const codeAt = (secret: string, at: number): string =>
  new TOTP({ digits: 6, period: 30, secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

it('a new secret has 160 random bits, and an address that authenticators read', () => {
  const [one, other] = [newTotp('100200300', 'Tidemark'), newTotp('100200300', 'Tidemark')];
  expect(one.secret).not.toBe(other.secret);
  expect(Secret.fromBase32(one.secret).bytes.length).toBe(20);
  const read = URI.parse(one.uri);
  if (!(read instanceof TOTP)) throw new Error('no time-based codes');
  const { issuer, label, digits, period } = read;
  expect([issuer, label, digits, period]).toEqual(['Tidemark', '100200300', 6, 30]);
  expect(read.generate({ timestamp: AT })).toBe(codeAt(one.secret, AT));
  const odd = newTotp('1', 'Smith & Söhne: 50%/day?');
  expect(URI.parse(odd.uri).issuer).toBe('Smith & Söhne: 50%/day?');
});

/** Somebody with an authenticator, whose codes are on unless they are yet to be confirmed. */
async function newOwner(db: Database, isOn = true) {
  const userId = await addUser(db);
  const { secret } = newTotp('1', 'Tidemark');
  await db.query('update app_user set totp_secret = $2, totp_on = $3 where id = $1', [
    userId,
    await vault.seal(secret),
    isOn,
  ]);
  return {
    ...{ userId, secret },
    given: (text: string | undefined, at = AT) => secondFactor(db, vault, userId, text, at),
    /** The refusal of the code of one moment at another one. */
    refusal: (of: number, at = AT) => codeOf(secondFactor(db, vault, userId, codeAt(secret, of), at)),
    confirm: (text: string, at = AT) => confirmTotp(db, vault, userId, text, at),
  };
}

// A step and a recovery code are taken by one statement each, in which their rule stands: that needs a database.
withDatabase('a second factor', (db) => {
  it('is not needed by who has none, or has not confirmed it yet', async () => {
    const userId = await addUser(db());
    expect(await secondFactor(db(), vault, userId, undefined, AT)).toBe('none');
    expect(await (await newOwner(db(), false)).given('')).toBe('none');
  });

  it.each([undefined, '', '   '])('is needed by who has one: %j is none', async (given) => {
    const { given: give } = await newOwner(db());
    expect(await codeOf(give(given))).toBe('totpRequired');
  });

  it('is good in its step of 30 seconds, one before and one after, and no longer', async () => {
    for (const [off, isGood] of [
      [-2, false],
      [-1, true],
      [0, true],
      [1, true],
      [2, false],
    ] as const) {
      const { refusal } = await newOwner(db());
      expect(await refusal(AT + off * STEP_MS)).toBe(isGood ? undefined : 'totpInvalid');
    }
    // To the millisecond: the step before has just ended, and its code is good until this one has.
    const { refusal } = await newOwner(db());
    expect(await refusal(AT - 1, AT + STEP_MS)).toBe('totpInvalid');
    expect(await refusal(AT - 1, AT + STEP_MS - 1)).toBeUndefined();
  });

  it('counts once, and no code of an earlier step counts after it', async () => {
    const { given, refusal, secret } = await newOwner(db());
    expect(await given(` ${codeAt(secret, AT)} `)).toBe('totp');
    expect(await refusal(AT)).toBe('totpInvalid');
    // Somebody who saw the code before may have it too.
    expect(await refusal(AT - STEP_MS)).toBe('totpInvalid');
    expect(await refusal(AT, AT + STEP_MS)).toBe('totpInvalid');
    expect(await refusal(AT + STEP_MS, AT + STEP_MS)).toBeUndefined();
  });

  it('of two logins at once with one code lets one in', async () => {
    const { refusal } = await newOwner(db());
    expect((await Promise.all([refusal(AT), refusal(AT), refusal(AT)])).toSorted()).toEqual([
      'totpInvalid',
      'totpInvalid',
      undefined,
    ]);
  });

  it('is that of one user: another one’s code is wrong', async () => {
    const [ada, bob] = [await newOwner(db()), await newOwner(db())];
    expect(await codeOf(ada.given(codeAt(bob.secret, AT)))).toBe('totpInvalid');
  });

  describe('by recovery codes', () => {
    it('are ten when codes are confirmed by the first right one, which counts as used', async () => {
      const { confirm, given, secret } = await newOwner(db(), false);
      expect(await codeOf(confirm(codeAt(secret, AT + 5 * STEP_MS)))).toBe('totpInvalid');
      expect(await given(undefined)).toBe('none');
      const codes = await confirm(codeAt(secret, AT));
      expect(new Set(codes).size).toBe(10);
      for (const code of codes) expect(code).toMatch(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/);
      expect(await codeOf(given(codeAt(secret, AT)))).toBe('totpInvalid');
      expect(await codeOf(given(undefined))).toBe('totpRequired');
      const kept = await db().query<{ hash: Uint8Array }>('select hash from recovery_code');
      const texts = kept.map(({ hash }) => Buffer.from(hash).toString('latin1'));
      expect(texts.filter((text) => codes.includes(text))).toEqual([]);
    });

    it('stand in for a code once each, in small letters too, and for their owner alone', async () => {
      const [ada, bob] = [await newOwner(db(), false), await newOwner(db(), false)];
      const [first = '', second = ''] = await ada.confirm(codeAt(ada.secret, AT));
      await bob.confirm(codeAt(bob.secret, AT));
      expect(await codeOf(bob.given(first))).toBe('totpInvalid');
      expect(await ada.given(` ${first.toLowerCase()}\n`)).toBe('recovery');
      expect(await codeOf(ada.given(first))).toBe('totpInvalid');
      const tries = await Promise.all([second, second].map((code) => codeOf(ada.given(code))));
      expect(tries.toSorted()).toEqual(['totpInvalid', undefined]);
      for (const wrong of ['AAAAA-AAAAA', '12345', '1234567', "' or 1=1 --", 'x'.repeat(10_000)])
        expect(await codeOf(ada.given(wrong))).toBe('totpInvalid');
    });

    it('of an earlier confirmation are void after the next one', async () => {
      const { confirm, given, secret, userId } = await newOwner(db(), false);
      const [old = ''] = await confirm(codeAt(secret, AT));
      expect(await codeOf(confirm(codeAt(secret, AT + STEP_MS), AT + STEP_MS))).toBe('totpOn');
      await db().query('update app_user set totp_on = false where id = $1', [userId]);
      const later = AT + 3 * STEP_MS;
      await confirm(codeAt(secret, later), later);
      expect(await codeOf(given(old))).toBe('totpInvalid');
      await db().query('update app_user set totp_on = false, totp_secret = null where id = $1', [userId]);
      expect(await codeOf(confirm('123456'))).toBe('totpOff');
    });
  });
});
