import type { Clock } from '../types.ts';
import { backoffMs } from './backoff.ts';

/** Attempts in a row without a word from the server before the pace of trying drops. */
export const REFUSED_ATTEMPTS = 3;
const SLOW_RETRY_MS = 30_000;
/** A socket that lived this long was healthy: the next attempt waits as after the first loss. */
const HEALTHY_MS = 30_000;
const MOST_TRIES = 8;
const TRIES_MS = 60_000;
/** Longest that an attempt without an answer is waited for. */
export const ANSWER_MS = 10_000;
/**
 * What is said into a hole in the line is lost, and only what is said after it gets through: as long as none is answered
 * an attempt begins this often beside the one that is waited for.
 */
const BESIDE_MS = 2_000;
/** Of the time that the last answer took, so that a slow line is not tried twice; until one is known, of this. */
const PATIENCE = 4;
const FIRST_ANSWER_MS = 1_250;
/** Before an attempt that follows a hint that the server is back. */
const HURRY_MS = 2_000;

/** How long to wait before the next attempt. Every bound of the pace of trying stands here. */
export class Pace {
  readonly #clock: Clock;
  readonly #random: () => number;
  #failures = 0;
  #refusals = 0;
  #answerMs = FIRST_ANSWER_MS;
  #tries: number[] = [];

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Whether attempts end before the server has said a word: no socket gets through here. */
  get isRefused(): boolean {
    return this.#refusals >= REFUSED_ATTEMPTS;
  }

  /** How long an attempt is waited for before another begins beside it, ms. */
  get patience(): number {
    return Math.min(ANSWER_MS, Math.max(BESIDE_MS, PATIENCE * this.#answerMs));
  }

  /** An attempt was answered after so long. */
  answered(ms: number): void {
    this.#answerMs = ms;
  }

  /** An attempt was waited for in vain so far; the server knows of none. */
  unanswered(): void {
    this.#refusals += 1;
  }

  /** An attempt begins. */
  tried(): void {
    this.#tries = [...this.#tries, this.#clock.monotonic()].slice(-MOST_TRIES);
  }

  /** The server has spoken. */
  received(): void {
    this.#refusals = 0;
  }

  /** An attempt ended before the server's first word. @returns ms to wait. */
  refused(): number {
    this.#refusals += 1;
    const jittered = backoffMs(this.#failures++, this.#random());
    return this.#bounded(this.isRefused ? SLOW_RETRY_MS * (0.8 + 0.4 * this.#random()) : jittered);
  }

  /** A socket that had spoken is gone. @param livedMs how long it lived. @returns ms to wait. */
  dropped(livedMs: number): number {
    if (livedMs >= HEALTHY_MS) this.#failures = 0;
    return this.#bounded(backoffMs(this.#failures++, this.#random()));
  }

  /** Ms to wait when another way says that the server is back. */
  hurried(): number {
    return this.#bounded(this.#random() * HURRY_MS);
  }

  /** The device woke: what failed before says nothing of now. */
  forget(): void {
    this.#failures = 0;
    this.#refusals = 0;
  }

  /** Never more than MOST_TRIES within TRIES_MS, whatever the dice say. */
  #bounded(ms: number): number {
    const [oldest] = this.#tries;
    if (oldest === undefined || this.#tries.length < MOST_TRIES) return ms;
    return Math.max(ms, oldest + TRIES_MS - this.#clock.monotonic());
  }
}
