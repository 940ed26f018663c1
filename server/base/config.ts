import { emailRefusal, isAmountText } from '../../domain/index.ts';
import type { VenueHosts } from '../../feeds/index.ts';
import { isVenueName, readVenueHosts, venueNames } from '../../feeds/index.ts';
import type { ChainSettings, Settings, SupportSettings } from './settings.ts';

/** A setting that cannot be used; the message is one plain line. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads settings from environment variables; empty counts as unset.
 * @throws {SettingError} naming the first variable that is wrong, and what it may be.
 */
export function settingsFrom(env: Environment): Settings {
  return {
    ...rolesFrom(env),
    port: whole(env, 'PORT', 8080, 0, 65_535),
    host: text(env, 'HOST', '127.0.0.1'),
    publicUrl: address(env, 'PUBLIC_URL', WEB),
    securityContact: address(env, 'SECURITY_CONTACT', ['mailto:', 'https:']),
    metrics: metricsFrom(env),
    trustProxy: oneOf(env, 'TRUST_PROXY', ['0', '1'], '0') === '1',
    usersPerAddress: whole(env, 'PEOPLE_PER_ADDRESS', 50, 1, 100_000),
    hostNames: hostNamesFrom(env),
    market: marketFrom(env),
    venueHosts: hostsFrom(env),
    symbols: whole(env, 'SYMBOLS', 2_000, 20, 20_000),
    seed: whole(env, 'SEED', 1, 0, 2_147_483_647),
    isSeedSet: text(env, 'SEED', '') !== '',
    speed: speedOf(env),
    replayLoop: oneOf(env, 'REPLAY_LOOP', ['0', '1'], '1') === '1',
    fundingHours: oneOf(env, 'FUNDING_HOURS', ['8', '1'], '8') === '1' ? 1 : 8,
    marketData: text(env, 'MARKET_DATA', '../shared/data'),
    dataDir: text(env, 'DATA_DIR', './data'),
    ...databaseFrom(env),
    smtpUrl: address(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: text(env, 'MAIL_FROM', '') || undefined,
    brandDir: text(env, 'BRAND_DIR', '') || undefined,
    smsUrl: address(env, 'SMS_URL', WEB),
    webPush: pushFrom(env),
    chain: chainFrom(env),
    secretKey: keyOf(env, 'SECRET_KEY'),
    identityKeys: keysOf(env, 'IDENTITY_KEY'),
    identityReview: oneOf(env, 'IDENTITY_REVIEW', ['simulated', 'operator'], 'simulated'),
    uploads: uploadsFrom(env),
    logLevel: oneOf(env, 'LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'info'),
    appDownloadUrl: address(env, 'APP_DOWNLOAD_URL', WEB) ?? '',
    serviceWorker: oneOf(env, 'SERVICE_WORKER', ['on', 'off'], 'on') === 'on',
    contentDir: text(env, 'CONTENT_DIR', '') || undefined,
    support: supportFrom(env),
    explorerUrl: address(env, 'CHAIN_EXPLORER_URL', ['https:']),
    withdrawApproveUpTo: amountOf(env, 'WITHDRAW_APPROVE_UP_TO'),
    twoPeopleAbove: amountOf(env, 'TWO_PEOPLE_ABOVE'),
    withdrawKey: keyOf(env, 'WITHDRAW_KEY'),
    fiatRatesUrl: address(env, 'FIAT_RATES_URL', WEB),
  };
}

/** @throws {SettingError} for one of several processes that has no bus to the others. */
function rolesFrom(env: Environment): Pick<Settings, 'role' | 'bus'> {
  const role = oneOf(env, 'ROLE', ['all', 'gateway', 'engine'], 'all');
  const url = address(env, 'NATS_URL', ['nats:', 'tls:']);
  const prefix = text(env, 'NATS_PREFIX', 'tidemark');
  if (!/^[A-Za-z0-9_-]{1,40}$/.test(prefix))
    throw new SettingError('NATS_PREFIX must be up to 40 letters, digits, dashes or underscores.');
  if (role === 'all') return { role, bus: undefined };
  if (url === undefined) throw new SettingError(`ROLE=${role} needs NATS_URL, the bus to the others.`);
  return { role, bus: { url, prefix } };
}

/** A server keeps the log of orders unless it is turned off. @throws {SettingError} for a log without a server to keep it. */
function databaseFrom(env: Environment): Pick<Settings, 'databaseUrl' | 'orderLog'> {
  const databaseUrl = address(env, 'DATABASE_URL', ['postgres:', 'postgresql:']);
  const usual = databaseUrl === undefined ? 'off' : 'on';
  const orderLog = oneOf(env, 'ORDER_LOG', ['on', 'off'], usual) === 'on';
  if (orderLog && databaseUrl === undefined)
    throw new SettingError('ORDER_LOG=on needs DATABASE_URL: only a PostgreSQL server keeps such a log.');
  return { databaseUrl, orderLog };
}

function metricsFrom(env: Environment): Settings['metrics'] {
  if (text(env, 'METRICS_PORT', '') === '') return undefined;
  return { port: whole(env, 'METRICS_PORT', 0, 0, 65_535), host: text(env, 'METRICS_HOST', '127.0.0.1') };
}

function text(env: Environment, name: string, fallback: string): string {
  const value = env[name]?.trim();
  return value === undefined || value === '' ? fallback : value;
}

function whole(env: Environment, name: string, fallback: number, least: number, most: number): number {
  const value = text(env, name, String(fallback));
  const parsed = /^\d{1,10}$/.test(value) ? Number.parseInt(value, 10) : Number.NaN;
  if (parsed >= least && parsed <= most) return parsed;
  throw new SettingError(`${name} must be a whole number from ${least} to ${most}, not "${value}".`);
}

function speedOf(env: Environment): number {
  const value = text(env, 'SPEED', '1');
  // biome-ignore lint/plugin: a factor on time, no money
  const speed = /^\d{1,6}(\.\d{1,3})?$/.test(value) ? Number(value) : 0;
  if (speed >= 0.01 && speed <= 10_000) return speed;
  throw new SettingError(`SPEED must be a number from 0.01 to 10000, not "${value}".`);
}

function oneOf<const T extends string>(
  env: Environment,
  name: string,
  allowed: readonly T[],
  fallback: T,
): T {
  const value = text(env, name, fallback);
  const found = allowed.find((each) => each === value);
  if (found !== undefined) return found;
  throw new SettingError(`${name} must be one of ${allowed.join(', ')}, not "${value}".`);
}

const WEB = ['http:', 'https:'];

function pushFrom(env: Environment): Settings['webPush'] {
  const testService = address(env, 'PUSH_TEST_SERVICE', ['http:']);
  return oneOf(env, 'WEB_PUSH', ['on', 'off'], 'on') === 'on' ? { testService } : undefined;
}

/** @throws {SettingError} for a name that is unknown, or listed twice. */
function marketFrom(env: Environment): Settings['market'] {
  const value = text(env, 'MARKET', 'simulated');
  if (value === 'simulated' || value === 'replay') return value;
  const [first, ...others] = value.split(',').map((name) => name.trim());
  const names = [first, ...others].filter((name) => isVenueName(name));
  if (isVenueName(first) && names.length === others.length + 1 && new Set(names).size === names.length)
    return [first, ...names.slice(1)];
  throw new SettingError(
    `MARKET must be simulated, replay, or live venues in the order of preference (${venueNames.join(',')}), not "${value}".`,
  );
}

function hostNamesFrom(env: Environment): readonly string[] {
  const names = text(env, 'HOST_NAMES', '').split(/[\s,]+/);
  if (names.every((name) => /^[A-Za-z0-9.-]{0,253}$/.test(name))) return names.filter((name) => name !== '');
  throw new SettingError('HOST_NAMES must be names without ports, with commas between.');
}

/** @throws {SettingError} for what is no JSON of the form `{"binance": {"spotRest": ["https://…"]}}`. */
function hostsFrom(env: Environment): VenueHosts {
  const hosts = readVenueHosts(text(env, 'VENUE_HOSTS', '{}'));
  if (hosts) return hosts;
  throw new SettingError(
    'VENUE_HOSTS must be JSON of addresses by venue and use: {"binance": {"spotRest": ["https://…"]}}.',
  );
}

/** An address with one of these schemes; undefined when unset. The refusal never shows it: it may hold a password. */
function address(env: Environment, name: string, schemes: readonly string[]): string | undefined {
  const value = text(env, name, '');
  if (value === '') return undefined;
  if (URL.canParse(value) && schemes.includes(new URL(value).protocol)) return value;
  throw new SettingError(
    `${name} must be an address that begins with ${schemes.map((scheme) => (scheme === 'mailto:' ? scheme : `${scheme}//`)).join(' or ')}.`,
  );
}

const KEY = /^(0x)?[0-9a-f]{64}$/i;

/** 32 bytes; the refusal never shows what was set. */
function keyOf(env: Environment, name: string): string | undefined {
  const value = text(env, name, '');
  if (value === '') return undefined;
  if (KEY.test(value)) return value.replace(/^0x/i, '');
  throw new SettingError(`${name} must be 64 hexadecimal digits.`);
}

/** Several such keys, the newest first. */
function keysOf(env: Environment, name: string): readonly string[] | undefined {
  const values = text(env, name, '')
    .split(',')
    .map((each) => each.trim());
  if (values.length === 1 && values[0] === '') return undefined;
  if (values.every((each) => KEY.test(each))) return values.map((each) => each.replace(/^0x/i, ''));
  throw new SettingError(`${name} must be 64 hexadecimal digits; older keys may follow, after commas.`);
}

function amountOf(env: Environment, name: string): string | undefined {
  const value = text(env, name, '');
  if (value === '') return undefined;
  if (isAmountText(value)) return value;
  throw new SettingError(`${name} must be an amount in plain digits, not "${value}".`);
}

function supportFrom(env: Environment): SupportSettings {
  const email = text(env, 'SUPPORT_EMAIL', '');
  if (email !== '' && emailRefusal(email)) throw new SettingError('SUPPORT_EMAIL must be a mail address.');
  return {
    email: email || undefined,
    url: address(env, 'SUPPORT_URL', ['https:']),
    hours: hoursOf(text(env, 'SUPPORT_HOURS', '')),
  };
}

function hoursOf(value: string): SupportSettings['hours'] {
  if (value === '') return undefined;
  const match = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/.exec(value);
  if (!match) throw new SettingError(`SUPPORT_HOURS must be like 08:00-20:00 (UTC), not "${value}".`);
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = match
    .slice(1)
    .map((digits) => Number.parseInt(digits, 10));
  return { from: fromHour * 60 + fromMinute, to: toHour * 60 + toMinute };
}

/** USDT on Ethereum. */
const ETHEREUM_USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

function chainFrom(env: Environment): ChainSettings | undefined {
  const rpcUrl = address(env, 'CHAIN_RPC_URL', WEB);
  if (rpcUrl === undefined) return undefined;
  const token = text(env, 'CHAIN_TOKEN', ETHEREUM_USDT);
  if (!/^0x[0-9a-fA-F]{40}$/.test(token))
    throw new SettingError('CHAIN_TOKEN must be a contract: 0x and 40 digits.');
  const extendedKey = text(env, 'CHAIN_XPUB', '');
  if (!/^xpub[1-9A-HJ-NP-Za-km-z]{100,110}$/.test(extendedKey))
    throw new SettingError(
      'CHAIN_XPUB must be the extended public key (xpub…) that deposit addresses follow from.',
    );
  return {
    rpcUrl,
    chainId: whole(env, 'CHAIN_ID', 1, 1, 2_147_483_647),
    token,
    decimals: whole(env, 'CHAIN_TOKEN_DECIMALS', 6, 0, 30),
    extendedKey,
    confirmations: whole(env, 'CHAIN_CONFIRMATIONS', 3, 3, 1_000),
    blockMs: whole(env, 'CHAIN_BLOCK_SECONDS', 12, 1, 3_600) * 1_000,
  };
}

/** @throws {SettingError} when two places are set, or only a part of one. */
function uploadsFrom(env: Environment): Settings['uploads'] {
  const folder = text(env, 'UPLOADS_DIR', '');
  const endpoint = address(env, 'UPLOADS_S3_ENDPOINT', WEB);
  if (folder !== '' && endpoint !== undefined)
    throw new SettingError('Set UPLOADS_DIR or UPLOADS_S3_ENDPOINT, not both.');
  if (folder !== '') return { folder };
  if (endpoint === undefined) return undefined;
  const needed = (name: string, form: RegExp, what: string): string => {
    const value = text(env, name, '');
    if (form.test(value)) return value;
    throw new SettingError(`${name} must be ${what}.`);
  };
  return {
    endpoint,
    bucket: needed('UPLOADS_S3_BUCKET', /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket'),
    region: text(env, 'UPLOADS_S3_REGION', 'us-east-1'),
    keyId: needed('UPLOADS_S3_KEY_ID', /^\S{3,128}$/, 'the id of an access key'),
    secret: needed('UPLOADS_S3_SECRET', /^\S{8,256}$/, 'the secret of that key'),
  };
}
