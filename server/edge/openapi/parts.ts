import { Envelope, IDEMPOTENCY_KEY, KEY_HEADER } from '../../../domain/contract/index.ts';
import { defined, languages, refusalCodes } from '../../../domain/index.ts';
import { statusOf } from '../http/errors.ts';
import { compatParts } from './compatPaths.ts';
import type { Schemas } from './schemas.ts';

export const json = (schema: object, example?: unknown) => ({
  'application/json': { schema, ...defined({ example }) },
});
export const part = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** Statuses of refusals that calls can meet, besides those of their own rules. */
export const REFUSALS = [
  ...new Set([401, ...refusalCodes.map((code): number => statusOf(code))].sort((a, b) => a - b)),
];
export const refusalName = (status: number): string => `Refusal${status}`;

const ENVELOPE_WORDS = {
  code: '200, 401 when the login has ended, or the code of a refusal',
  message: 'Why it was refused, in the asked language; empty otherwise',
  data: 'The answer; null for a refusal',
  requestId: 'Number of the request, also in the header `x-request-id`',
} as const;

/** The body of every answer. @param parts what is known of its code and data. */
export function envelopeOf(schemas: Schemas, parts: Readonly<Record<string, object>>): object {
  const { properties, ...envelope } = schemas.of(Envelope, 'Envelope') as { properties: object };
  const known = Object.entries({ ...properties, ...parts }).map(([name, schema]) => [
    name,
    { ...schema, description: ENVELOPE_WORDS[name as keyof typeof ENVELOPE_WORDS] },
  ]);
  return { ...envelope, properties: Object.fromEntries(known) };
}

const REQUEST_ID = 'aB3xQ9_k';

/** A refusal of each status: its codes stand in it, 401 as a number. */
function refusalOf(schemas: Schemas, status: number) {
  const codes = refusalCodes.filter((code) => statusOf(code) === status);
  const code = status === 401 ? { const: 401 } : { type: 'string', enum: codes };
  const waits = status === 429 || status === 503;
  const example = {
    code: status === 401 ? 401 : codes[0],
    message: 'Why, in the asked language',
    data: null,
    requestId: REQUEST_ID,
  };
  return {
    description: `Refused: \`message\` says why in the asked language${status === 401 ? '; the login has ended' : ''}`,
    ...(waits ? { headers: { 'retry-after': retryAfter } } : {}),
    content: json(envelopeOf(schemas, { code, data: { type: 'null' } }), example),
  };
}

const retryAfter = {
  schema: { type: 'integer', minimum: 1 },
  description: 'Seconds after which another try has a chance',
};

export const exampleEnvelope = (data: unknown) => ({ code: 200, message: '', data, requestId: REQUEST_ID });

const token = (answeredBy: string) => ({
  type: 'apiKey',
  in: 'header',
  name: 'authorization',
  description: `The token that ${answeredBy} answers, as it is or after "Bearer "`,
});

/** What operations share. */
export const components = (schemas: Schemas) => ({
  schemas: { ...schemas.named, ...compatParts.schemas },
  securitySchemes: {
    login: token('account.login'),
    temporaryToken: token('common.temporaryToken'),
    ...compatParts.securitySchemes,
  },
  parameters: {
    locale: {
      name: 'locale',
      in: 'header',
      required: false,
      description: 'The language of `message`',
      schema: { type: 'string', enum: ['zh', ...languages] },
      example: 'en_us',
    },
    idempotencyKey: {
      name: KEY_HEADER,
      in: 'header',
      required: true,
      description:
        'Names a call that moves money: with the same key it acts once and answers the same. Unique for its user for ever',
      schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
      example: '6f1f4a5e-2b1c-4b52-9b3a-0c6a2f0d7e11',
    },
    ...compatParts.parameters,
  },
  responses: {
    ...Object.fromEntries(REFUSALS.map((status) => [refusalName(status), refusalOf(schemas, status)])),
    ...compatParts.responses(retryAfter),
  },
});
