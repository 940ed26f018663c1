import type { Context } from 'hono';
import { DAY_MS } from '../../../domain/index.ts';

/** Validity of the file, which RFC 9116 requires. */
const VALID_MS = 180 * DAY_MS;

export interface SecurityTxtDeps {
  /** Where to report vulnerabilities: `mailto:…` or `https:…`. */
  readonly contact: string;
  /** The public address; undefined without one. */
  readonly publicUrl: string | undefined;
  readonly now: () => number;
}

/** The contact for vulnerability reports, by RFC 9116. */
export function securityTxt({ contact, publicUrl, now }: SecurityTxtDeps): (c: Context) => Response {
  return (c) => {
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date(now() + VALID_MS).toISOString()}`,
      'Preferred-Languages: en',
      ...(publicUrl === undefined
        ? []
        : [`Canonical: ${publicUrl.replace(/\/$/, '')}/.well-known/security.txt`]),
    ];
    return c.text(`${lines.join('\n')}\n`, 200, { 'cache-control': 'public, max-age=86400' });
  };
}
