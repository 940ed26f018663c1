import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, KEY_HEADER } from '../../../../domain/contract/index.ts';
import type { TestExchange } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';

type Json = Readonly<Record<string, unknown>>;
interface Operation {
  readonly operationId: string;
  readonly security: readonly Json[];
  readonly parameters: readonly { readonly $ref: string }[];
  readonly requestBody?: { readonly content: Json };
  readonly responses: Json;
}
interface Document {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Json>>;
}

let x: TestExchange;
let document: Document;
beforeAll(async () => {
  x = await openExchange();
  document = await (await fetch(`http://${x.base}/api/openapi.json`)).json();
}, 60_000);
afterAll(() => x.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );
const at = (ref: string): Json =>
  ref
    .replace('#/', '')
    .split('/')
    .reduce((node, name) => node[name] as Json, document as unknown as Json);

/** What a schema of JSON Schema 2020-12 may hold, and of which type. */
const KEYWORDS: Readonly<Record<string, string>> = {
  type: 'string',
  const: 'any',
  enum: 'array',
  pattern: 'string',
  format: 'string',
  description: 'string',
  default: 'any',
  contentMediaType: 'string',
  properties: 'schemas',
  required: 'array',
  additionalProperties: 'schema',
  propertyNames: 'schema',
  items: 'schema',
  prefixItems: 'list',
  anyOf: 'list',
  oneOf: 'list',
  allOf: 'list',
  ...Object.fromEntries(
    ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'].map((name) => [
      name,
      'number',
    ]),
  ),
  ...Object.fromEntries(
    ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties'].map((name) => [name, 'number']),
  ),
};
/** What is wrong with a schema, by its place. */
function flawsOf(schema: unknown, place: string): string[] {
  if (typeof schema === 'boolean') return [];
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return [`${place}: no schema`];
  return Object.entries(schema).flatMap(([name, value]) => {
    const kind = KEYWORDS[name];
    const here = `${place}/${name}`;
    if (kind === undefined) return [`${here}: unknown`];
    if (kind === 'schema') return flawsOf(value, here);
    if (kind === 'schemas')
      return Object.entries(value as object).flatMap(([key, each]) => flawsOf(each, `${here}/${key}`));
    if (kind === 'list')
      return Array.isArray(value) && value.length > 0
        ? value.flatMap((each, i) => flawsOf(each, `${here}/${i}`))
        : [`${here}: no list`];
    if (kind === 'array') return Array.isArray(value) ? [] : [`${here}: no array`];
    return kind === 'any' || typeof value === kind ? [] : [`${here}: no ${kind}`];
  });
}
/** All schemas of the document, by their places. */
function schemasIn(node: unknown, place = ''): [string, unknown][] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    name === 'schema'
      ? [[`${place}/schema`, value] as [string, unknown]]
      : schemasIn(value, `${place}/${name}`),
  );
}

describe('the document', () => {
  it('has only schemas of JSON Schema 2020-12, and leads nowhere but into itself', () => {
    const schemas = schemasIn(document);
    expect(schemas.length).toBeGreaterThan(Object.keys(calls).length);
    expect(schemas.flatMap(([place, schema]) => flawsOf(schema, place))).toEqual([]);
    for (const { parameters, responses } of operations())
      for (const { $ref } of [...parameters, ...Object.values(responses)] as { $ref?: string }[])
        if ($ref) expect(at($ref)).toBeDefined();
    const ids = operations().map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });
  it('says who may call, what names a call that moves money, and what may be refused', () => {
    expect(document.servers).not.toEqual([]);
    for (const { operationId, security, parameters, responses } of operations()) {
      const call = calls[operationId.replace(/\.get$/, '') as keyof typeof calls];
      const schemes = security.flatMap((each) => Object.keys(each));
      expect([operationId, schemes.includes('login')]).toEqual([operationId, call.access !== 'anyone']);
      for (const scheme of schemes) expect(at(`#/components/securitySchemes/${scheme}`)).toBeDefined();
      const headers = parameters.map(({ $ref }) => at($ref)['name']);
      expect([operationId, headers.includes(KEY_HEADER)]).toEqual([operationId, call.movesMoney]);
      for (const status of ['200', '400', '401', '403', '409', '422', '429', '503'])
        expect(responses).toHaveProperty(status);
    }
  });
});

/** A client that knows nothing but the document. */
function clientOf(base: string) {
  const [server] = document.servers;
  return async (id: string, body: Json = {}, { token = '', key = '' } = {}) => {
    const found = operations().find(({ operationId }) => operationId === id);
    if (!found) throw new Error(`no operation ${id}`);
    const { path, method, security, parameters, requestBody } = found;
    const named = parameters.map(({ $ref }) => at($ref)).filter(({ required }) => required === true);
    const schemes = security
      .flatMap((each) => Object.keys(each))
      .map((name) => at(`#/components/securitySchemes/${name}`));
    const headers = Object.fromEntries([
      ...named.map(({ name }) => [name, key]),
      ...schemes.map(({ name }) => [name, token]),
      ...Object.keys(requestBody?.content ?? {}).map((type) => ['content-type', type]),
    ]);
    const schema = (requestBody?.content['application/json'] as { schema: Json } | undefined)?.schema;
    for (const name of (schema?.['required'] ?? []) as string[])
      if (!(name in body)) throw new Error(`${id} needs ${name}`);
    const url = new URL(path, new URL(server?.url ?? '', base));
    const sent = method === 'get' ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(url, { method: method.toUpperCase(), headers, ...sent });
    expect(found.responses).toHaveProperty(String(answer.status));
    return (await answer.json()) as { code: unknown; data: Record<string, never> };
  };
}

it('is enough for a client to open an account and place an order', async () => {
  const client = clientOf(`http://${x.base}`);
  const email = 'client@openapi.example';
  const temporary = (await client('common.temporaryToken')).data['token'];
  await client('common.sendEmail', { email, purpose: 'register' }, { token: temporary });
  const account = {
    contact: { kind: 'email', email },
    code: await x.codeFor(email),
    password: 'tide1234x',
    agreed: true,
  };
  const { token } = (await client('account.register', account)).data;
  const order = { market: 'BTC-USDT', side: 'buy', type: 'market', quantity: '0.001' };
  expect((await client('spot.place', order, { token })).code).toBe('keyMissing');
  const asked = { token, key: 'openapi-order-1' };
  const placed = await client('spot.place', order, asked);
  expect(placed).toMatchObject({ code: 200, data: { order: { market: 'BTC-USDT', status: 'filled' } } });
  expect(await client('spot.place', order, asked)).toMatchObject({ data: placed.data });
  expect((await client('account.profile', {}, { token: 'nobody' })).code).toBe(401);
});
