import { describe, expect, it } from 'vitest';
import { takePolicyReports } from '../../../../server/edge/http/policyReports.ts';
import { securityTxt } from '../../../../server/edge/http/securityTxt.ts';
import { appOf } from '../../../support/app.ts';

function reporting() {
  const counted: unknown[] = [];
  const logged: unknown[] = [];
  const policyReports = takePolicyReports({
    meter: { count: (name, labels) => void counted.push([name, labels]) },
    log: (event, detail) => void logged.push([event, detail]),
  });
  const app = appOf({}, { policyReports });
  const send = (body: string, from = 'a') =>
    app.request('/policy-reports', { method: 'POST', body, headers: { 'x-from': from } });
  return { app, send, counted, logged };
}
const count = (directive: string) => ['tidemark_policy_violations_total', { directive }];

describe('what browsers tell of the content policy', () => {
  it('is asked for by the policy itself', async () => {
    const { headers } = await reporting().app.request('/livez');
    expect(headers.get('content-security-policy')).toContain('report-uri /policy-reports; report-to policy');
    expect(headers.get('reporting-endpoints')).toBe('policy="/policy-reports"');
  });
  it('is counted in both forms, without what may be somebody’s', async () => {
    const { send, counted, logged } = reporting();
    const old = {
      'csp-report': {
        'violated-directive': "script-src-elem 'self'",
        'blocked-uri': 'https://evil.test/a.js?uid=7',
        'document-uri': 'https://x.test/trade?code=SECRET',
      },
    };
    expect((await send(JSON.stringify(old))).status).toBe(204);
    const body = {
      effectiveDirective: 'style-src-attr',
      blockedURL: 'inline',
      documentURL: 'https://x.test/home',
    };
    expect(
      (await send(JSON.stringify([{ type: 'csp-violation', body }, { type: 'deprecation' }]))).status,
    ).toBe(204);
    expect(counted).toEqual([count('script-src-elem'), count('style-src-attr')]);
    expect(logged).toEqual([
      ['content policy', { directive: 'script-src-elem', blocked: 'https://evil.test', page: '/trade' }],
      ['content policy', { directive: 'style-src-attr', blocked: 'inline', page: '/home' }],
    ]);
  });
  it('makes no series of its own, and is nothing when it is nonsense', async () => {
    const { send, counted } = reporting();
    await send(JSON.stringify({ 'csp-report': { 'violated-directive': 'made-up', 'blocked-uri': 5 } }));
    for (const text of ['', '{', '[]', 'null', '[null,3]', '{"csp-report":7}'])
      expect((await send(text, text)).status).toBe(204);
    expect(counted).toEqual([count('other')]);
    expect((await send('x'.repeat(70_000), 'b')).status).toBe(413);
    const many = Array.from({ length: 50 }, () => ({ type: 'csp-violation', body: {} }));
    await send(JSON.stringify(many), 'c');
    expect(counted).toHaveLength(11);
  });
  it('is bounded by address', async () => {
    const { send } = reporting();
    const statuses = await Promise.all(Array.from({ length: 200 }, async () => (await send('{}')).status));
    expect(statuses).toContain(429);
    expect((await send('{}', 'other')).status).toBe(204);
  });
});

it('says where to tell of a weakness, where the operator has said it', async () => {
  const contact = 'mailto:security@x.test';
  const now = () => Date.UTC(2026, 0, 1);
  const app = appOf({}, { securityTxt: securityTxt({ contact, publicUrl: 'https://x.test/', now }) });
  const answer = await app.request('/.well-known/security.txt');
  expect(answer.headers.get('content-type')).toContain('text/plain');
  expect(await answer.text()).toBe(
    'Contact: mailto:security@x.test\nExpires: 2026-06-30T00:00:00.000Z\nPreferred-Languages: en\nCanonical: https://x.test/.well-known/security.txt\n',
  );
  expect((await appOf({}).request('/.well-known/security.txt')).status).toBe(404);
});
