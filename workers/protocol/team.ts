import type { MemberState, Refusal, TeamLevel } from '../../domain/index.ts';

/** Who a user has invited, and what came of it. */
export interface TeamView {
  readonly kind: 'team';
  /** Another one puts the question again at once. */
  readonly turn: number;
}
/** Members of one level. */
export interface TeamCounts {
  readonly total: number;
  readonly registered: number;
  readonly verified: number;
  readonly traded: number;
}
export interface TeamFrame {
  readonly kind: 'team';
  readonly failed?: Refusal;
  /** Absent until it has come. */
  readonly team?: {
    readonly code: string;
    /** Who invited the user, masked. */
    readonly inviter: string | null;
    /** Of members' trading fees, per cent, by level. */
    readonly rates: Readonly<Record<TeamLevel, string>>;
    /** Members of both levels. */
    readonly total: number;
    readonly levels: Readonly<Record<TeamLevel, TeamCounts>>;
    readonly rewards: readonly { readonly asset: string; readonly total: string; readonly newest: string }[];
    /** The newest day that was booked; empty before the first. */
    readonly newestDay: string;
    /** When the next rewards are booked, in the device's time zone. */
    readonly nextAt: string;
  };
}

/** Members of one level, page by page. */
export interface TeamMembersView {
  readonly kind: 'teamMembers';
  readonly level: TeamLevel;
  readonly state?: MemberState;
  readonly want: number;
}
export interface TeamMembersFrame {
  readonly kind: 'teamMembers';
  readonly lines: readonly {
    readonly id: number;
    readonly name: string;
    readonly state: MemberState;
    readonly joinedAt: string;
  }[];
  readonly more: boolean;
  readonly loading: boolean;
  readonly failed?: Refusal;
}

/** Which rewards are wanted. */
export interface RewardsFilter {
  readonly level?: TeamLevel;
  readonly asset?: string;
  /** ms UTC, both included. */
  readonly from?: number;
  readonly to?: number;
}
/** Rewards by day, level and coin, page by page. */
export interface TeamRewardsView extends RewardsFilter {
  readonly kind: 'teamRewards';
  readonly want: number;
}
export interface TeamRewardsFrame {
  readonly kind: 'teamRewards';
  readonly lines: readonly {
    readonly id: string;
    /** Of the UTC day whose fees it is for. */
    readonly day: string;
    readonly level: TeamLevel;
    readonly asset: string;
    /** With its sign. */
    readonly amount: string;
    readonly members: number;
  }[];
  readonly more: boolean;
  readonly loading: boolean;
  readonly failed?: Refusal;
}
