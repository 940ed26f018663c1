import type { Call, CallName } from '../../../domain/contract/index.ts';
import { API_BASE, areaWords, calls, Envelope, examples } from '../../../domain/contract/index.ts';
import { compatPaths, compatTags } from './compatPaths.ts';
import { components, envelopeOf, exampleEnvelope, json, part, REFUSALS, refusalName } from './parts.ts';
import type { Schemas } from './schemas.ts';
import { createSchemas, formOf } from './schemas.ts';

const SECURITY = { anyone: [], temporary: ['temporaryToken', 'login'], user: ['login'] } as const;

function operation(schemas: Schemas, name: CallName, method: string, call: Call) {
  const example = examples[name];
  const body = call.takesFile
    ? { required: true, content: { 'multipart/form-data': { schema: formOf(schemas, call, name) } } }
    : { required: false, content: json(schemas.of(call.request, name), example.request) };
  const answer = envelopeOf(schemas, { code: { const: 200 }, data: schemas.of(call.response, name) });
  return {
    operationId: method === 'GET' ? `${name}.get` : name,
    summary: example.about,
    tags: [name.split('.')[0] ?? name],
    security: SECURITY[call.access].map((scheme) => ({ [scheme]: [] })),
    parameters: [
      part('parameters', 'locale'),
      ...(call.movesMoney ? [part('parameters', 'idempotencyKey')] : []),
    ],
    // Whatever comes with a GET is not read.
    ...(method === 'GET' ? {} : { requestBody: body }),
    responses: {
      200: {
        description: 'Success: `data` holds the answer',
        content: json(answer, exampleEnvelope(example.response)),
      },
      ...Object.fromEntries(REFUSALS.map((status) => [status, part('responses', refusalName(status))])),
    },
  };
}

/** The OpenAPI 3.1 document of all calls, made from the contract itself. @param venueName what the venue is called. @param server where they are answered. */
export function openApiDocument(version: string, venueName: string, server = '/') {
  const all = Object.values<Call>(calls).flatMap(({ request, response }) => [request, response]);
  const schemas = createSchemas([Envelope, ...all]);
  const paths = Object.entries<Call>(calls).map(([name, call]) => [
    API_BASE + call.path,
    Object.fromEntries(
      call.methods.map((method) => [
        method.toLowerCase(),
        operation(schemas, name as CallName, method, call),
      ]),
    ),
  ]);
  return {
    openapi: '3.1.0',
    info: {
      title: `${venueName} exchange`,
      version,
      summary: 'The exchange’s own API, and one that programs made for Binance speak',
      description:
        'Decimals are strings, moments are milliseconds UTC. Every call is a POST with a JSON body; every answer has the form `{code, message, data, requestId}`, and 200 is success. A call that moves money is named by an idempotency key. The stream at /ws is described in domain/contract/stream.ts.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: server, description: 'This exchange' }],
    tags: [
      ...Object.entries(areaWords).map(([name, description]) => ({ name, description })),
      ...compatTags(venueName),
    ],
    paths: { ...Object.fromEntries(paths), ...compatPaths() },
    components: components(schemas),
  };
}
