import type {
  AssetClass,
  Cycle,
  CycleDirection,
  CycleOutcome,
  Dec,
  Direction,
  ReceiptCheck,
  Refusal,
  RefusalCode,
  VoidReason,
} from '../../domain/index.ts';

/** What cycle contracts are written on, with live prices. */
export interface CycleAssetsView {
  readonly kind: 'cycleAssets';
}
/** What of an asset does not move with its price. */
export interface CycleAssetHead {
  readonly id: string;
  readonly name: string;
  readonly base: string;
  readonly iconId: number | null;
  readonly assetClass: AssetClass;
  /** `closed`: outside its hours; `halted`: closed for new contracts; `stale`: no fresh index. */
  readonly status: 'open' | 'closed' | 'halted' | 'stale';
  /** Time until it opens; empty while it is open, and for what has no hours. */
  readonly opensIn: string;
  /** When it opens, in the device's time zone; empty as above. */
  readonly opensAt: string;
}
export interface CycleAssetLine extends CycleAssetHead {
  readonly price: string;
  readonly percent: string;
  /** Of the change. */
  readonly direction: Direction;
}
export interface CycleAssetsFrame {
  readonly kind: 'cycleAssets';
  readonly isKnown: boolean;
  readonly lines: readonly CycleAssetLine[];
  readonly failed?: Refusal;
}

/** What a contract would pay; amounts as typed, plain digits with a point or a comma. */
export interface CycleTicketView {
  readonly kind: 'cycleTicket';
  readonly asset: string;
  readonly cycle: Cycle;
  readonly amount: string;
  /** Rises with each purchase: a quote is good once. */
  readonly turn: number;
}
/** What one direction pays. Dashes while there is no quote or no amount. */
export interface CycleReturn {
  /** Return of a win, e.g. `85.0%`. */
  readonly rate: string;
  /** What is paid back, stake included. */
  readonly payout: string;
  /** With its sign. */
  readonly profit: string;
}
export interface CycleTicketFrame {
  readonly kind: 'cycleTicket';
  /** The ticket that this is said of: what is typed may have moved on. */
  readonly view: CycleTicketView;
  /** Undefined until it is known; `isUnknown` when there is none of that name. */
  readonly asset?: CycleAssetHead;
  readonly isUnknown: boolean;
  /** All cycles; one is not open when it would end outside the asset's hours. */
  readonly cycles: readonly { readonly id: Cycle; readonly isOpen: boolean }[];
  readonly stakeAsset: string;
  readonly available: string;
  /** Bounds of the stake now. */
  readonly least: string;
  readonly most: string;
  /** The largest stake that the limits and the balance allow, plain digits for the field. */
  readonly mostDigits?: Dec;
  readonly stake: string;
  readonly up: CycleReturn;
  readonly down: CycleReturn;
  /** What is charged beside the rate. */
  readonly fee: string;
  /** Length of the settlement window, seconds, as text. */
  readonly windowSeconds: string;
  /** Changes with each quote; empty while there is none. */
  readonly quote: string;
  /** What is wrong with the amount. */
  readonly error?: RefusalCode;
  /** Why nothing can be bought now. */
  readonly blocked?: RefusalCode;
  /** The exchange's own refusal, where that is what stands in the way. */
  readonly refused?: Refusal;
  /** What to send when all is well: `cycle.buy` without its direction. */
  readonly order?: { readonly quote: string; readonly amount: Dec };
}

/** The user's running contracts, what would become of them now, and those that have just ended. */
export interface CycleOpenView {
  readonly kind: 'cycleOpen';
  /** Whose entry lines are drawn. */
  readonly asset?: string;
  /** Only contracts of this asset. */
  readonly only?: string;
}
/** `waiting`: its entry has not come; `settling`: it has ended and its result has not come. */
export type CycleState = 'waiting' | 'running' | 'settling' | 'ended';
/** What a running contract would be bought back for now; dashes while that is not known. */
export interface CycleSaleLine {
  readonly price: string;
  /** The least that is stated with it. */
  readonly least: string;
  /** What the house keeps of its value, in per cent; the price is without it. */
  readonly kept: string;
  /** What to send: `cycle.sell`. Absent while it cannot be sold. */
  readonly order?: { readonly id: number; readonly least: Dec };
}
export interface CycleLine {
  readonly id: number;
  readonly asset: string;
  readonly name: string;
  readonly assetClass: AssetClass;
  readonly direction: CycleDirection;
  readonly cycle: Cycle;
  readonly state: CycleState;
  readonly amount: string;
  readonly rate: string;
  /** What a win pays, stake included. */
  readonly winPayout: string;
  readonly buyPrice: string;
  readonly closePrice: string;
  readonly fee: string;
  readonly payout: string;
  /** With its sign; of what it would be if it ended now, while it runs. A dash where nothing is known. */
  readonly profit: string;
  readonly profitDirection: Direction;
  /** The index now, while it runs. */
  readonly price: string;
  readonly countdown: string;
  /** How much of its time is over, 0 to 1000. */
  readonly elapsedPermille: number;
  readonly outcome: CycleOutcome | null;
  readonly reason: VoidReason | null;
  /** Points of the settlement window, and how many there are when none is missing. */
  readonly points: string;
  readonly windowSeconds: string;
  /** Null where it has ended. */
  readonly sale: CycleSaleLine | null;
  /** The day on which it was bought: rows of one day stand together. */
  readonly day: string;
  readonly boughtAt: string;
  readonly endsAt: string;
}
/** An entry price on a chart; the number is for pixels alone. Moments are ms UTC. */
export interface CycleMark {
  readonly id: number;
  readonly direction: CycleDirection;
  readonly price: number;
  /** The price, in full. */
  readonly priceText: string;
  /** The time at which it ends. */
  readonly text: string;
  readonly startsAt: number;
  /** From here to the end the index counts for the settlement price. */
  readonly windowFrom: number;
  readonly endsAt: number;
  /** What it would come to if it ended now: above 0 it wins, below it loses. */
  readonly standing: Direction;
}
export interface CycleOpenFrame {
  readonly kind: 'cycleOpen';
  readonly isKnown: boolean;
  readonly failed?: Refusal;
  /** The one that ends first comes first. */
  readonly open: readonly CycleLine[];
  /** Ended while this view was open, newest first. */
  readonly ended: readonly CycleLine[];
  readonly marks: readonly CycleMark[];
}

/** An asset's price of each second, as far as it is known here. */
export interface CycleSecondsView {
  readonly kind: 'cycleSeconds';
  readonly asset: string;
}
export interface CycleSecondsFrame {
  readonly kind: 'cycleSeconds';
  readonly asset: string;
  /** The second that it is, ms UTC on the exchange's clock. */
  readonly now: number;
  /** Seconds, ms UTC, ascending, and the price of each; for pixels alone. */
  readonly times: readonly number[];
  readonly prices: readonly number[];
  /** Decimals of the axis. */
  readonly decimals: number;
  /** The newest price, and the highest and the lowest of these, as text. */
  readonly price: string;
  readonly high: string;
  readonly low: string;
}

/** Which contracts are wanted. */
export interface CycleFilter {
  readonly asset?: string;
  readonly assetClass?: AssetClass;
  readonly direction?: CycleDirection;
  readonly cycle?: Cycle;
  readonly outcome?: CycleOutcome;
  /** ms UTC, both included. */
  readonly from?: number;
  readonly to?: number;
}
/** Contracts that have ended, page by page. */
export interface CycleHistoryView extends CycleFilter {
  readonly kind: 'cycleHistory';
  readonly want: number;
}
export interface CycleHistoryFrame {
  readonly kind: 'cycleHistory';
  readonly lines: readonly CycleLine[];
  readonly more: boolean;
  readonly loading: boolean;
  readonly failed?: Refusal;
}

/** A receipt and what became of checking it. */
/** What a comparison with the exchange says; `unknown` where it was not reached or has nothing of it. */
export type CycleComparison = 'same' | 'other' | 'unknown';

/** Chance and volatility at the sale, and what the exchange kept, each in per cent with all its digits. */
export interface CycleProofSale {
  readonly chance: string;
  /** A square root of a minute. */
  readonly volatility: string;
  readonly kept: string;
}

export interface CycleProof {
  readonly id: string;
  /** Whether it is consistent in itself and nothing that the exchange publishes contradicts it. */
  readonly ok: boolean;
  /** Its hashes, with those that the exchange publishes for the same numbers. */
  readonly hashes: CycleComparison;
  /** Number, terms, result and time of settlement, with the exchange's record of that number. */
  readonly record: CycleComparison;
  readonly settledAt: string;
  /** Whether it also proves by itself that no tick was left out between entry and end. */
  readonly isWhole: boolean;
  readonly checks: readonly { readonly check: ReceiptCheck; readonly ok: boolean }[];
  readonly outcome: CycleOutcome;
  readonly entry: string;
  readonly settlement: string;
  readonly points: string;
  /** What the price of a sale follows from; null for one that was not sold back. */
  readonly sale: CycleProofSale | null;
  readonly ticks: string;
  /** The ticks that decided it: the entry first, then those of the window. */
  readonly deciding: readonly {
    readonly seq: string;
    readonly time: string;
    readonly price: string;
    readonly hash: string;
  }[];
  /** The receipt as JSON text, to keep. */
  readonly json: string;
}
