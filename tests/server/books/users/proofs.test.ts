import { describe, expect, it } from 'vitest';
import type { Database, Queries } from '../../../../server/base/db/database.ts';
import { digestOf } from '../../../../server/base/digest.ts';
import type { AccountDeps, UserCaller } from '../../../../server/books/users/context.ts';
import { Limits } from '../../../../server/books/users/limits.ts';
import { prove } from '../../../../server/books/users/proofs.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { codeOf } from '../../../support/spot.ts';

const PASSWORD = 'fund1234';
const CODE = '123456';
const ADA = 'ada@example.com';
const caller: UserCaller = {
  ...{ address: '10.0.0.1', device: 'Firefox', language: 'en_us' },
  user: { userId: 7, sessionId: 1 },
};
const request = { purpose: 'withdrawal', code: CODE, fundPassword: PASSWORD } as const;

/** Somebody who was sent a code, and what is done until they are proven. */
function openProof({ hasFund = true, hasTotp = false } = {}) {
  const steps: string[] = [];
  const stored: unknown[][] = [];
  const hash = digestOf(`withdrawal\n${ADA}\n${CODE}`);
  const query = async <Row>(text: string, params: readonly unknown[] = []): Promise<readonly Row[]> => {
    if (text.startsWith('update code set tries')) steps.push('code tried');
    if (text.startsWith('update code set used_at')) steps.push('code taken');
    if (text.startsWith('insert into proof')) stored.push([...params]);
    const rows = {
      'select fund_hash': { fund_hash: hasFund ? `hash of ${PASSWORD}` : null, email: ADA },
      'select email': { email: ADA, phone: null },
      'update code set tries': { id: 1, hash },
      'update code set used_at': { about: '5 USDT to bob' },
      'select totp_secret': { totp_secret: hasTotp ? 'sealed' : null, totp_on: hasTotp },
    };
    return Object.entries(rows).flatMap(([begin, row]) => (text.startsWith(begin) ? [row] : [])) as Row[];
  };
  const clock = new FakeClock();
  const db = { query, transaction: (work: (tx: Queries) => Promise<unknown>) => work({ query }) };
  const deps = {
    ...{ clock, limits: new Limits(), published: () => undefined, db: db as unknown as Database },
    hasher: {
      async verify(password: string, kept: string | undefined) {
        steps.push(`password of ${password.length}`);
        return kept === `hash of ${password}`;
      },
    },
  } as unknown as AccountDeps;
  return { steps, stored, clock, prove: (more: object = {}) => prove(deps, { ...request, ...more }, caller) };
}

describe('a proof that somebody is the owner', () => {
  it('is a token of five minutes, kept as a hash with what its code named', async () => {
    const { steps, stored, clock, prove: make } = openProof();
    const { proof, expiresAt } = await make();
    expect(expiresAt).toBe(clock.now() + 300_000);
    expect(stored).toEqual([[digestOf(proof), 7, 'withdrawal', expiresAt, '5 USDT to bob']]);
    expect(steps).toEqual(['code tried', 'password of 8', 'code taken']);
    expect((await make()).proof).not.toBe(proof);
  });

  it('lets passwords be tried with the right code alone', async () => {
    const { steps, prove: make } = openProof();
    for (const code of ['654321', '', '12345'])
      expect(await codeOf(make({ code }))).toBe(code === '' ? 'codeEmpty' : 'codeInvalid');
    expect(steps).toEqual(['code tried']);
  });

  it('leaves the code good for another try when the password was wrong', async () => {
    const { steps, stored, prove: make } = openProof();
    expect(await codeOf(make({ fundPassword: 'wrong123' }))).toBe('fundPasswordWrong');
    expect(await codeOf(make({ fundPassword: undefined }))).toBe('fundPasswordWrong');
    expect([steps.includes('code taken'), stored]).toEqual([false, []]);
    await make();
    expect(stored.length).toBe(1);
  });

  it('needs the authenticator of who has one, after the password', async () => {
    const { steps, stored, prove: make } = openProof({ hasTotp: true });
    expect(await codeOf(make())).toBe('totpRequired');
    expect(await codeOf(make({ fundPassword: 'wrong123' }))).toBe('fundPasswordWrong');
    expect([steps.includes('code taken'), stored]).toEqual([false, []]);
  });

  it('cannot be made without a funding password, which costs no code', async () => {
    const { steps, prove: make } = openProof({ hasFund: false });
    expect(await codeOf(make())).toBe('fundPasswordMissing');
    expect(steps).toEqual([]);
  });

  it('costs no hash after ten tries in a quarter of an hour, and none of a long text', async () => {
    const { steps, prove: make } = openProof();
    for (let i = 0; i < 10; i++) await codeOf(make({ fundPassword: 'x'.repeat(5_000) }));
    expect(new Set(steps)).toEqual(new Set(['code tried', 'password of 100']));
    steps.length = 0;
    expect(await codeOf(make())).toBe('tooManyRequests');
    expect(steps).toEqual(['code tried']);
  });
});
