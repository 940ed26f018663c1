import type { EndpointName } from '../compat/protocol/reference.ts';
import { COMPAT_BASE, compatReference } from '../compat/protocol/reference.ts';

const PARTS = {
  spot: {
    tag: 'compatible-spot',
    about: 'Compatible with Binance’s spot API',
    url: 'https://developers.binance.com/docs/binance-spot-api-docs',
  },
  futures: {
    tag: 'compatible-futures',
    about: 'Compatible with Binance’s USDⓈ-M futures API',
    url: 'https://developers.binance.com/docs/derivatives/usds-margined-futures',
  },
} as const;

export const compatTags = (venueName: string) =>
  Object.values(PARTS).map(({ tag, about, url }) => ({
    name: tag,
    description: `${about}. Parameters and answers are as its documents say, but for what docs/bots.md names. Binance is a trademark of its owner, who has nothing to do with ${venueName}.`,
    externalDocs: { url },
  }));

const STATUSES = { 400: 'a parameter or an order', 401: 'the key', 429: 'a limit', 503: 'overload' } as const;
const EXAMPLES = {
  400: { code: -1102, msg: "Mandatory parameter 'symbol' was not sent, was empty/null, or malformed." },
  401: { code: -2015, msg: 'Invalid API-key, IP, or permissions for action.' },
  429: { code: -1015, msg: 'Too many new orders; current limit is 300 orders per 10 SECOND.' },
  503: {
    code: -1008,
    msg: 'Server is currently overloaded with other requests. Please try again in a few minutes.',
  },
} as const;
const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` });

function operation(name: EndpointName, part: keyof typeof PARTS, security: string, summary: string) {
  const isOpen = security === 'none';
  return {
    operationId: `compatible ${name}`.replace(/\W+/g, '.'),
    summary,
    tags: [PARTS[part].tag],
    security: isOpen ? [] : [{ apiKey: [] }],
    parameters: [
      parameter('fields'),
      ...(security === 'signed' ? [parameter('timestamp'), parameter('signature')] : []),
    ],
    responses: {
      200: { description: 'What that API answers', content: { 'application/json': { schema: {} } } },
      ...Object.fromEntries(
        Object.keys(STATUSES).map((status) => [
          status,
          { $ref: `#/components/responses/Compatible${status}` },
        ]),
      ),
    },
  };
}

/** Paths of the compatible API. */
export function compatPaths() {
  const paths: Record<string, Record<string, object>> = {};
  for (const part of ['spot', 'futures'] as const)
    for (const [name, [security, summary]] of Object.entries(compatReference[part])) {
      const [method = '', path = ''] = name.split(' ');
      const known = paths[COMPAT_BASE + path] ?? {};
      known[method.toLowerCase()] = operation(name as EndpointName, part, security, summary);
      paths[COMPAT_BASE + path] = known;
    }
  return paths;
}

/** What operations of the compatible API share. */
export const compatParts = {
  schemas: {
    CompatibleRefusal: {
      type: 'object',
      description: 'A refusal of the compatible API',
      properties: {
        code: { type: 'integer', description: 'Code of that API, below 0' },
        msg: { type: 'string', description: 'Its words' },
      },
      required: ['code', 'msg'],
    },
  },
  securitySchemes: {
    apiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-MBX-APIKEY',
      description:
        'A key from /mine/api, for the compatible API alone. It always reads, trades as its rights say, and never withdraws',
    },
  },
  parameters: {
    fields: {
      name: 'fields',
      in: 'query',
      required: false,
      description: 'Parameters as that API’s documents name them, each by itself',
      style: 'form',
      explode: true,
      schema: { type: 'object', additionalProperties: { type: 'string' } },
    },
    timestamp: {
      name: 'timestamp',
      in: 'query',
      required: true,
      description: 'When the request was made, ms UTC; good for `recvWindow` ms, 5,000 unless told',
      schema: { type: 'integer' },
    },
    signature: {
      name: 'signature',
      in: 'query',
      required: true,
      description:
        'HMAC-SHA256 (hex) or Ed25519 (base64) of all other parameters as they are sent; stands last',
      schema: { type: 'string' },
    },
  },
  responses: (retryAfter: object) =>
    Object.fromEntries(
      Object.entries(STATUSES).map(([status, why]) => [
        `Compatible${status}`,
        {
          description: `Refused because of ${why}`,
          ...(status === '429' || status === '503' ? { headers: { 'retry-after': retryAfter } } : {}),
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/CompatibleRefusal' },
              example: EXAMPLES[Number.parseInt(status, 10) as keyof typeof EXAMPLES],
            },
          },
        },
      ]),
    ),
} as const;
