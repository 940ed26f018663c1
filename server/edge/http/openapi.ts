import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import type { Call, CallName } from '../../../domain/contract/index.ts';
import {
  API_BASE,
  calls,
  Envelope,
  IDEMPOTENCY_KEY,
  KEY_HEADER,
  summaries,
} from '../../../domain/contract/index.ts';
import { languages, refusalCodes } from '../../../domain/index.ts';
import { statusOf } from './errors.ts';

/** A schema as OpenAPI 3.1 wants it: JSON Schema of 2020-12. */
const schemaOf = (schema: GenericSchema) => {
  const { $schema: _, ...rest } = toJsonSchema(schema, { errorMode: 'ignore', target: 'draft-2020-12' });
  return rest;
};
const json = (schema: object) => ({ 'application/json': { schema } });
const part = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** A form's fields beside its file. */
function formOf({ request }: Call) {
  const { properties = {}, required = [], ...rest } = schemaOf(request);
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  return { ...rest, properties: { ...properties, file }, required: [...required, 'file'] };
}

/** Statuses of refusals that calls of a kind can meet, besides those of their own rules. */
const REFUSALS = [
  ...new Set([401, ...refusalCodes.map((code): number => statusOf(code))].sort((a, b) => a - b)),
];
const refusalName = (status: number): string => `Refusal${status}`;

const SECURITY = { anyone: [], temporary: ['temporaryToken', 'login'], user: ['login'] } as const;

function operation(name: string, method: string, call: Call) {
  const envelope = schemaOf(Envelope);
  const answer = { ...envelope, properties: { ...envelope.properties, data: schemaOf(call.response) } };
  const body = call.takesFile
    ? { required: true, content: { 'multipart/form-data': { schema: formOf(call) } } }
    : { required: false, content: json(schemaOf(call.request)) };
  return {
    operationId: method === 'GET' ? `${name}.get` : name,
    summary: summaries[name as CallName],
    tags: [name.split('.')[0] ?? name],
    security: SECURITY[call.access].map((scheme) => ({ [scheme]: [] })),
    parameters: [
      part('parameters', 'locale'),
      ...(call.movesMoney ? [part('parameters', 'idempotencyKey')] : []),
    ],
    // Whatever comes with a GET is not read.
    ...(method === 'GET' ? {} : { requestBody: body }),
    responses: {
      200: { description: 'Success: `code` is 200 and `data` holds the answer', content: json(answer) },
      ...Object.fromEntries(REFUSALS.map((status) => [status, part('responses', refusalName(status))])),
    },
  };
}

/** A refusal of each status: its codes stand in it, 401 as a number. */
function refusalOf(status: number) {
  const codes = refusalCodes.filter((code) => statusOf(code) === status);
  const envelope = schemaOf(Envelope);
  const code = status === 401 ? { const: 401 } : { type: 'string', enum: codes };
  const waits = status === 429 || status === 503;
  return {
    description: `Refused: \`message\` says why in the asked language${status === 401 ? '; the login has ended' : ''}`,
    ...(waits ? { headers: { 'retry-after': { schema: { type: 'integer' }, description: 'seconds' } } } : {}),
    content: json({ ...envelope, properties: { ...envelope.properties, code, data: { type: 'null' } } }),
  };
}

const components = () => ({
  securitySchemes: {
    login: {
      type: 'apiKey',
      in: 'header',
      name: 'authorization',
      description: 'The token that account.login answers, as it is or after "Bearer "',
    },
    temporaryToken: {
      type: 'apiKey',
      in: 'header',
      name: 'authorization',
      description: 'The token that common.temporaryToken answers',
    },
  },
  parameters: {
    locale: {
      name: 'locale',
      in: 'header',
      required: false,
      description: 'The language of `message`',
      schema: { type: 'string', enum: ['zh', ...languages] },
    },
    idempotencyKey: {
      name: KEY_HEADER,
      in: 'header',
      required: true,
      description: 'Names a call that moves money: with the same key it acts once and answers the same',
      schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
    },
  },
  responses: Object.fromEntries(REFUSALS.map((status) => [refusalName(status), refusalOf(status)])),
});

/** The OpenAPI 3.1 document of all calls, made from the contract itself. @param server where they are answered. */
export function openApiDocument(version: string, server = '/') {
  const paths = Object.entries<Call>(calls).map(([name, call]) => [
    API_BASE + call.path,
    Object.fromEntries(call.methods.map((method) => [method.toLowerCase(), operation(name, method, call)])),
  ]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tidemark exchange',
      version,
      description:
        'Decimals are strings, moments are milliseconds UTC. The stream at /ws is described in domain/contract/stream.ts.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: server }],
    tags: [...new Set(Object.keys(calls).map((name) => name.split('.')[0] ?? name))].map((name) => ({
      name,
    })),
    paths: Object.fromEntries(paths),
    components: components(),
  };
}
