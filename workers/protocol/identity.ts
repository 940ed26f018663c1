import type {
  IdentityField,
  IdentityLevel,
  PhotoKind,
  Refusal,
  RefusalCode,
  RejectionReason,
} from '../../domain/index.ts';

/** Who a user is to the exchange, how that was proven, and what it allows. */
export interface IdentityView {
  readonly kind: 'identity';
  /** Another one puts the question again at once. */
  readonly turn: number;
}

/** `open`: not requested yet; all others as far as the newest application has come. */
export type LevelState = 'open' | 'pending' | 'approved' | 'rejected';

/** What a level allows: to banks in 24 hours, BTC, and in one withdrawal, USDT. */
export interface LevelLimits {
  readonly fiatDay: string;
  readonly withdrawal: string;
}

/** One level and how far the user has come with it. */
export interface LevelLine {
  readonly level: IdentityLevel;
  readonly state: LevelState;
  readonly limits: LevelLimits;
  /** Why it cannot be applied for now. */
  readonly refusal?: RefusalCode;
  /** Why the newest application was rejected, field by field. */
  readonly reasons: readonly RejectedField[];
  /** As written, and the end of the number; empty before the first application and at level 2. */
  readonly name: string;
  readonly number: string;
  /** Decided by the reviewer of practice. */
  readonly isSimulated: boolean;
  /** When it was sent, and decided; empty while it was not. */
  readonly sentAt: string;
  readonly decidedAt: string;
}

export interface RejectedField {
  readonly field: IdentityField;
  readonly reason: RejectionReason;
  /** The reviewer's own words; may be empty. */
  readonly note: string;
}

export interface IdentityFrame {
  readonly kind: 'identity';
  readonly failed?: Refusal;
  /** Absent until it has come. */
  readonly identity?: {
    /** Certified so far: 0, 1 or 2. */
    readonly level: number;
    /** The verified name; empty before level 1. */
    readonly name: string;
    readonly hasContact: boolean;
    /** What is allowed without any level. */
    readonly before: LevelLimits;
    readonly levels: Readonly<Record<IdentityLevel, LevelLine>>;
    /** Photos that can be sent in: their ids, and until when they are kept; empty where they are for good. */
    readonly photos: Partial<Record<PhotoKind, { readonly id: string; readonly keptUntil: string }>>;
    /** The reviewer of practice: s until it decides, and what it rejects; absent where reviewers decide. */
    readonly simulated?: {
      readonly seconds: number;
      readonly samples: readonly {
        readonly prefix: string;
        readonly level: IdentityLevel;
        readonly field: IdentityField;
      }[];
    };
  };
}
