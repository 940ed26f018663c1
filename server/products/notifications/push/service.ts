/** A device, as a push service reaches it: where, and what only it reads by. Base64url. */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** What is sent. */
export interface PushContent {
  /** Encrypted for the device before it leaves. */
  readonly text: string;
  /** `high` wakes a phone that saves its battery. */
  readonly urgency: 'normal' | 'high';
  /** How long the service keeps it for a device that it cannot reach, seconds. */
  readonly ttlS: number;
}

/** The key that signs, as a JSON Web Key, and its public half as base64url. */
export interface PushKey {
  readonly publicKey: string;
  readonly jwk: Readonly<Record<string, unknown>>;
}

/**
 * What became of a message. `gone`: the device is reached there no more; `later`: to be tried again, after `afterMs`
 * where the service says so; `refused`: never, in this form.
 */
export type PushOutcome =
  | { readonly result: 'sent' }
  | { readonly result: 'gone' }
  | { readonly result: 'later'; readonly why: string; readonly afterMs?: number }
  | { readonly result: 'refused'; readonly why: string };

/** Takes messages out of the house. */
export interface PushService {
  /** Whether an address may be sent to: that of a push service, and of nothing inside. */
  isAllowed(endpoint: string): boolean;
  /** Never rejects. */
  send(target: PushTarget, content: PushContent, key: PushKey): Promise<PushOutcome>;
}
