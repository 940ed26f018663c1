import type { RefusalCode } from '../../domain/index.ts';
import { ASSET_SCALE, D, toText } from '../../domain/index.ts';

/** What the ledger should do, in plain arithmetic. Account 0 is the house's; it may go below zero. */
export const HOUSE = 0;
export const ACCOUNTS = 5;
const LIMIT = new D('1e19');

/** Commands to the ledger; accounts are numbers, holds count in the order in which they were made. */
export type Step =
  | { readonly kind: 'move'; readonly from: number; readonly to: number; readonly amount: string }
  | { readonly kind: 'hold'; readonly account: number; readonly amount: string }
  | { readonly kind: 'release'; readonly hold: number; readonly amount: string | undefined }
  | { readonly kind: 'settle'; readonly hold: number; readonly to: number; readonly amount: string };
export type Outcome = 'done' | RefusalCode | 'tooMuch';
/** Both rules are broken: which one the database finds first is not said. */
export type Expected = Outcome | 'insufficientBalance or amountInvalid';

interface Account {
  posted: D;
  held: D;
}
interface Hold {
  readonly account: number;
  remaining: D;
}

export class LedgerModel {
  #accounts: Account[] = Array.from({ length: ACCOUNTS }, () => ({ posted: new D(0), held: new D(0) }));
  #holds: Hold[] = [];

  get holds(): number {
    return this.#holds.length;
  }

  /** All of the step or nothing of it. */
  apply(step: Step): Expected {
    const accounts = this.#accounts.map((each) => ({ ...each }));
    const holds = this.#holds.map((each) => ({ ...each }));
    const outcome = this.#do(step);
    if (outcome !== 'done') [this.#accounts, this.#holds] = [accounts, holds];
    return outcome;
  }

  /** Each account's booked and held amount. */
  balances(): string[] {
    return this.#accounts.map(({ posted, held }) => `${toText(posted)} ${toText(held)}`);
  }

  #do(step: Step): Expected {
    if (step.kind === 'move') return this.#move(step.from, step.to, step.amount);
    if (step.kind === 'hold') return this.#hold(step.account, step.amount);
    const hold = this.#holds[step.hold];
    if (!hold) throw new Error('no such hold');
    const released = this.#release(hold, step.amount);
    if (released !== 'done' || step.kind === 'release') return released;
    return this.#move(hold.account, step.to, step.amount);
  }

  /** The order of the checks is that of the database: form, cover and bounds of what comes out, no zero, each step. */
  #move(from: number, to: number, text: string): Expected {
    const amount = new D(text);
    if (amount.abs().gte(LIMIT) || !isFit(amount)) return 'amountInvalid';
    const before = this.#account(from).posted;
    this.#account(from).posted = before.minus(amount);
    this.#account(to).posted = this.#account(to).posted.plus(amount);
    const booked = [from, to].map((number) => ({ number, ...this.#account(number) }));
    const isCovered = booked.every(({ number, posted, held }) => number === HOUSE || posted.gte(held));
    const isBounded = booked.every(({ posted }) => posted.abs().lt(LIMIT));
    if (!isCovered && !isBounded) return 'insufficientBalance or amountInvalid';
    if (!isCovered) return 'insufficientBalance';
    const isRunning = before.minus(amount).abs().lt(LIMIT);
    return isBounded && isRunning && !amount.isZero() ? 'done' : 'amountInvalid';
  }

  #hold(number: number, text: string): Outcome {
    const amount = new D(text);
    if (!amount.gt(0) || amount.gte(LIMIT) || !isFit(amount)) return 'amountInvalid';
    const account = this.#account(number);
    account.held = account.held.plus(amount);
    this.#holds.push({ account: number, remaining: amount });
    return account.posted.lt(account.held) ? 'insufficientBalance' : 'done';
  }

  #release(hold: Hold, text: string | undefined): Outcome {
    const amount = text === undefined ? hold.remaining : new D(text);
    if (amount.lt(0) || amount.gte(LIMIT) || !isFit(amount)) return 'amountInvalid';
    if (amount.gt(hold.remaining)) return 'tooMuch';
    hold.remaining = hold.remaining.minus(amount);
    const account = this.#account(hold.account);
    account.held = account.held.minus(amount);
    return 'done';
  }

  #account(number: number): Account {
    const account = this.#accounts[number];
    if (!account) throw new Error('no such account');
    return account;
  }
}

const isFit = (amount: D): boolean => amount.decimalPlaces() <= ASSET_SCALE;
