declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  /** RFC 8188, with the keys of RFC 8291 where a private key and a secret are given. */
  export function encrypt(
    content: Buffer,
    how: {
      readonly version: 'aes128gcm';
      /** The sender's, for this message alone. */
      readonly privateKey: ECDH;
      /** The reader's public key and secret, base64url. */
      readonly dh: string;
      readonly authSecret: string;
      /** Octets of padding. */
      readonly pad: number;
    },
  ): Buffer;
}
