import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { Calls, RequestOf, ResponseOf } from '../../domain/contract/index.ts';
import type { RefusalCode, Result } from '../../domain/index.ts';
import { venueName } from './brand.ts';
import { ask } from './login.ts';

type Made = RequestOf<Calls['account.passkeyAdd']>['passkey'];
type Signed = RequestOf<Calls['account.passkeyLogin']>['passkey'];

/** Ed25519, P-256 and RSA, as COSE names them. */
const ALGORITHMS = [-8, -7, -257];

/** Whether this browser makes passkeys for the address that the page came from: never for one of digits. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && isSecureContext && !/^[\d.]+$|:/.test(location.hostname);

const refused = (code: RefusalCode): { ok: false; error: { code: RefusalCode; message: string } } => ({
  ok: false,
  error: { code, message: '' },
});

/** Has a device make a passkey. Refused: `passkeyKnown`, `passkeyStopped`. */
export async function makePasskey(request: ResponseOf<Calls['account.passkeyStart']>): Promise<Result<Made>> {
  const { challenge, rpId, passkeys, handle, uid } = request;
  try {
    const { id, response } = await startRegistration({
      optionsJSON: {
        challenge,
        rp: { id: rpId, name: venueName() },
        user: { id: handle, name: uid, displayName: `${venueName()} ${uid}` },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
        excludeCredentials: passkeys.map((each) => ({ id: each, type: 'public-key' })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
      },
    });
    const { clientDataJSON, attestationObject } = response;
    return { ok: true, data: { id, clientDataJSON, attestationObject } };
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError';
    return refused(isKnown ? 'passkeyKnown' : 'passkeyStopped');
  }
}

/** Asks for a challenge and has a passkey sign it. Refused: what the exchange refuses, `passkeyStopped`. */
export async function signByPasskey(purpose: 'login' | 'proof'): Promise<Result<Signed>> {
  const offer =
    purpose === 'login' ? await ask('account.passkeyChallenge', {}) : await ask('account.passkeyProof', {});
  if (!offer.ok) return offer;
  const { challenge, rpId, passkeys } = offer.data;
  try {
    const { id, response } = await startAuthentication({
      optionsJSON: {
        challenge,
        rpId,
        allowCredentials: passkeys.map((each) => ({ id: each, type: 'public-key' })),
        userVerification: 'required',
      },
    });
    const { clientDataJSON, authenticatorData, signature } = response;
    return { ok: true, data: { id, clientDataJSON, authenticatorData, signature } };
  } catch {
    return refused('passkeyStopped');
  }
}
