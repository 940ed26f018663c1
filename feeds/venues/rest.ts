import { backoffMs } from '../link/backoff.ts';
import { createBudget } from './budget.ts';
import type { VenueAnswer, VenueDeps, VenueErrorCode, VenueRestState } from './types.ts';
import { VenueError } from './types.ts';

/** How much a venue lets one address ask. */
export interface RestLimit {
  readonly weight: number;
  readonly perMs: number;
}
export interface RestPlan {
  /** Addresses that answer alike, the preferred one first. */
  readonly hosts: readonly string[];
  /** Limits by name; a question names the one that it counts for. */
  readonly limits: Readonly<Record<string, RestLimit>>;
  /** Header with the weight that this address has used, and the limit that it is of. */
  readonly used?: { readonly header: string; readonly limit: string };
  /** What an answer of status 200 says, for venues that put their errors into the body. */
  readonly judge?: (body: unknown) => 'ok' | 'limited' | 'refused';
}
export interface RestQuestion {
  /** With its query. */
  readonly path: string;
  /** JSON text of a POST; absent for a GET. */
  readonly body?: string;
  readonly limit: string;
  readonly weight: number;
}

/** Part of a limit that is used: other programs may ask from the same address. */
const SHARE = 0.8;
const ATTEMPTS = 3;
/** From the question to its answer, waiting for room included. */
const PATIENCE_MS = 15_000;
/** A venue that asks for a pause without saying how long. */
const PAUSE_MS = 60_000;
/** Going on after 429 leads to a ban of at least this time. */
const BAN_MS = 120_000;

/** The way to a venue's questions: within its limits, with the pauses that it asks for. */
export class Rest {
  readonly #deps: VenueDeps;
  readonly #plan: RestPlan;
  readonly #budgets: ReadonlyMap<string, ReturnType<typeof createBudget>>;
  readonly #publish: (state: VenueRestState) => void;
  #state: VenueRestState = { state: 'open' };
  #host = 0;
  /** Until when no request is sent, monotonic ms, and why. */
  #pause: { readonly until: number; readonly code: VenueErrorCode } | undefined;
  readonly #waiting = new Set<() => void>();
  #isClosed = false;

  /** @param publish receives each change of the state, which is `open` at first. */
  constructor(deps: VenueDeps, plan: RestPlan, publish: (state: VenueRestState) => void) {
    this.#deps = deps;
    this.#plan = plan;
    this.#publish = publish;
    const budgets = Object.entries(plan.limits).map(
      ([name, limit]) => [name, createBudget(deps.clock, share(limit))] as const,
    );
    this.#budgets = new Map(budgets);
  }

  /** The body of the answer. @throws {VenueError} */
  async ask(question: RestQuestion): Promise<unknown> {
    const giveUpAt = this.#deps.clock.monotonic() + PATIENCE_MS;
    // Who gave no answer a moment ago is not waited for again and again.
    const attempts = this.#state.state === 'unreachable' ? 1 : ATTEMPTS;
    for (let attempt = 0; ; attempt++) {
      await this.#admit(question, giveUpAt);
      const answer = await this.#once(question, giveUpAt);
      const error = this.#judged(answer, question);
      if (!error) return answer?.body;
      const isOver = attempt + 1 === attempts || this.#deps.clock.monotonic() >= giveUpAt;
      if (error.code !== 'unreachable' || isOver) throw error;
      await this.#wait(backoffMs(attempt + 1, this.#deps.random()));
    }
  }

  /** The venue has sent its own limit. */
  setLimit(name: string, limit: RestLimit): void {
    this.#budgets.get(name)?.setLimit(share(limit));
  }

  /** Weight of the last minute's questions. */
  weight(): number {
    return [...this.#budgets.values()].reduce((sum, budget) => sum + budget.used(60_000), 0);
  }

  close(): void {
    this.#isClosed = true;
    for (const end of [...this.#waiting]) end();
  }

  /** Waits for room in the budget. */
  async #admit({ limit, weight }: RestQuestion, giveUpAt: number): Promise<void> {
    const { clock } = this.#deps;
    for (;;) {
      if (this.#isClosed) throw new VenueError('closed');
      const now = clock.monotonic();
      if (this.#pause && this.#pause.until > now) throw new VenueError(this.#pause.code);
      const waitMs = this.#budgets.get(limit)?.take(weight) ?? 0;
      if (waitMs === 0) return;
      if (now + waitMs > giveUpAt) throw new VenueError('limited', 'no room within our patience');
      await this.#wait(waitMs);
    }
  }

  /** One attempt; undefined when no answer came in time. */
  #once({ path, body }: RestQuestion, giveUpAt: number): Promise<VenueAnswer | undefined> {
    const url = `${this.#plan.hosts[this.#host % this.#plan.hosts.length] ?? ''}${path}`;
    const request =
      body === undefined ? { method: 'GET' as const, url } : { method: 'POST' as const, url, body };
    return new Promise((resolve) => {
      const end = (answer?: VenueAnswer) => {
        stop();
        this.#waiting.delete(end);
        resolve(answer);
      };
      const stop = this.#deps.clock.after(Math.max(0, giveUpAt - this.#deps.clock.monotonic()), end);
      this.#waiting.add(end);
      this.#deps.ask(request).then(end, () => end());
    });
  }

  /** What is wrong with an answer; a pause that it asks for is kept from here on. */
  #judged(answer: VenueAnswer | undefined, question: RestQuestion): VenueError | undefined {
    if (this.#isClosed) return new VenueError('closed');
    if (!answer || answer.status >= 500) return this.#unanswered(answer);
    this.#count(answer);
    const { status, body } = answer;
    if (status === 429 || status === 418) return this.#limited(answer, status === 418 ? BAN_MS : PAUSE_MS);
    if (status === 403 || status === 451) return this.#blocked();
    const verdict = status >= 200 && status < 300 ? (this.#plan.judge?.(body) ?? 'ok') : 'refused';
    if (verdict === 'limited')
      return this.#limited(answer, this.#plan.limits[question.limit]?.perMs ?? PAUSE_MS);
    this.#set({ state: 'open' });
    return verdict === 'ok' ? undefined : new VenueError('refused', JSON.stringify(body)?.slice(0, 200));
  }

  #unanswered(answer: VenueAnswer | undefined): VenueError {
    this.#host += 1;
    this.#set({ state: 'unreachable' });
    return new VenueError('unreachable', answer ? `status ${answer.status}` : '');
  }

  #limited({ header }: VenueAnswer, usualMs: number): VenueError {
    const seconds = Number.parseInt(header('retry-after') ?? '', 10);
    const ms = seconds > 0 ? seconds * 1_000 : usualMs;
    this.#pause = { until: this.#deps.clock.monotonic() + ms, code: 'limited' };
    this.#set({ state: 'limited', until: this.#deps.clock.now() + ms });
    return new VenueError('limited');
  }

  /** Another host may serve this place: it is tried after the pause. */
  #blocked(): VenueError {
    this.#host += 1;
    this.#pause = { until: this.#deps.clock.monotonic() + PAUSE_MS, code: 'blocked' };
    this.#set({ state: 'blocked' });
    return new VenueError('blocked');
  }

  #count({ header }: VenueAnswer): void {
    const { used } = this.#plan;
    const weight = Number.parseInt((used && header(used.header)) ?? '', 10);
    if (used && weight >= 0) this.#budgets.get(used.limit)?.report(weight);
  }

  #set(state: VenueRestState): void {
    const isSame = state.state === this.#state.state && state.state !== 'limited';
    this.#state = state;
    if (!isSame) this.#publish(state);
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        stop();
        this.#waiting.delete(end);
        resolve();
      };
      const stop = this.#deps.clock.after(ms, end);
      this.#waiting.add(end);
    });
  }
}

const share = ({ weight, perMs }: RestLimit): RestLimit => ({ weight: Math.floor(weight * SHARE), perMs });
