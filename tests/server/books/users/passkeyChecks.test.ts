import { describe, expect, it } from 'vitest';
import type { Queries } from '../../../../server/base/db/database.ts';
import type { StoredPasskey } from '../../../../server/books/users/passkeyChecks.ts';
import {
  checkMade,
  checkSigned,
  namedIn,
  passkeyPlaceOf,
  storedPasskey,
} from '../../../../server/books/users/passkeyChecks.ts';
import { newAuthenticator } from '../../../support/authenticator.ts';
import { codeOf } from '../../../support/spot.ts';

const ORIGIN = 'https://trade.example';
const place = passkeyPlaceOf(ORIGIN);
const request = { challenge: 'AAAA', rpId: 'trade.example', origin: ORIGIN };

describe('the place of passkeys', () => {
  it('is the exchange’s public address alone', () => {
    expect(passkeyPlaceOf('https://trade.example:8443/app').rpId).toBe('trade.example');
    const at = passkeyPlaceOf('https://trade.example/').isOrigin;
    expect(at(ORIGIN)).toBe(true);
    for (const other of [
      'http://trade.example',
      'https://trade.example:8443',
      'https://trade.example.evil.example',
      'https://eviltrade.example',
      'https://trade.example/',
      'null',
      '',
    ])
      expect([other, at(other)]).toEqual([other, false]);
  });

  it('is this machine by its name, at any port, where there is no public address', () => {
    const { rpId, isOrigin } = passkeyPlaceOf(undefined);
    expect(rpId).toBe('localhost');
    for (const own of ['http://localhost', 'http://localhost:8080', 'https://localhost:5173'])
      expect([own, isOrigin(own)]).toEqual([own, true]);
    for (const other of [
      'http://localhost.evil.example',
      'http://localhost:8080.evil.example',
      'http://localhost:',
      'http://localhost:123456',
      'http://evil.example/http://localhost',
      'http://127.0.0.1:8080',
      'ftp://localhost',
      'http://localhost\n',
    ])
      expect([other, isOrigin(other)]).toEqual([other, false]);
  });
});

describe('what an answer names', () => {
  const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  it('is its challenge and origin', () => {
    const clientDataJSON = encoded({ challenge: 'abc', origin: ORIGIN, more: 1 });
    expect(namedIn({ id: 'x', clientDataJSON })).toEqual({ challenge: 'abc', origin: ORIGIN });
  });
  it.each([
    '',
    '!!!',
    encoded(null),
    encoded([]),
    encoded('text'),
    encoded({ challenge: 'abc' }),
    encoded({ challenge: 1, origin: ORIGIN }),
    encoded({ challenge: 'abc', origin: [ORIGIN] }),
    Buffer.from('{"challenge":').toString('base64url'),
  ])('is refused as invalid where it is not sound: %j', (clientDataJSON) => {
    expect(() => namedIn({ id: 'x', clientDataJSON })).toThrow('passkeyInvalid');
  });
});

/** A phone with a passkey as the exchange has stored it. */
async function newKept(counter = 0) {
  const phone = newAuthenticator();
  const { credential, publicKey } = await checkMade(place, phone.make(request));
  const kept: StoredPasskey = { id: 1, user_id: 1, credential, public_key: publicKey, counter };
  return { phone, kept };
}

describe('a new passkey', () => {
  it('is stored by its id, its key and its count', async () => {
    const phone = newAuthenticator();
    phone.count(3);
    const made = await checkMade(place, phone.make(request));
    expect(made).toMatchObject({ credential: phone.id, counter: 3 });
    expect(made.publicKey.length).toBeGreaterThan(64);
  });

  it.each([
    ['another place', { rpId: 'evil.example' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['nobody who showed a finger', { isVerified: false }],
  ])('is refused of %s', async (_, change) => {
    expect(await codeOf(checkMade(place, newAuthenticator().make({ ...request, ...change })))).toBe(
      'passkeyInvalid',
    );
  });

  it('is refused when it was cut short, or is a signature in its place', async () => {
    const phone = newAuthenticator();
    const made = phone.make(request);
    const { attestationObject } = made;
    for (const object of ['', 'AA', attestationObject.slice(0, 60), attestationObject.slice(4)])
      expect(await codeOf(checkMade(place, { ...made, attestationObject: object }))).toBe('passkeyInvalid');
    const { clientDataJSON } = phone.sign(request);
    expect(await codeOf(checkMade(place, { ...made, clientDataJSON }))).toBe('passkeyInvalid');
  });
});

describe('a signature', () => {
  it('is good with the stored key, and yields the count of now', async () => {
    const { phone, kept } = await newKept();
    expect(await checkSigned(place, kept, phone.sign(request))).toBe(1);
    expect(await checkSigned(place, { ...kept, counter: 1 }, phone.sign(request))).toBe(2);
  });

  it('that has not counted on is a copy’s', async () => {
    const { phone, kept } = await newKept(5);
    phone.count(4);
    expect(await codeOf(checkSigned(place, kept, phone.sign(request)))).toBe('passkeyInvalid');
    expect(await checkSigned(place, kept, phone.sign(request))).toBe(6);
  });

  it.each([
    ['another place', { rpId: 'evil.example' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['nobody who showed a finger', { isVerified: false }],
  ])('is refused of %s', async (_, change) => {
    const { phone, kept } = await newKept();
    expect(await codeOf(checkSigned(place, kept, phone.sign({ ...request, ...change })))).toBe(
      'passkeyInvalid',
    );
  });

  it('is refused when any part of it belongs to another one', async () => {
    const { phone, kept } = await newKept();
    const [signed, later] = [phone.sign(request), phone.sign({ ...request, challenge: 'BBBB' })];
    const stranger = newAuthenticator().sign(request);
    for (const part of ['clientDataJSON', 'authenticatorData', 'signature'] as const)
      expect(await codeOf(checkSigned(place, kept, { ...signed, [part]: later[part] }))).toBe(
        'passkeyInvalid',
      );
    expect(await codeOf(checkSigned(place, kept, { ...stranger, id: kept.credential }))).toBe(
      'passkeyInvalid',
    );
    expect(await codeOf(checkSigned(place, kept, { ...signed, signature: '' }))).toBe('passkeyInvalid');
    expect(await checkSigned(place, kept, later)).toBe(2);
  });
});

it('a passkey that the tables do not have is unknown, and is looked for in its place alone', async () => {
  const requested: unknown[] = [];
  const db: Queries = {
    query: async (_, params) => {
      requested.push(params);
      return [];
    },
  };
  expect(await codeOf(storedPasskey(db, place, 'id', undefined))).toBe('passkeyUnknown');
  expect(await codeOf(storedPasskey(db, place, 'id', 7))).toBe('passkeyUnknown');
  expect(requested).toEqual([
    ['id', 'trade.example', null],
    ['id', 'trade.example', 7],
  ]);
});
