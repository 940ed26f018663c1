import { normalAddress } from '../../../../domain/index.ts';
import type { ApiKey, ApiKeyReader } from '../../../books/users/apiKeys.ts';
import { ApiError, keyRefused, missing } from './apiError.ts';
import type { Params } from './params.ts';

/** A request as it came, for its signature is made of its very text. */
export interface RawRequest {
  /** Behind the question mark, without it. */
  readonly query: string;
  readonly body: string;
  /** What the header names. */
  readonly apiKey: string | undefined;
  /** The caller's network address. */
  readonly address: string;
}

const USUAL_WINDOW_MS = 5_000;
const LONGEST_WINDOW_MS = 60_000;
/** How far ahead a caller's clock may be. */
const AHEAD_MS = 1_000;
/** In microseconds a moment has this many digits. */
const MICROSECOND_DIGITS = 16;

/** The key that a request names, if it may come from here. @throws {ApiError} -2014, -2015 */
export async function namedKey(
  keys: ApiKeyReader,
  { apiKey, address }: Pick<RawRequest, 'apiKey' | 'address'>,
): Promise<ApiKey> {
  if (apiKey === undefined || apiKey === '' || !/^[A-Za-z0-9]{1,64}$/.test(apiKey))
    throw new ApiError(-2014, 'API-key format invalid.', { status: 401 });
  const key = await keys.find(apiKey);
  if (!key || !isFrom(key, address)) throw keyRefused();
  return key;
}

const isFrom = ({ addresses }: ApiKey, address: string): boolean =>
  addresses.length === 0 || addresses.includes(normalAddress(address) ?? '');

/** Text that was signed, and the signature; it stands in the query or in the body. */
export function signedTextOf({ query, body }: Pick<RawRequest, 'query' | 'body'>): {
  readonly text: string;
  readonly signature: string | undefined;
} {
  let signature: string | undefined;
  const without = (part: string): string =>
    part
      .split('&')
      .filter((pair) => {
        if (!pair.startsWith('signature=')) return true;
        signature ??= decoded(pair.slice('signature='.length));
        return false;
      })
      .join('&');
  const text = without(query) + without(body);
  return { text, signature };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** @throws {ApiError} -1102, -1021, -1131 */
export function requireFresh(params: Params, now: number): void {
  const stamp = params.whole('timestamp');
  if (stamp === undefined) throw missing('timestamp');
  const at = `${stamp}`.length >= MICROSECOND_DIGITS ? Math.floor(stamp / 1_000) : stamp;
  const window = Number.parseInt(params.decimal('recvWindow') ?? `${USUAL_WINDOW_MS}`, 10);
  if (window > LONGEST_WINDOW_MS) throw new ApiError(-1131, "'recvWindow' must be less than 60000");
  if (at >= now + AHEAD_MS)
    throw new ApiError(-1021, "Timestamp for this request was 1000ms ahead of the server's time.");
  if (now - at > window)
    throw new ApiError(-1021, 'Timestamp for this request is outside of the recvWindow.');
}

/** @returns the text that was signed. @throws {ApiError} -1102, -1022 */
export async function requireSigned(key: ApiKey, raw: Pick<RawRequest, 'query' | 'body'>): Promise<string> {
  const { text, signature } = signedTextOf(raw);
  if (signature === undefined || signature === '') throw missing('signature');
  if (!(await key.verify(text, signature)))
    throw new ApiError(-1022, 'Signature for this request is not valid.');
  return text;
}
