import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applicationRefusal,
  basicRefusals,
  CREDIT_SCORE_START,
  creditAfterRejection,
  fiatDayMost,
  fieldsOfLevel,
  levelMost,
  maskedNumber,
  normalBasic,
  practiceFinding,
  practiceSamples,
} from '../../../domain/index.ts';

describe('levels', () => {
  it.each([
    [1, '200', '10000'],
    [2, '500', '1000000'],
  ])('%i allows %s BTC to banks in 24 hours and %s USDT in one withdrawal', (level, fiat, withdrawal) => {
    expect([fiatDayMost(level), levelMost(level)]).toEqual([fiat, withdrawal]);
  });
  it('ask for their own fields', () => {
    expect([fieldsOfLevel(1), fieldsOfLevel(2)]).toEqual([
      ['name', 'number'],
      ['front', 'back', 'holding'],
    ]);
  });
});

describe('a name and a number', () => {
  it.each([
    ['Ada Lovelace', 'X4711', {}],
    ['  Ada\t Lovelace ', ' x 47-11/0.8 ', {}],
    ['王芳', '１１０１０１１９９００３０７７７５８', {}],
    ['Şükran Öztürk', '12345', {}],
    ['A', '1234', { name: 'nameInvalid', number: 'idNumberInvalid' }],
    ['', '', { name: 'nameInvalid', number: 'idNumberInvalid' }],
    ['<b>Ada</b>', "1'; drop table x", { name: 'nameInvalid', number: 'idNumberInvalid' }],
    ['Ada\u0000Lovelace', 'X4711\u0000', { name: 'nameInvalid', number: 'idNumberInvalid' }],
    ['Ada\u202eecalevoL', 'X4711', { name: 'nameInvalid' }],
    ['Ada', 'X'.repeat(31), { number: 'idNumberInvalid' }],
    ['A'.repeat(61), 'X'.repeat(30), { name: 'nameInvalid' }],
  ])('%j, %j: %j', (name, number, refusals) => {
    expect(basicRefusals({ name, number })).toEqual(refusals);
  });
  it('have one writing', () => {
    expect(normalBasic({ name: ' Ada  Lovelace', number: ' x 47-11/0.8 ' })).toEqual({
      name: 'Ada Lovelace',
      number: 'X471108',
    });
  });
  it('once in their one writing stay so', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, number) => {
        const once = normalBasic({ name, number });
        expect(normalBasic(once)).toEqual(once);
        expect(basicRefusals(once)).toEqual(basicRefusals({ name, number }));
      }),
    );
  });
  it.each([
    ['X4711', '•••• 1'],
    ['X47110815', '•••• 815'],
    ['110101199003077758', '•••• 7758'],
  ])('%s is shown as %s', (number, shown) => {
    expect(maskedNumber(number)).toBe(shown);
  });
});

describe('applying', () => {
  const standing = { level: 0, isPending: false, hasContact: true };
  it.each([
    ['level 1', 1, {}, undefined],
    ['level 2 after level 1', 2, { level: 1 }, undefined],
    ['level 2 before level 1', 2, {}, 'identityBasicFirst'],
    ['while one waits', 1, { isPending: true }, 'identityPending'],
    ['for what is certified', 1, { level: 1 }, 'identityDone'],
    ['for less than is certified', 1, { level: 2 }, 'identityDone'],
    ['without e-mail and phone', 1, { hasContact: false }, 'identityContact'],
    ['for level 2 without e-mail and phone', 2, { level: 1, hasContact: false }, 'identityContact'],
  ] as const)('%s', (_, level, more, refusal) => {
    expect(applicationRefusal(level, { ...standing, ...more })).toBe(refusal);
  });
});

describe('a rejection', () => {
  it('takes five points of the credit score, and never more than there are', () => {
    expect([CREDIT_SCORE_START, 7, 5, 4, 0].map(creditAfterRejection)).toEqual([95, 2, 0, 0, 0]);
  });
});

describe('the reviewer of practice', () => {
  it('rejects each documented sample once, at its level', () => {
    for (const sample of practiceSamples) {
      expect(practiceFinding(sample.level, `${sample.prefix}4711`, 0)).toBe(sample);
      expect(practiceFinding(sample.level, `${sample.prefix}4711`, 1)).toBeUndefined();
      expect(practiceFinding(sample.level === 1 ? 2 : 1, `${sample.prefix}4711`, 0)).toBeUndefined();
      expect(fieldsOfLevel(sample.level)).toContain(sample.field);
      expect(basicRefusals({ name: 'Ada Lovelace', number: sample.prefix })).toEqual({});
    }
  });
  it('approves everything else', () => {
    expect([practiceFinding(1, 'X4711', 0), practiceFinding(2, '4REJECT2', 0)]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
