import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { WithdrawalRow } from '../../domain/contract/index.ts';
import type { Dec } from '../../domain/index.ts';
import { RuleError } from '../../domain/index.ts';
import type { Transaction } from '../../server/base/commands/command.ts';
import { run } from '../../server/base/commands/command.ts';
import type { Database, Queries } from '../../server/base/db/database.ts';
import { digestOf } from '../../server/base/digest.ts';
import { addAssets, balancesOf, plain, post } from '../../server/books/ledger/ledger.ts';
import { aboutAddress } from '../../server/products/wallet/withdrawals/codeAbout.ts';
import { destinationOf } from '../../server/products/wallet/withdrawals/destination.ts';
import { fixedRates } from '../../server/products/wallet/withdrawals/fiatRates.ts';
import type { SendOrder, SignedSend, Signer } from '../../server/products/wallet/withdrawals/signer.ts';
import { send } from '../../server/products/wallet/withdrawals/withdraw.ts';
import { withdrawalOf } from '../../server/products/wallet/withdrawals/withdrawals.ts';
import type { WithdrawDeps } from '../../server/products/wallet/withdrawals/withdrawDeps.ts';
import { WithdrawEngine } from '../../server/products/wallet/withdrawals/withdrawEngine.ts';
import { addUser } from './databases.ts';
import { FakeClock } from './fakeClock.ts';

/** Addresses that are somebody else's. */
export const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
export const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
export const BITCOIN = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
export const CALLER = { device: 'a test', address: '127.0.0.1', language: 'en_us' } as const;

let count = 0;

/** A chain that does what a test says; it remembers every transaction that it ever saw. */
export class FakeSigner implements Signer {
  readonly name: string;
  readonly network: string;
  readonly seen = new Map<string, SignedSend & { depth: number; ok: boolean }>();
  readonly signed: (SendOrder & { readonly nonce: number })[] = [];
  chainNonce = 0;
  fails: 'sign' | 'broadcast' | 'status' | undefined;

  /** @param name of the key, after that of its chain. */
  constructor(name = `fake-${(count += 1)}:key`) {
    this.name = name;
    this.network = `${name.split(':', 1)[0]}:`;
  }
  can = (_: string, chain: string): boolean => chain !== 'bitcoin';
  nextNonce = async (): Promise<number> => this.chainNonce;
  async sign(order: SendOrder, nonce: number): Promise<SignedSend> {
    if (this.fails === 'sign') throw new Error('no key');
    this.signed.push({ ...order, nonce });
    return { tx: `${this.name}-tx-${nonce}`, signed: JSON.stringify({ nonce, ...order }) };
  }
  async broadcast(sent: SignedSend): Promise<void> {
    if (this.fails === 'broadcast') throw new Error('no network');
    if (!this.seen.has(sent.tx)) this.seen.set(sent.tx, { ...sent, depth: 0, ok: true });
  }
  async status({ tx }: SignedSend) {
    if (this.fails === 'status') throw new Error('no network');
    const found = this.seen.get(tx);
    return found && found.depth > 0 ? { confirmations: found.depth, ok: found.ok } : undefined;
  }
  mine(depth: number, ok = true): void {
    for (const each of this.seen.values()) Object.assign(each, { depth, ok });
  }
}

/** A chain that outlives the process: a file with a line a broadcast. Signing twice gives two transactions. */
export function fileSigner(file: string): Signer {
  const has = (tx: string): boolean => existsSync(file) && readFileSync(file, 'utf8').includes(` ${tx}\n`);
  return {
    name: 'file',
    network: 'file',
    can: () => true,
    nextNonce: async () => 0,
    sign: async ({ id }, nonce) => ({ tx: randomUUID(), signed: JSON.stringify({ id, nonce }) }),
    async broadcast({ tx, signed }) {
      if (!has(tx)) appendFileSync(file, `${JSON.parse(signed).id} ${tx}\n`);
    },
    status: async ({ tx }) => (has(tx) ? { confirmations: 3, ok: true } : undefined),
  };
}

interface Setup {
  readonly funds?: Dec;
  readonly level?: number;
  /** Who is there already: after a restart. */
  readonly users?: readonly number[];
  readonly now?: number;
}

/** Withdrawals of somebody on a clock and a chain that do what a test says. */
export async function openWithdraw(
  db: Database,
  { funds = '100000', level = 2, users: known = [], now }: Setup = {},
) {
  const clock = new FakeClock(now);
  const signer = new FakeSigner();
  const logged: unknown[] = [];
  const mails: { key: string; fields: Readonly<Record<string, string>> }[] = [];
  const users: number[] = [...known];
  await addAssets(db, ['USDT', 'BTC', 'ETH']);
  if (users.length === 0) {
    const owner = await addUser(db);
    users.push(owner);
    await db.query('update app_user set level = $2 where id = $1', [owner, level]);
    await fund(owner, 'USDT', funds);
  }
  async function fund(owner: number, asset: string, amount: Dec): Promise<void> {
    const cause = { code: 'playGrant', refType: 'test', refId: `withdraw-${(count += 1)}-${owner}` } as const;
    await db.transaction((tx) =>
      post(tx, cause, 1, [
        { account: { kind: 'ext_genesis', asset }, amount: `-${amount}` },
        { account: { owner, kind: 'spot', asset }, amount },
      ]),
    );
  }
  const prices: Record<string, Dec | undefined> = { USDT: '1', BTC: '50000', ETH: '2000' };
  const locked = new Map<number, Dec>();
  const deps = {
    db,
    clock,
    published: () => undefined,
    messages: {
      write: async (_tx: unknown, _to: unknown, key: string, _at: number, fields = {}) =>
        void mails.push({ key, fields }),
    },
    priceOf: (asset: string) => prices[asset],
    rates: fixedRates,
    async withdrawable(tx: Queries, userId: number, asset: string) {
      const [row] = await tx.query<{ free: Dec }>(
        `select greatest(posted - held - $3::numeric, 0)::text as free from account
         where owner_id = $1 and kind = 'spot' and asset = $2`,
        [userId, asset, locked.get(userId) ?? '0'],
      );
      return plain(row?.free ?? '0');
    },
    signer,
    confirmations: 0,
    approveUpTo: '1000',
    newId: () => `quote-${(count += 1)}`,
    log: (event: string, detail: unknown) => void logged.push([event, detail]),
  } as unknown as { -readonly [Key in keyof WithdrawDeps]: WithdrawDeps[Key] };
  const engine = new WithdrawEngine(deps);

  /** A proof that counts, as if password and code had been given. @param about 100 USDT when not given. */
  async function proofOf(userId: number, purpose = 'withdrawal', about = aboutOf('100')): Promise<string> {
    const proof = `proof-${clock.now()}-${(count += 1)}`;
    await db.query(
      'insert into proof (hash, user_id, purpose, expires_at, about) values ($1, $2, $3, $4, $5)',
      [digestOf(proof), userId, purpose, clock.now() + 300_000, about],
    );
    return proof;
  }
  interface WithdrawInput {
    readonly currency?: string;
    readonly chain?: string;
    readonly address?: string;
    readonly proof?: string;
  }
  async function ask(userId: number, amount: Dec, input: WithdrawInput = {}): Promise<WithdrawalRow> {
    const proof = input.proof ?? (await proofOf(userId, 'withdrawal', aboutOf(amount, input)));
    const request = { currency: 'USDT', chain: 'tron', address: TRON, amount, ...input, proof };
    return (await run(deps, (work) => send(deps, work, userId, request, CALLER))).withdrawal;
  }
  return {
    db,
    clock,
    deps,
    signer,
    engine,
    mails,
    logged,
    prices,
    locked,
    fund,
    proofOf,
    ask,
    user: users[0] ?? 0,
    /** The code of a refusal, or the state that was reached. */
    codeOf: (userId: number, amount: Dec, input: WithdrawInput = {}): Promise<string> =>
      ask(userId, amount, input).then(
        ({ state }) => state,
        (error: unknown) => {
          if (error instanceof RuleError) return error.code;
          throw error;
        },
      ),
    act: <T>(work: (work: Transaction) => Promise<T>) => run(deps, work),
    async row(id: number): Promise<WithdrawalRow> {
      const row = await withdrawalOf(db, id, clock.now());
      if (!row) throw new Error(`no withdrawal ${id}`);
      return row;
    },
    /** Booked and held in the spot account. */
    async money(userId: number, asset = 'USDT'): Promise<readonly [posted: Dec, held: Dec]> {
      const found = (await balancesOf(db, userId)).find(
        (each) => each.account === 'spot' && each.asset === asset,
      );
      return [found?.posted ?? '0', found?.held ?? '0'];
    },
    /** Time passes, then everything under way is looked at. */
    async check(ms = 0): Promise<void> {
      clock.jump(ms);
      await engine.check();
    },
  };
}
export type Withdrawing = Awaited<ReturnType<typeof openWithdraw>>;

/** What a proof is bound to; nothing where the request goes nowhere. */
function aboutOf(amount: Dec, input: object = {}): string {
  try {
    const { route, address } = destinationOf({ currency: 'USDT', chain: 'tron', address: TRON, ...input });
    return aboutAddress(amount, route.currency, route.chain, address);
  } catch {
    return '';
  }
}
