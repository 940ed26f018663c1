import { default as SwaggerParser } from '@apidevtools/swagger-parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountFields } from '../../../domain/contract/fieldWords/account.ts';
import { tradeFields } from '../../../domain/contract/fieldWords/trade.ts';
import { API_BASE, calls, KEY_HEADER } from '../../../domain/contract/index.ts';
import { escaped, marked } from '../../../server/edge/openapi/html.ts';
import { referencePage } from '../../../server/edge/openapi/page.ts';
import type { TestExchange } from '../../support/exchange.ts';
import { openExchange } from '../../support/exchange.ts';

type Json = Readonly<Record<string, unknown>>;
interface Operation {
  readonly operationId: string;
  readonly security: readonly Json[];
  readonly parameters: readonly { readonly $ref: string }[];
  readonly summary: string;
  readonly tags: readonly string[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
  readonly responses: Json;
}
interface Document {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
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

/** Of the exchange's own API. */
const operations = () => allOperations().filter(({ path }) => path.startsWith(API_BASE));
const allOperations = () =>
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
  $ref: 'string',
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

/** Places of fields that nobody has described. */
function wordlessIn(node: unknown, place = ''): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) => {
    if (name === 'example') return [];
    const here = `${place}/${name}`;
    const own =
      name === 'properties'
        ? Object.entries(value as Readonly<Record<string, Json>>).flatMap(([field, schema]) =>
            typeof schema['description'] === 'string' ? [] : [`${here}/${field}`],
          )
        : [];
    return [...own, ...wordlessIn(value, here)];
  });
}
/** Names of all fields. */
function namesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) => [
    ...(name === 'properties' ? Object.keys(value as object) : []),
    ...namesIn(value),
  ]);
}

describe('the document', () => {
  it('has only schemas of JSON Schema 2020-12, and leads nowhere but into itself', () => {
    const named = Object.entries(document.components['schemas'] ?? {});
    const schemas = [...schemasIn(document), ...named];
    expect(schemas.length).toBeGreaterThan(Object.keys(calls).length);
    expect(schemas.flatMap(([place, schema]) => flawsOf(schema, place))).toEqual([]);
    for (const { parameters, responses } of allOperations())
      for (const { $ref } of [...parameters, ...Object.values(responses)] as { $ref?: string }[])
        if ($ref) expect(at($ref)).toBeDefined();
    const ids = allOperations().map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });
  it('is valid by two validators', async () => {
    const copy = () => JSON.parse(JSON.stringify(document));
    await expect(SwaggerParser.validate(copy())).resolves.toBeDefined();
    expect(await new Validator().validate(copy())).toMatchObject({ valid: true });
    // Both see what is wrong.
    const spoilt = { ...copy(), servers: 'here' };
    await expect(SwaggerParser.validate(spoilt)).rejects.toThrow();
    expect(await new Validator().validate(spoilt)).toMatchObject({ valid: false });
  });
  it('has words on every field, an example of every body, and a tag that says what it is about', () => {
    expect(wordlessIn(document)).toEqual([]);
    expect(Object.values(document.components['schemas'] ?? {})).toSatisfy((schemas: Json[]) =>
      schemas.every(({ description }) => typeof description === 'string'),
    );
    const tags = new Map(document.tags.map(({ name, description }) => [name, description]));
    for (const { operationId, summary, tags: own, requestBody } of allOperations()) {
      expect([operationId, summary.length > 3, tags.has(own[0] ?? '')]).toEqual([operationId, true, true]);
      for (const [type, { example }] of Object.entries(requestBody?.content ?? {}))
        expect([operationId, example !== undefined]).toEqual([operationId, type === 'application/json']);
    }
    for (const [name, answer] of Object.entries(document.components['responses'] ?? {}))
      expect([name, JSON.stringify(answer)]).toEqual([name, expect.stringContaining('"example"')]);
  });
  it('describes no field that is not there', () => {
    const used = new Set(namesIn(document));
    for (const name of Object.keys({ ...tradeFields, ...accountFields }))
      expect([name, used.has(name.split('.').at(-1) ?? '')]).toEqual([name, true]);
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

describe('the page for users', () => {
  const page = () => referencePage('9.9.9', 'Tidemark');
  it('has every call and every schema, and leads nowhere that is not there', () => {
    const html = page();
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const { operationId } of allOperations()) expect(ids).toContain(operationId);
    for (const name of Object.keys(document.components['schemas'] ?? {})) {
      if (name !== 'CompatibleRefusal') expect(ids).toContain(`schema-${name}`);
    }
    for (const [, target] of html.matchAll(/ href="#([^"]+)"/g)) expect(ids).toContain(target);
    expect(html).toContain('9.9.9');
  });
  it('has nothing inline, asks nobody else, and says whose names are trademarks', () => {
    const html = page();
    expect(html).not.toMatch(/<style| style=|<script>| on[a-z]+="/);
    expect(html).not.toMatch(/(src|href)="(https?:)?\/\//);
    expect(html).toContain('Binance is a trademark of its owner, who has nothing to do with Tidemark.');
    expect(html).toContain('Compatible with');
  });
  it('takes no text for markup', () => {
    expect(escaped('<b title="x">&')).toBe('&lt;b title=&quot;x&quot;&gt;&amp;');
    expect(marked('`<b>` & c')).toBe('<code>&lt;b&gt;</code> &amp; c');
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
    const content = requestBody?.content as Readonly<Record<string, { schema: Json }>> | undefined;
    const schema = content?.['application/json']?.schema;
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
  const options = { token, key: 'openapi-order-1' };
  const placed = await client('spot.place', order, options);
  expect(placed).toMatchObject({ code: 200, data: { order: { market: 'BTC-USDT', status: 'filled' } } });
  expect(await client('spot.place', order, options)).toMatchObject({ data: placed.data });
  expect((await client('account.profile', {}, { token: 'nobody' })).code).toBe(401);
});

it('names what the compatible API answers, and who may ask', async () => {
  const compatible = allOperations().filter(({ path }) => !path.startsWith(API_BASE));
  expect(compatible.length).toBeGreaterThan(80);
  for (const { path, method, security, parameters } of compatible) {
    const ask = async (headers: Record<string, string>) => {
      const answer = await fetch(`http://${x.base}${path}`, { method: method.toUpperCase(), headers });
      return ((await answer.json()) as { code?: number }).code;
    };
    // Nobody's key is checked first; a path that is not there would be -5000.
    const code = await ask({});
    const isSigned = parameters.some(({ $ref }) => $ref.endsWith('signature'));
    expect([method, path, code === -2014, code]).toEqual([method, path, security.length > 0, code]);
    expect([path, code]).not.toEqual([path, -5000]);
    if (isSigned) expect(security).toEqual([{ apiKey: [] }]);
  }
});
