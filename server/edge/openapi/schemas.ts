import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { tuple } from 'valibot';
import type { Call } from '../../../domain/contract/index.ts';
import { fieldWords, namedSchemas } from '../../../domain/contract/index.ts';

type Json = Readonly<Record<string, unknown>>;

const definitions = Object.fromEntries(
  Object.entries(namedSchemas).map(([name, { schema }]) => [name, schema]),
);
const config = {
  errorMode: 'ignore',
  target: 'draft-2020-12',
  definitions,
  overrideRef: ({ referenceId }: { readonly referenceId: string }) => `#/components/schemas/${referenceId}`,
} as const;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same schema with words on each of its fields. @param owner the row or call whose fields they are. */
function worded(schema: unknown, owner: string): unknown {
  if (Array.isArray(schema)) return schema.map((each) => worded(each, owner));
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'properties' && isObject(value) ? wordedFields(value, owner) : worded(value, owner),
    ]),
  );
}

const wordedFields = (fields: Json, owner: string): Json =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const description = fieldWords(owner, name);
      const inner = worded(field, owner) as Json;
      return [name, description === undefined ? inner : { ...inner, description }];
    }),
  );

/** Schemas as OpenAPI 3.1 wants them: JSON Schema of 2020-12, known parts by their names. */
export interface Schemas {
  /** @param owner the row or call whose fields it has. */
  of(schema: GenericSchema, owner: string): Json;
  /** The parts that have names. */
  readonly named: Json;
}

/**
 * Converts all at once: alone, each would convert every named part again.
 * @param all every schema that is needed.
 */
export function createSchemas(all: readonly GenericSchema[]): Schemas {
  const list = [...new Set(all)];
  const { prefixItems = [], $defs = {} } = toJsonSchema(tuple(list), config);
  const converted = new Map(list.map((schema, i) => [schema, prefixItems[i]]));
  return {
    of: (schema, owner) => worded(converted.get(schema), owner) as Json,
    named: Object.fromEntries(
      Object.entries($defs).map(([name, schema]) => [
        name,
        { ...(worded(schema, name) as Json), description: namedSchemas[name]?.about },
      ]),
    ),
  };
}

/** A form's fields beside its file. */
export function formOf(schemas: Schemas, { request }: Call, owner: string): Json {
  const { properties = {}, required = [], ...rest } = schemas.of(request, owner);
  const file = { type: 'string', contentMediaType: 'application/octet-stream', description: 'The file' };
  return {
    ...rest,
    properties: { ...(properties as Json), file },
    required: [...(required as readonly string[]), 'file'],
  };
}
