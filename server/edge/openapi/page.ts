import { openApiDocument } from './document.ts';
import type { Json } from './fieldsHtml.ts';
import { fieldsHtml, isObject, schemaHtml } from './fieldsHtml.ts';
import { code, escaped, join, marked, pre } from './html.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly Json[];
  readonly parameters: readonly { readonly $ref: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Body>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Body>> }>>;
}
interface Body {
  readonly schema: Json;
  readonly example?: unknown;
}
type Listed = Operation & { readonly path: string; readonly method: string };

const isCompatible = ({ tags }: Operation): boolean => (tags[0] ?? '').startsWith('compatible');

const WHO: Readonly<Record<string, string>> = {
  login: 'somebody who is logged in',
  temporaryToken: 'a temporary token',
  apiKey: 'an API key',
};
const whoMayAsk = ({ security, parameters }: Operation): string => {
  const names = security.flatMap((each) => Object.keys(each));
  const isSigned = parameters.some(({ $ref }) => $ref.endsWith('/signature'));
  if (names.length === 0) return 'anybody';
  return `${names.map((name) => WHO[name] ?? name).join(' or ')}${isSigned ? ', signed' : ''}`;
};

const block = (title: string, inner: string): string => (inner === '' ? '' : `<h4>${title}</h4>${inner}`);

/** A call of the own API: who may, what it takes, what it answers. */
function callHtml(operation: Listed): string {
  const { operationId, summary, path, method, parameters, requestBody, responses } = operation;
  const body = Object.values(requestBody?.content ?? {})[0];
  const answer = responses['200']?.content?.['application/json'];
  const data = isObject(answer?.schema['properties']) ? answer.schema['properties']['data'] : undefined;
  const isNamed = parameters.some(({ $ref }) => $ref.endsWith('/idempotencyKey'));
  return [
    `<details class="call" id="${escaped(operationId)}"><summary>`,
    `<span class="method">${escaped(method.toUpperCase())}</span> <code>${escaped(path)}</code>`,
    `<span class="about">${marked(summary)}</span></summary>`,
    `<p class="facts">${code(operationId)} · for ${whoMayAsk(operation)}${isNamed ? ' · moves money: needs an idempotency key' : ''}</p>`,
    block('Request', body ? fieldsHtml(body.schema) : ''),
    body?.example === undefined ? '' : pre(body.example),
    block('Answer', isObject(data) ? fieldsHtml(data) || schemaHtml(data) : ''),
    answer?.example === undefined ? '' : pre(answer.example),
    '</details>',
  ].join('');
}

const compatibleHtml = (operation: Listed): string =>
  [
    `<li id="${escaped(operation.operationId)}"><p><span class="method">${escaped(operation.method.toUpperCase())}</span>`,
    ` <code>${escaped(operation.path)}</code></p><p>${marked(operation.summary)}`,
    ` <span class="facts">for ${whoMayAsk(operation)}</span></p></li>`,
  ].join('');

function refusalsHtml(responses: Readonly<Record<string, Json>>): string {
  const rows = Object.entries(responses).flatMap(([name, { content }]) => {
    const schema = (content as Readonly<Record<string, Body>> | undefined)?.['application/json']?.schema;
    const properties = isObject(schema?.['properties']) ? schema['properties'] : {};
    const codes = isObject(properties['code']) ? properties['code']['enum'] : undefined;
    const status = name.replace(/\D/g, '');
    if (!name.startsWith('Refusal')) return [];
    const words = Array.isArray(codes) ? codes.map((each) => code(String(each))) : [code('401')];
    return [`<li><p><b>${escaped(status)}</b></p><p>${join(words, ' ')}</p></li>`];
  });
  return `<ul class="fields">${join(rows)}</ul>`;
}

const intro = (description: string): string => `
<p>${marked(description)}</p>
<ul>
<li><b>Logging in.</b> ${code('account.login')} or ${code('account.register')} answers a token; it stands in the header ${code('authorization')}. Status 401 means that the login has ended.</li>
<li><b>Moving money.</b> Such calls need the header ${code('idempotency-key')}: 8 to 64 letters, digits and hyphens. The same key acts once, and answers the same again.</li>
<li><b>Words.</b> The header ${code('locale')} chooses the language of ${code('message')}; ${code('code')} stays.</li>
<li><b>Waiting.</b> 429 (a limit) and 503 (overload) say in ${code('retry-after')} after how many seconds to try again.</li>
</ul>
<p><a href="/api/openapi.json">openapi.json</a> says all of this to programs (OpenAPI 3.1).</p>`;

const compatibleWords = (venueName: string): string => `
<p>Programs that were made for Binance’s spot and USDⓈ-M futures APIs trade here unchanged: below ${code('/compat/binance')} the exchange is compatible with them. Parameters, answers, codes of refusals and streams are as their documents say. A key is made at <a href="/mine/api">/mine/api</a>; <code>docs/bots.md</code> in the source says what differs and how clients are pointed here.</p>
<p class="note">Binance is a trademark of its owner, who has nothing to do with ${escaped(venueName)}.</p>
<p>${code('/udf')} answers TradingView’s Universal Data Feed, for chart libraries. TradingView is a trademark of its owner.</p>`;

/** The reference as a page without scripts of its own but for search and theme. */
export function referencePage(version: string, venueName: string): string {
  const document = openApiDocument(version, venueName);
  const paths = document.paths as unknown as Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Listed => ({ ...operation, path, method })),
  );
  const tagged = document.tags.map((tag) => ({
    ...tag,
    calls: operations.filter(({ tags }) => tags[0] === tag.name),
  }));
  const [compatible, own] = [
    tagged.filter(({ calls }) => calls.some(isCompatible)),
    tagged.filter(({ calls }) => !calls.some(isCompatible)),
  ];
  const schemas = Object.entries(document.components.schemas as Readonly<Record<string, Json>>);
  const links = tagged.map(({ name }) => `<a href="#${escaped(name)}">${escaped(name)}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${escaped(venueName)} API</title>
<meta name="description" content="The exchange’s own API, and one that is compatible with Binance’s.">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/docs.css">
<script src="/docs/docs.js" defer></script>
</head>
<body>
<header><a href="/">${escaped(venueName)}</a><h1>API</h1><p class="facts">Version ${escaped(document.info.version)}</p></header>
<nav aria-label="Parts"><input type="search" id="search" placeholder="Search" aria-label="Search" autocomplete="off" hidden>${join(links)}<a href="#refusals">refusals</a><a href="#schemas">schemas</a></nav>
<main>
<section>${intro(document.info.description)}</section>
<section id="compatible"><h2>Compatible with Binance’s API</h2>${compatibleWords(venueName)}
${join(compatible.map(({ name, calls }) => `<h3 id="${escaped(name)}">${escaped(name)}</h3><ul class="fields list">${join(calls.map(compatibleHtml))}</ul>`))}</section>
<section><h2>The exchange’s own API</h2>
${join(own.map(({ name, description, calls }) => `<section id="${escaped(name)}"><h3>${escaped(name)}</h3><p>${escaped(description)}</p>${join(calls.map(callHtml))}</section>`))}</section>
<section id="refusals"><h2>Refusals</h2><p>Codes by status; the answer’s ${code('message')} has their words.</p>${refusalsHtml(document.components.responses as Readonly<Record<string, Json>>)}</section>
<section id="schemas"><h2>Schemas</h2>
${join(schemas.map(([name, schema]) => `<section id="schema-${escaped(name)}"><h3>${escaped(name)}</h3><p>${marked(schema['description'] ?? '')}</p>${schemaHtml(schema)}</section>`))}</section>
</main>
</body>
</html>
`;
}
