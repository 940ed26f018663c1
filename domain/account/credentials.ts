import type { RefusalCode } from '../errors.ts';

/** @see specification §5, §9 */
export const PASSWORD_MIN = 6;
/** Characters of a password, inclusive. @see specification §5, §9 */
export const PASSWORD_MAX = 20;
/** Digits of a code sent by mail or text message, and of a time-based code. */
export const CODE_DIGITS = 6;
/** Characters of an anti-phishing word. */
export const WORD_MAX = 20;

/** Passwords that guessers try first, as far as they satisfy the other rules. Lower case. */
const COMMON = new Set(
  (
    'abc123 abcd1234 abc12345 a123456 a12345678 a123456789 aa123456 aa12345678 admin123 asdf1234 ' +
    '123456a 1234567a 12345678a 123456789a 123abc 123qwe 123qweasd 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx ' +
    '1qazxsw2 bitcoin1 bitcoin123 charlie1 changeme1 crypto123 dragon1 football1 hello123 iloveyou1 ' +
    'jordan23 letmein1 login123 love123 master1 michael1 monkey1 monkey123 p@ssw0rd p@ssword1 pass123 ' +
    'pass1234 passw0rd password1 password12 password123 password1234 princess1 q1w2e3 q1w2e3r4 q1w2e3r4t5 ' +
    'qaz123 qazwsx123 qwe123 qwer1234 qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345 secret123 ' +
    'shadow1 sunshine1 superman1 test123 test1234 trader123 trading123 trustno1 user123 welcome1 ' +
    'welcome123 woaini1314 woaini520 x123456 zaq12wsx zxc123 zxcvbnm1'
  ).split(' '),
);

/**
 * Why a password may not be chosen; undefined when it may. 6 to 20 printable characters with at least one digit
 * and one letter; other signs are welcome. @see specification §5
 */
export function passwordRefusal(password: string): RefusalCode | undefined {
  if (password === '') return 'passwordEmpty';
  const isSized = password.length >= PASSWORD_MIN && password.length <= PASSWORD_MAX;
  if (!isSized || !/^[\x21-\x7e]+$/.test(password) || !/\d/.test(password) || !/[a-z]/i.test(password))
    return 'passwordForm';
  return COMMON.has(password.toLowerCase()) ? 'passwordCommon' : undefined;
}

/** @see specification §5 "New password and confirm password must match" */
export function confirmRefusal(password: string, confirmed: string): RefusalCode | undefined {
  return password === confirmed ? undefined : 'passwordMismatch';
}

/** Why a text is no code of CODE_DIGITS digits: `codeEmpty` or `codeInvalid`; undefined when it is one. */
export function codeRefusal(code: string): RefusalCode | undefined {
  if (code === '') return 'codeEmpty';
  return /^\d{6}$/.test(code) ? undefined : 'codeInvalid';
}

/** An anti-phishing word: shown in every mail of ours, so that a user knows it from a forged one. */
export function wordRefusal(word: string): RefusalCode | undefined {
  return new RegExp(`^[\\p{L}\\p{N} _.-]{3,${WORD_MAX}}$`, 'u').test(word) ? undefined : 'wordInvalid';
}
