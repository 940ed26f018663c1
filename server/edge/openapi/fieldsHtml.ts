import { code, escaped, join, marked } from './html.ts';

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

const nameOf = (ref: unknown): string => String(ref).split('/').at(-1) ?? '';

/** What a value may be, in words. */
function typeOf(schema: Json): string {
  const { $ref, const: constant, enum: words, type, items, prefixItems } = schema;
  if ($ref !== undefined) return `<a href="#schema-${escaped(nameOf($ref))}">${escaped(nameOf($ref))}</a>`;
  if ('const' in schema) return code(JSON.stringify(constant));
  if (Array.isArray(words))
    return join(
      words.map((word) => code(String(word))),
      ', ',
    );
  const choices = listOf(schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']);
  if (choices.length > 0) return join([...new Set(choices.map(typeOf))], ' or ');
  if (type === 'array' && Array.isArray(prefixItems))
    return `[${join(listOf(prefixItems).map(typeOf), ', ')}]`;
  if (type === 'array') return isObject(items) ? `list of ${typeOf(items)}` : 'list';
  return typeof type === 'string' ? escaped(type) : 'any';
}

/** Objects within a schema whose fields are described below it. */
function insideOf(schema: Json): readonly Json[] {
  if (isObject(schema['properties'])) return [schema];
  const inner = [schema['items'], schema['additionalProperties']].filter(isObject);
  const choices = listOf(schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']);
  return [...inner, ...choices, ...listOf(schema['prefixItems'])].flatMap(insideOf);
}

const boundsOf = ({ minimum, maximum, minLength, maxLength, maxItems, default: usual }: Json): string =>
  join(
    [
      minimum === undefined ? '' : `from ${escaped(minimum)}`,
      maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? '' : `up to ${escaped(maximum)}`,
      minLength === undefined ? '' : `at least ${escaped(minLength)} characters`,
      maxLength === undefined ? '' : `at most ${escaped(maxLength)} characters`,
      maxItems === undefined ? '' : `at most ${escaped(maxItems)} entries`,
      usual === undefined ? '' : `${code(JSON.stringify(usual))} without`,
    ].filter(Boolean),
    ' · ',
  );

function fieldHtml(name: string, schema: Json, isRequired: boolean): string {
  const bounds = boundsOf(schema);
  const facts = [typeOf(schema), isRequired ? 'required' : 'optional', ...(bounds === '' ? [] : [bounds])];
  return [
    `<li><p><code class="name">${escaped(name)}</code> <span class="facts">${join(facts, ' · ')}</span></p>`,
    `<p>${marked(schema['description'] ?? '')}</p>`,
    join(insideOf(schema).map(fieldsHtml), '<p class="facts">or</p>'),
    '</li>',
  ].join('');
}

/** The fields of an object, and of the objects in them. */
export function fieldsHtml(schema: Json): string {
  const { properties, required } = schema;
  if (!isObject(properties) || Object.keys(properties).length === 0) return '';
  const needed = new Set(Array.isArray(required) ? required : []);
  const rows = Object.entries(properties).filter((field): field is [string, Json] => isObject(field[1]));
  return `<ul class="fields">${rows.map(([name, field]) => fieldHtml(name, field, needed.has(name))).join('')}</ul>`;
}

/** A schema that has a name: its fields, or what it may be. */
export const schemaHtml = (schema: Json): string =>
  join(insideOf(schema).map(fieldsHtml), '<p class="facts">or</p>') ||
  `<p class="facts">${typeOf(schema)}</p>`;
