import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../../../server/base/config.ts';
import { isPublicAddress, lookupPublic } from '../../../../server/host/push/publicAddress.ts';
import { contactOf, createPushSender } from '../../../../server/host/push/pushSender.ts';
import { openExchange } from '../../../support/exchange.ts';
import { openPushService } from '../../../support/pushService.ts';

const content = { text: '{}', urgency: 'normal', ttlS: 60 } as const;

describe('addresses of the public network', () => {
  it.each([
    ['8.8.8.8', true],
    ['142.250.1.1', true],
    ['2a00:1450:4001::1', true],
    ['127.0.0.1', false],
    ['10.1.2.3', false],
    ['172.31.255.255', false],
    ['172.32.0.1', true],
    ['192.168.1.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['0.0.0.0', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::1', false],
    ['::', false],
    ['::ffff:127.0.0.1', false],
    ['64:ff9b::7f00:1', false],
    ['fd00::1', false],
    ['fe80::1', false],
    ['ff02::1', false],
    ['2002:7f00:1::', false],
  ])('%s: %s', (address, is) => {
    expect(isPublicAddress(address, address.includes(':') ? 6 : 4)).toBe(is);
  });
  it('are all that a name may lead to, when it is connected to', async () => {
    const error = await new Promise((resolve) => lookupPublic('localhost', { all: true }, resolve));
    expect(error).toMatchObject({ name: 'InnerAddressError' });
  });
});

describe('what is sent', () => {
  it('does not reach a name that leads inside, and is not tried again', async () => {
    const service = await openPushService();
    const device = service.newDevice();
    const key = { publicKey: 'B', jwk: await newJwk() };
    const sender = createPushSender(settingsFrom({ SUPPORT_EMAIL: 'help@x.example' }), (_, options, done) =>
      lookupPublic('localhost', options, done),
    );
    const endpoint = 'https://push.example.org/1';
    expect(await sender?.send({ ...device, endpoint }, content, key)).toEqual({
      result: 'refused',
      why: 'localhost is no public address',
    });
    // Without the setting, the push service of tests is one more address inside.
    expect(await sender?.send(device, content, key)).toMatchObject({ result: 'refused' });
    expect(service.requested()).toBe(0);
    await service.close();
  });
  it('waits as long as the service says, ends where it is refused, and where it is gone', async () => {
    const service = await openPushService();
    const sender = createPushSender(settingsFrom({ PUSH_TEST_SERVICE: service.url }));
    const key = { publicKey: 'B', jwk: await newJwk() };
    const send = () => sender?.send(service.newDevice(), content, key);
    service.answers.push(
      { status: 429, retryAfter: '120' },
      { status: 404 },
      { status: 413 },
      { status: 302 },
    );
    expect(await send()).toEqual({ result: 'later', why: 'it answered 429', afterMs: 120_000 });
    expect(await send()).toEqual({ result: 'gone' });
    expect(await send()).toEqual({ result: 'refused', why: 'it answered 413' });
    expect(await send()).toEqual({ result: 'refused', why: 'it answered 302' });
    await service.close();
    expect(await send()).toMatchObject({ result: 'later' });
  });
  it('is nothing where the settings say so', async () => {
    expect(createPushSender(settingsFrom({ WEB_PUSH: 'off' }))).toBeUndefined();
    const x = await openExchange({ WEB_PUSH: 'off' });
    const { token } = await x.newUser();
    expect((await x.ask('notification.push', {}, { token })).data).toEqual({ key: null });
    const body = { endpoint: 'https://push.example.org/1', words: false, ...someKeys };
    expect((await x.ask('notification.pushOn', body, { token })).code).toBe('unavailable');
    await x.close();
  });
});

describe('whom push services may write to', () => {
  it.each([
    [{ SUPPORT_EMAIL: 'help@x.example', PUBLIC_URL: 'https://x.example' }, 'mailto:help@x.example'],
    [{ SECURITY_CONTACT: 'https://x.example/security' }, 'https://x.example/security'],
    [{ PUBLIC_URL: 'https://x.example/' }, 'https://x.example'],
    [{}, 'mailto:operator@localhost'],
  ])('%j', (env, contact) => {
    expect(contactOf(settingsFrom(env))).toBe(contact);
    expect(createPushSender(settingsFrom(env))).toBeDefined();
  });
  it('is nobody at a public address without https and without a contact, and nothing is sent', () => {
    expect(createPushSender(settingsFrom({ PUBLIC_URL: 'http://x.example' }))).toBeUndefined();
  });
});

describe('the key', () => {
  it('is made once and kept sealed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tm-push-'));
    const keys: string[] = [];
    for (const _ of [1, 2]) {
      const x = await openExchange({ DATA_DIR: folder, SUPPORT_EMAIL: 'help@x.example' });
      const { token } = await x.newUser();
      keys.push((await x.ask('notification.push', {}, { token })).data.key);
      const [row] = await x.db.query<{ sealed: string }>('select sealed from push_key');
      expect(row?.sealed).toMatch(/^[\w-]{150,}$/);
      expect(Buffer.from(row?.sealed ?? '', 'base64url').toString()).not.toContain('"d"');
      await x.close();
    }
    expect(keys[0]).toMatch(/^B[\w-]{86}$/);
    expect(keys[1]).toBe(keys[0]);
    rmSync(folder, { recursive: true, force: true });
  });
});

const someKeys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
async function newJwk() {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ]);
  return { ...(await crypto.subtle.exportKey('jwk', pair.privateKey)) };
}
