import { withdrawRoute } from '../../../../domain/index.ts';
import { hexOf } from '../../../base/secrets.ts';
import type { SendOrder, SignedSend, Signer } from './signer.ts';

/** A chain that takes what the test key has signed. */
export interface TestChain {
  /** Takes a transaction; one that it has already is no error. */
  send(tx: string, order: SendOrder): Promise<void>;
  /** Blocks since the one that holds it, that one included; 0 while none does. */
  confirmations(tx: string): Promise<number>;
}

const NAME = 'simulated';
/** No secret: it signs for chains on which nothing is worth anything. */
const TEST_KEY = 'tidemark simulated chain';

/** Signs with a test key for simulated chains. It never comes near a real one. */
export async function simulatedSigner(chain: TestChain): Promise<Signer> {
  const encoder = new TextEncoder();
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(TEST_KEY), hmac, false, ['sign']);
  return {
    name: NAME,
    network: NAME,
    can: (currency, on) => withdrawRoute(currency, on) !== undefined,
    nextNonce: async () => 0,
    async sign(order, nonce): Promise<SignedSend> {
      const signed = JSON.stringify({ ...order, nonce });
      const digits = hexOf(new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(signed))));
      return { tx: order.chain === 'ethereum' ? `0x${digits}` : digits, signed };
    },
    broadcast: ({ tx, signed }) => chain.send(tx, JSON.parse(signed) as SendOrder),
    async status({ tx }) {
      const confirmations = await chain.confirmations(tx);
      return confirmations === 0 ? undefined : { confirmations, ok: true };
    },
  };
}
