import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { answerError } from '../../../../server/edge/http/errors.ts';
import { readErrorWords } from '../../../../server/host/files/words.ts';
import { withDatabase } from '../../../support/databases.ts';

const words = await readErrorWords(process.cwd());

withDatabase('an error of the database', (db) => {
  /** What a caller receives when a call queries the database so. */
  async function received(text: string, params: readonly unknown[]) {
    const logged: string[] = [];
    const app = new Hono();
    app.post('/', async (c) => c.json(await db().query(text, params)));
    app.onError((error, c) => answerError(error, c, { words, log: (event) => logged.push(event) }));
    const answer = await app.request('/', { method: 'POST' });
    return { status: answer.status, code: ((await answer.json()) as { code: unknown }).code, logged };
  }
  it.each([
    ['a text', 'select 1 from app_user where uid = $1', ['a\u0000b']],
    ['a text of a list', 'select 1 from app_user where uid = any($1::text[])', [['a\u0000b']]],
    ['JSON', 'select $1::jsonb', ['"a\\u0000b"']],
  ])('about the character 0 in %s is the caller’s', async (_, text, params) => {
    expect(await received(text, params)).toEqual({ status: 422, code: 'bodyInvalid', logged: [] });
  });
  it('of any other kind is ours, and logged', async () => {
    expect(await received('select 1 / $1::int', [0])).toEqual({
      status: 500,
      code: 'unexpected',
      logged: ['unexpected'],
    });
  });
});
