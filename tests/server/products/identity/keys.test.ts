import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SettingError, settingsFrom } from '../../../../server/base/config.ts';
import { writeFiles } from '../../../../server/host/files/opsFiles.ts';
import { readIdentityKeys, readSecretKey } from '../../../../server/host/files/secretKey.ts';

const [OLD, NEW] = ['ab'.repeat(32), 'CD'.repeat(32)];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tm-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('keys of identity documents', () => {
  const hexOf = (env: Record<string, string>, isInUse = false) =>
    readIdentityKeys(settingsFrom({ DATA_DIR: folder, ...env }), isInUse).map((key) =>
      Buffer.from(key).toString('hex'),
    );
  it('are as set, the newest first', () => {
    expect(hexOf({ IDENTITY_KEY: OLD })).toEqual([OLD]);
    expect(hexOf({ IDENTITY_KEY: ` 0x${NEW} , ${OLD} ` })).toEqual([NEW.toLowerCase(), OLD]);
    expect(readdirSync(folder)).toEqual([]);
  });
  it('are made once when none is set, for this user alone and apart from the other secrets', () => {
    const made = hexOf({ IDENTITY_KEY: '' });
    expect(made).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(hexOf({})).toEqual(made);
    expect(readdirSync(folder)).toEqual(['identity.key']);
    expect(statSync(join(folder, 'identity.key')).mode & 0o777).toBe(0o600);
  });
  it('are not made again when what they sealed is there and the file is not', () => {
    const words = `${join(folder, 'identity.key')} is missing, and the database holds secrets`;
    expect(() => hexOf({}, true)).toThrow(words);
    expect(() => readSecretKey(settingsFrom({ DATA_DIR: folder }), true)).toThrow('secret.key is missing');
    expect(readdirSync(folder)).toEqual([]);
    expect(hexOf({ IDENTITY_KEY: OLD }, true)).toEqual([OLD]);
    const made = hexOf({});
    expect(hexOf({}, true)).toEqual(made);
  });
  it('from a file that is damaged are none: nothing is sealed with what nobody knows', () => {
    writeFileSync(join(folder, 'identity.key'), 'half a key');
    expect(() => hexOf({})).toThrow(SettingError);
    expect(() => hexOf({})).not.toThrow(/half a key/);
  });
  it.each(['secret', `${OLD},`, `${OLD},secret`, OLD.slice(1)])('are not %j, which is not told', (value) => {
    expect(() => settingsFrom({ IDENTITY_KEY: value })).toThrow(/^IDENTITY_KEY must be/);
    expect(() => settingsFrom({ IDENTITY_KEY: value })).not.toThrow(/secret|abab/);
  });
});

it('who reviews is said by a setting', () => {
  expect(settingsFrom({}).identityReview).toBe('simulated');
  expect(settingsFrom({ IDENTITY_REVIEW: 'operator' }).identityReview).toBe('operator');
  expect(() => settingsFrom({ IDENTITY_REVIEW: 'nobody' })).toThrow(/^IDENTITY_REVIEW must be/);
});

describe('files that a command gives', () => {
  const files = [{ name: '123456789-front.jpg', content: Buffer.from('a picture').toString('base64') }];
  it('are for this user alone, in a folder of their own', () => {
    const place = join(folder, 'photos');
    expect(writeFiles(files, place)).toBe(place);
    const path = join(place, '123456789-front.jpg');
    expect(readFileSync(path, 'utf8')).toBe('a picture');
    expect([statSync(place).mode & 0o777, statSync(path).mode & 0o777]).toEqual([0o700, 0o600]);
  });
  it('never go where something is already', () => {
    expect(() => writeFiles(files, folder)).toThrow(/EEXIST/);
    expect(readdirSync(folder)).toEqual([]);
  });
  it('get a new folder where none is named', () => {
    const [one, other] = [writeFiles(files), writeFiles(files)];
    expect(one).not.toBe(other);
    for (const place of [one, other]) {
      expect(statSync(place).mode & 0o777).toBe(0o700);
      rmSync(place, { recursive: true });
    }
  });
});
