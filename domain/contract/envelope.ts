import * as v from 'valibot';

/**
 * The body of every answer; the HTTP status says the class. 200 is success; 401 means the login has ended; any
 * other code is the key of the refusal's words, and `message` holds those words in the requested language.
 */
export const Envelope = /*#__PURE__*/ v.object({
  code: v.union([v.literal(200), v.literal(401), v.string()]),
  message: v.string(),
  data: v.unknown(),
  requestId: v.string(),
});
export type Envelope = v.InferOutput<typeof Envelope>;

/** Calls give up after this time. @see specification §7 (50,000 ms chosen of the two readings) */
export const CALL_TIMEOUT_MS = 50_000;
/** Static chunks give up after this time. @see specification §7 */
export const CHUNK_TIMEOUT_MS = 120_000;
/** Sent as `locale` header while no language has been chosen. @see specification §9 */
export const DEFAULT_LOCALE_HEADER = 'zh';
