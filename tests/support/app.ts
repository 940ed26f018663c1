import type { Handlers } from '../../server/books/users/callHandlers.ts';
import { createApp } from '../../server/edge/http/app.ts';
import { openApiDocument } from '../../server/edge/openapi/document.ts';
import { readErrorWords } from '../../server/host/files/words.ts';

type AppDeps = Parameters<typeof createApp>[0];

/** Words of refusals, as the exchange reads them. */
export const words = await readErrorWords(process.cwd());

/** The exchange's app with handlers of a test, and nobody logged in. The address is what `x-from` says. */
export function appOf(handlers: Partial<Handlers>, more: Partial<AppDeps> = {}) {
  let request = 0;
  return createApp({
    handlers: handlers as Handlers,
    userOf: async () => undefined,
    temporaryOf: async () => new Uint8Array(1),
    words,
    document: () => openApiDocument('1', 'Tidemark'),
    newRequestId: () => `r${++request}`,
    addressOf: (c) => c.req.header('x-from') ?? 'a',
    socketOrigin: (host) => `ws://${host}`,
    isSecure: false,
    isHostKnown: () => true,
    admit: () => () => undefined,
    mayUpload: async () => undefined,
    cacheTerms: () => undefined,
    now: Date.now,
    usersPerAddress: 1,
    readiness: async () => ({ ok: true }),
    serveStatic: async () => undefined,
    policyReports: async (c) => c.body(null, 204),
    log: () => undefined,
    ...more,
  });
}
