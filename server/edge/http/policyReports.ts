import type { Context } from 'hono';
import type { Meter } from '../../base/meter.ts';
import { bodyText } from './body.ts';

/** Where browsers report violations of the content policy. */
export const POLICY_REPORTS = '/policy-reports';
const REPORTS_MOST = 10;

/** Directives that are counted by name: any other is `other`, so that reports cannot create new series. */
const DIRECTIVES: ReadonlySet<string> = new Set([
  ...['default-src', 'script-src', 'script-src-elem', 'script-src-attr', 'style-src', 'style-src-elem'],
  ...['style-src-attr', 'img-src', 'connect-src', 'worker-src', 'object-src', 'base-uri', 'frame-ancestors'],
  ...['form-action', 'font-src', 'media-src', 'frame-src', 'manifest-src'],
]);

export interface PolicyReportDeps {
  readonly meter: Pick<Meter, 'count'>;
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
}

/** One violation, without personal data: no queries, no samples, no paths of other sites. */
interface Violation {
  readonly directive: string;
  readonly blocked: string;
  readonly page: string;
}

/**
 * Takes what a browser reports of the content policy, in either of the two forms. Anybody can send one: it is bounded,
 * counted by known names, and nothing but names and addresses of it is written down.
 */
export function takePolicyReports({ meter, log }: PolicyReportDeps): (c: Context) => Promise<Response> {
  return async (c) => {
    for (const violation of violationsOf(await bodyText(c))) {
      meter.count('tidemark_policy_violations_total', { directive: violation.directive });
      log('content policy', { ...violation });
    }
    return c.body(null, 204);
  };
}

function violationsOf(text: string): Violation[] {
  const value = parsed(text);
  const entries = Array.isArray(value) ? value.slice(0, REPORTS_MOST) : [value];
  return entries.flatMap((entry) => violationOf(entry) ?? []);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `csp-report` with dashes, or `csp-violation` of the reporting API. */
function violationOf(entry: unknown): Violation | undefined {
  if (!isFields(entry)) return undefined;
  const old = entry['csp-report'];
  if (isFields(old))
    return violation(
      old['effective-directive'] ?? old['violated-directive'],
      old['blocked-uri'],
      old['document-uri'],
    );
  const { type, body } = entry;
  if (type !== 'csp-violation' || !isFields(body)) return undefined;
  return violation(body['effectiveDirective'], body['blockedURL'], body['documentURL']);
}

function violation(directive: unknown, blocked: unknown, page: unknown): Violation {
  const name = typeof directive === 'string' ? (directive.split(' ')[0] ?? '') : '';
  return {
    directive: DIRECTIVES.has(name) ? name : 'other',
    blocked: whereOf(blocked, ({ origin }) => origin),
    page: whereOf(page, ({ pathname }) => pathname),
  };
}

/** A keyword such as `inline`, or the permitted part of an address. */
function whereOf(value: unknown, part: (url: URL) => string): string {
  if (typeof value !== 'string') return '';
  if (/^[a-z-]{1,20}$/.test(value)) return value;
  return URL.canParse(value) ? part(new URL(value)).slice(0, 200) : '';
}
