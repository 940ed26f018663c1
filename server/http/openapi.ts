import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import type { Call, CallName } from '../../domain/contract/index.ts';
import { API_BASE, calls, Envelope, summaries } from '../../domain/contract/index.ts';
import { languages, refusalCodes } from '../../domain/index.ts';

const schemaOf = (schema: GenericSchema) => {
  const { $schema: _, ...rest } = toJsonSchema(schema, { errorMode: 'ignore' });
  return rest;
};

/** A form's fields beside its file. */
function formOf({ request }: Call) {
  const { properties = {}, required = [], ...rest } = schemaOf(request);
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  return { ...rest, properties: { ...properties, file }, required: [...required, 'file'] };
}

function operation(name: string, method: string, call: Call) {
  const answer = {
    ...schemaOf(Envelope),
    properties: { ...schemaOf(Envelope).properties, data: schemaOf(call.response) },
  };
  const json = (schema: object) => ({ 'application/json': { schema } });
  return {
    operationId: method === 'GET' ? `${name}.get` : name,
    summary: summaries[name as CallName],
    parameters: [{ $ref: '#/components/parameters/locale' }],
    requestBody: call.takesFile
      ? { required: true, content: { 'multipart/form-data': { schema: formOf(call) } } }
      : { required: false, content: json(schemaOf(call.request)) },
    responses: {
      200: { description: 'Success: `code` is 200 and `data` holds the answer', content: json(answer) },
      default: { $ref: '#/components/responses/Refusal' },
    },
  };
}

/** The OpenAPI 3.1 document of all calls, made from the contract itself. */
export function openApiDocument(version: string) {
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
    paths: Object.fromEntries(paths),
    components: {
      parameters: {
        locale: {
          name: 'locale',
          in: 'header',
          required: false,
          schema: { type: 'string', enum: ['zh', ...languages] },
        },
      },
      responses: {
        Refusal: {
          description: `A refusal: \`code\` is 401 or one of ${refusalCodes.join(', ')}; \`message\` says it in the asked language`,
          content: { 'application/json': { schema: schemaOf(Envelope) } },
        },
      },
    },
  };
}
