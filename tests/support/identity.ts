import type { PhotoKind } from '../../domain/index.ts';
import { photoKinds } from '../../domain/index.ts';
import type { Database, Queries } from '../../server/base/db/database.ts';
import { createSealer } from '../../server/base/sealer.ts';
import { Limits } from '../../server/books/users/limits.ts';
import type { Messages } from '../../server/books/users/messages.ts';
import type { UploadStore } from '../../server/books/users/uploads/store.ts';
import { readPicture } from '../../server/host/files/pictures.ts';
import { applyAdvanced, applyBasic } from '../../server/products/identity/apply.ts';
import { IdentityEngine } from '../../server/products/identity/engine.ts';
import { storePhoto } from '../../server/products/identity/photos.ts';
import { stateOf } from '../../server/products/identity/state.ts';
import { addUser } from './databases.ts';
import { FakeClock } from './fakeClock.ts';
import { runOps } from './ops.ts';
import { picture } from './service.ts';

const key = (byte: number) => new Uint8Array(32).fill(byte);
let count = 0;

/** Identity on a database, in a time that a test moves. @param keys each a byte that fills a key. */
export async function openIdentity(
  db: Database,
  {
    isSimulated = false,
    uploads,
    keys = [1],
    clock = new FakeClock(),
  }: { isSimulated?: boolean; uploads?: UploadStore; keys?: readonly number[]; clock?: FakeClock } = {},
) {
  const mails: { userId: number; key: string }[] = [];
  const logged: unknown[] = [];
  const deps = {
    db,
    clock,
    published: () => undefined,
    limits: new Limits({ factor: 1_000 }),
    sealer: await createSealer(keys.map(key)),
    messages: {
      write: async (tx: Queries, to: { address: string }, name: string) => {
        const [found] = await tx.query<{ id: number }>('select id from app_user where email = $1', [
          to.address,
        ]);
        mails.push({ userId: found?.id ?? 0, key: name });
      },
    } as unknown as Messages,
    ...(uploads ? { uploads } : {}),
    isSimulated,
    log: (event: string, detail: unknown) => void logged.push([event, detail]),
  };
  const engine = new IdentityEngine(deps);
  const send = async (user: number, kind: PhotoKind): Promise<string> => {
    const file = new Blob([new Uint8Array(await picture())]);
    return (await storePhoto(deps, readPicture, user, { kind }, file)).id;
  };
  return {
    deps,
    clock,
    engine,
    mails,
    logged,
    newUser: () => addUser(db),
    state: (user: number) => stateOf(deps, user),
    ops: (name: string, ...args: string[]) => runOps(deps, `identity ${name}`, args),
    basic: (user: number, number = `X${100_000 + (count += 1)}`, name = 'Ada Lovelace') =>
      applyBasic(deps, user, { name, number }),
    send,
    async photos(user: number): Promise<Record<PhotoKind, string>> {
      const ids = { front: '', back: '', holding: '' };
      for (const kind of photoKinds) ids[kind] = await send(user, kind);
      return ids;
    },
    advanced: (user: number, photos: Record<PhotoKind, string>) => applyAdvanced(deps, user, photos),
    async user(user: number) {
      const [row] = await db.query<Record<string, unknown>>(
        'select level, identity, verified_name, credit_score from app_user where id = $1',
        [user],
      );
      return row;
    },
    /** What the private channel published of identity. */
    async emitted(user: number): Promise<unknown[]> {
      const rows = await db.query<{ body: unknown }>(
        "select body from outbox where stream = $1 and type = 'identity' order by seq",
        [`user:${user}`],
      );
      return rows.map(({ body }) => body);
    },
    /** The number of the user's application that waits. */
    async pending(user: number): Promise<string> {
      const [row] = await db.query<{ id: number }>(
        "select id from identity_application where user_id = $1 and state = 'pending'",
        [user],
      );
      return String(row?.id ?? 0);
    },
    close: () => engine.close(),
  };
}
export type IdentityWorld = Awaited<ReturnType<typeof openIdentity>>;
