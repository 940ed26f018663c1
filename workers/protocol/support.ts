import type { Refusal, SubjectKind, TicketAuthor, TicketState } from '../../domain/index.ts';

/** What a menu shows of help tickets, and what a new one could be about. */
export interface SupportView {
  readonly kind: 'support';
}
/** What a ticket is about: one of the user's own orders, contracts, deposits or withdrawals. */
export interface SubjectLine {
  readonly kind: SubjectKind;
  readonly id: number;
  /** Its market as users read it, or its asset. */
  readonly what: string;
  readonly time: string;
}
export interface SupportFrame {
  readonly kind: 'support';
  readonly failed?: Refusal;
  /** What a new ticket is sent under, so that one that is sent twice is written once. Another in each frame. */
  readonly key: string;
  /** Replies that were not read, and tickets that wait for one; absent until they have come. */
  readonly unread?: number;
  readonly waiting?: number;
  /** The user's newest order of any kind; absent before the first. */
  readonly lastOrder?: SubjectLine;
}

/** A user's tickets, page by page, the one that changed last first. */
export interface SupportTicketsView {
  readonly kind: 'supportTickets';
  readonly state?: TicketState;
  readonly want: number;
}
export interface TicketLine {
  readonly id: number;
  readonly title: string;
  readonly state: TicketState;
  readonly subject?: SubjectLine;
  /** Replies that the user has not read. */
  readonly unread: number;
  readonly messages: number;
  /** When it was written to, or closed, last. */
  readonly time: string;
}
export interface SupportTicketsFrame {
  readonly kind: 'supportTickets';
  readonly lines: readonly TicketLine[];
  readonly more: boolean;
  readonly loading: boolean;
  readonly failed?: Refusal;
}

/** One ticket with all that was written. */
export interface SupportThreadView {
  readonly kind: 'supportThread';
  readonly id: number;
  /** Another one puts the question again at once. */
  readonly turn: number;
}
export interface MessageLine {
  readonly id: number;
  readonly author: TicketAuthor;
  readonly content: string;
  readonly pictures: readonly { readonly id: string; readonly width: number; readonly height: number }[];
  readonly time: string;
}
export interface SupportThreadFrame {
  readonly kind: 'supportThread';
  readonly failed?: Refusal;
  /** What a reply is sent under, so that one that is sent twice is written once. Another in each frame. */
  readonly key: string;
  /** Absent until it has come. */
  readonly thread?: {
    readonly ticket: TicketLine;
    /** Oldest first. */
    readonly messages: readonly MessageLine[];
  };
}
