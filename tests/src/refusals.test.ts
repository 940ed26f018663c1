import { expect, it } from 'vitest';
import { refusalText } from '../../src/i18n/refusals.ts';

const words = (code: string) => `own ${code}`;

it.each([
  [{ code: 401, message: 'server' }, 'own loginExpired'],
  [{ code: 'insufficientBalance', message: 'server' }, 'server'],
  [{ code: 'unexpected', message: 'of a newer server' }, 'of a newer server'],
  [{ code: 'insufficientBalance', message: '' }, 'own insufficientBalance'],
  [{ code: 'networkDown', message: '' }, 'own networkDown'],
  [{ code: 'codeOfTomorrow' as never, message: '' }, 'own unexpected'],
] as const)('%j is shown as %s', (refusal, text) => {
  expect(refusalText(refusal, words)).toBe(text);
});
