import { assert, integer, property, string, stringMatching } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  codeRefusal,
  confirmRefusal,
  PASSWORD_MAX,
  passwordRefusal,
  wordRefusal,
} from '../../../domain/index.ts';

describe('a password', () => {
  it.each(['tide1234x', 'a1!"#$', `${'x'.repeat(PASSWORD_MAX - 1)}7`])('may be %s', (text) => {
    expect(passwordRefusal(text)).toBeUndefined();
  });
  it.each([
    ['', 'passwordEmpty'],
    ['a1b2c', 'passwordForm'],
    [`${'x'.repeat(PASSWORD_MAX)}7`, 'passwordForm'],
    ['abcdefgh', 'passwordForm'],
    ['12345678', 'passwordForm'],
    ['abc 1234', 'passwordForm'],
    ['pässwort1', 'passwordForm'],
    ['tide\n1234', 'passwordForm'],
    ['password1', 'passwordCommon'],
    ['PassWord1', 'passwordCommon'],
  ])('%j is refused: %s', (text, code) => expect(passwordRefusal(text)).toBe(code));
  it('has a letter and a digit among 6 to 20 printable characters, whatever else is typed', () => {
    assert(
      property(string({ maxLength: 24 }), (text) => {
        if (passwordRefusal(text) !== undefined) return;
        expect(text.length).toBeGreaterThanOrEqual(6);
        expect(text.length).toBeLessThanOrEqual(PASSWORD_MAX);
        expect(text).toMatch(/^[!-~]+$/);
        expect(text).toMatch(/[A-Za-z]/);
        expect(text).toMatch(/[0-9]/);
      }),
      { numRuns: 2_000 },
    );
    assert(
      property(stringMatching(/^[a-z]{4,9}[!-/]{1,5}[0-9]{3,6}$/), (text) => {
        expect(passwordRefusal(text)).toBeUndefined();
      }),
    );
  });
  it('is confirmed by the same text alone', () => {
    expect(confirmRefusal('tide1234x', 'tide1234x')).toBeUndefined();
    expect(confirmRefusal('tide1234x', 'tide1234X')).toBe('passwordMismatch');
    expect(confirmRefusal('tide1234x', 'tide1234x ')).toBe('passwordMismatch');
  });
});

describe('a code', () => {
  it('is six ASCII digits', () => {
    assert(
      property(integer({ min: 0, max: 999_999 }), (number) => {
        expect(codeRefusal(String(number).padStart(6, '0'))).toBeUndefined();
      }),
    );
  });
  it.each([
    ['', 'codeEmpty'],
    ['12345', 'codeInvalid'],
    ['1234567', 'codeInvalid'],
    ['12345a', 'codeInvalid'],
    ['１２３４５６', 'codeInvalid'],
    ['123456\n', 'codeInvalid'],
  ])('%j is none: %s', (text, code) => expect(codeRefusal(text)).toBe(code));
});

describe('an anti-phishing word', () => {
  it.each(['abc', '海豚與月亮', 'Ada_7.x-y z', 'x'.repeat(20)])('may be %s', (word) => {
    expect(wordRefusal(word)).toBeUndefined();
  });
  it.each(['', 'ab', 'x'.repeat(21), 'a<b>c', 'http://x', 'abc\n', '🐬🐬🐬'])('may not be %j', (word) => {
    expect(wordRefusal(word)).toBe('wordInvalid');
  });
});
