import { RuleError } from '../../../domain/index.ts';
import type { Queries } from '../../base/db/database.ts';

/** Where passkeys are good: the place that they are made for, and the origins that may ask for them. */
export interface PasskeyPlace {
  readonly rpId: string;
  readonly isOrigin: (origin: string) => boolean;
}

/** The one place of an exchange: its public address, else this machine by its name, at any port. */
export function passkeyPlaceOf(publicUrl: string | undefined): PasskeyPlace {
  if (publicUrl !== undefined) {
    const { hostname, origin } = new URL(publicUrl);
    return { rpId: hostname, isOrigin: (each) => each === origin };
  }
  return { rpId: 'localhost', isOrigin: (each) => /^https?:\/\/localhost(:\d{1,5})?$/.test(each) };
}

/** A passkey as it is kept. */
export interface StoredPasskey {
  readonly id: number;
  readonly user_id: number;
  readonly credential: string;
  readonly public_key: Uint8Array;
  readonly counter: number;
}

/** What an authenticator answered, base64url. */
interface Answered {
  readonly id: string;
  readonly clientDataJSON: string;
}
interface Made extends Answered {
  readonly attestationObject: string;
}
interface Signed extends Answered {
  readonly authenticatorData: string;
  readonly signature: string;
}

/** Challenge and origin that an answer names; the signature over them is checked later. @throws {RuleError} */
export function namedIn({ clientDataJSON }: Answered): { challenge: string; origin: string } {
  try {
    const { challenge, origin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    if (typeof challenge === 'string' && typeof origin === 'string') return { challenge, origin };
  } catch {
    // Said below.
  }
  throw new RuleError('passkeyInvalid');
}

/** What both checks expect of an answer. @throws {RuleError} `passkeyInvalid` for an origin that is not ours. */
function expected(place: PasskeyPlace, answer: Answered) {
  const { challenge, origin } = namedIn(answer);
  if (!place.isOrigin(origin)) throw new RuleError('passkeyInvalid');
  return {
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: place.rpId,
    // The finger or the PIN is what makes a passkey two proofs in one.
    requireUserVerification: true,
  };
}

/** Reads the library when the first passkey is used: an exchange begins without it. */
const library = () => import('@simplewebauthn/server');

/** Checks a new passkey. @returns its key. @throws {RuleError} `passkeyInvalid`. */
export async function checkMade(
  place: PasskeyPlace,
  made: Made,
): Promise<{ credential: string; publicKey: Uint8Array; counter: number }> {
  const { id, clientDataJSON, attestationObject } = made;
  const about = expected(place, made);
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo } = await verifyRegistrationResponse({
    ...about,
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject },
    },
  }).catch(invalid);
  if (!registrationInfo) throw new RuleError('passkeyInvalid');
  const { credential } = registrationInfo;
  return { credential: credential.id, publicKey: credential.publicKey, counter: credential.counter };
}

/** Checks a signature of a kept passkey. @returns how often it has signed now. @throws {RuleError} `passkeyInvalid`. */
export async function checkSigned(place: PasskeyPlace, kept: StoredPasskey, signed: Signed): Promise<number> {
  const { id, clientDataJSON, authenticatorData, signature } = signed;
  const about = expected(place, signed);
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...about,
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    credential: { id, publicKey: Uint8Array.from(kept.public_key), counter: kept.counter },
  }).catch(invalid);
  if (!verified) throw new RuleError('passkeyInvalid');
  return authenticationInfo.newCounter;
}

function invalid(error: unknown): never {
  throw new RuleError('passkeyInvalid', { cause: error });
}

/** Whether a user has a passkey: SQL, of a row of `app_user`. */
export const HAS_PASSKEY = 'exists (select 1 from passkey p where p.user_id = app_user.id) as passkey';

/** The passkey in a response, of a given user if any. @throws {RuleError} `passkeyUnknown`. */
export async function storedPasskey(
  db: Queries,
  { rpId }: PasskeyPlace,
  credential: string,
  userId: number | undefined,
): Promise<StoredPasskey> {
  const [row] = await db.query<StoredPasskey>(
    `select id, user_id, credential, public_key, counter from passkey
     where credential = $1 and rp_id = $2 and ($3::bigint is null or user_id = $3)`,
    [credential, rpId, userId ?? null],
  );
  if (!row) throw new RuleError('passkeyUnknown');
  return row;
}
