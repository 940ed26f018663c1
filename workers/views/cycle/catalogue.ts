import type { Calls, ResponseOf } from '../../../domain/contract/index.ts';
import type { Dec, Refusal } from '../../../domain/index.ts';
import {
  CYCLE_FEE,
  changePercent,
  countdownText,
  D,
  NO_FIGURE,
  percentText,
  signOf,
  toText,
  tradePriceText,
} from '../../../domain/index.ts';
import type { CycleAssetHead, CycleAssetLine } from '../../protocol.ts';
import type { ViewDeps } from '../view.ts';

type Answer = ResponseOf<Calls['cycle.assets']>;
export type CycleAsset = Answer['assets'][number];

/** How often the state of all assets is asked for, ms; sooner when one opens or closes. */
const EVERY_MS = 15_000;
const AGAIN_MS = 3_000;

/** What contracts are written on, as the exchange said it last. */
export class Catalogue {
  readonly #deps: Pick<ViewDeps, 'call' | 'clock' | 'ages'>;
  #answer: Answer | undefined;
  #askAt = Number.NEGATIVE_INFINITY;
  #isAsking = false;
  #isClosed = false;
  failed: Refusal | undefined;

  constructor(deps: ViewDeps) {
    this.#deps = deps;
  }

  get isKnown(): boolean {
    return this.#answer !== undefined;
  }
  get assets(): readonly CycleAsset[] {
    return this.#answer?.assets ?? [];
  }
  get stakeAsset(): string {
    return this.#answer?.stakeAsset ?? '';
  }

  /** What a contract is charged beside its rate. */
  get fee(): Dec {
    return this.#answer?.fee ?? CYCLE_FEE;
  }

  find(id: string): CycleAsset | undefined {
    return this.assets.find((asset) => asset.id === id);
  }

  /** Asks again when it is time. Called at each look: while nobody looks, nothing is asked. */
  look(): void {
    const now = this.#deps.ages.serverNow();
    const hasTurned = this.assets.some(({ changesAt }) => changesAt !== null && changesAt <= now);
    const since = this.#deps.clock.monotonic() - this.#askAt;
    const isDue = since >= EVERY_MS || ((hasTurned || this.failed !== undefined) && since >= AGAIN_MS);
    if (isDue && !this.#isAsking) void this.#ask();
  }

  close(): void {
    this.#isClosed = true;
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    this.#askAt = this.#deps.clock.monotonic();
    const result = await this.#deps.call('cycle.assets', {});
    this.#isAsking = false;
    if (this.#isClosed) return;
    this.failed = result.ok ? undefined : result.error;
    if (result.ok) this.#answer = result.data;
  }
}

/** An asset as people read it. */
export function assetHead(asset: CycleAsset, { ages, words }: ViewDeps): CycleAssetHead {
  const isShut = asset.status === 'closed' && asset.changesAt !== null;
  return {
    id: asset.id,
    name: asset.name,
    base: asset.base,
    iconId: asset.iconId,
    assetClass: asset.kind,
    status: asset.status,
    opensIn: isShut ? countdownText((asset.changesAt ?? 0) - ages.serverNow()) : '',
    opensAt: isShut ? words().barTime(asset.changesAt ?? 0, false) : '',
  };
}

/** The same with its live price. */
export function assetLine(asset: CycleAsset, deps: ViewDeps): CycleAssetLine {
  const { style } = deps.words();
  const row = deps.rows.row(asset.id);
  const ticker = row?.ticker;
  const percent = percentText(ticker && changePercent(ticker.last, ticker.open24), style);
  return {
    ...assetHead(asset, deps),
    price: ticker ? tradePriceText(ticker.last, row?.market, style) : NO_FIGURE,
    percent,
    direction: ticker ? signOf(toText(new D(ticker.last).minus(ticker.open24))) : 0,
  };
}
