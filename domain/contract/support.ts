import * as v from 'valibot';
import { subjectKinds, ticketAuthors, ticketStates } from '../support/codes.ts';
import { MOST_PICTURES } from '../support/rules.ts';
import { defineCall, IDEMPOTENCY_KEY } from './call.ts';
import { Count, Empty, Id, Moment, PictureContent, UploadId } from './fields.ts';

/** Longer than any that is taken, which its own rule says; with four-byte letters still within a body's bound. */
const Written = /*#__PURE__*/ v.pipe(v.string(), v.maxLength(10_000));
/** Made by the client: a ticket or a reply that is sent twice is written once. */
const Key = /*#__PURE__*/ v.pipe(v.string(), v.regex(IDEMPOTENCY_KEY));
/** Ids that `common.upload` gave to this user, each used once. */
const Pictures = /*#__PURE__*/ v.pipe(v.array(UploadId), v.maxLength(MOST_PICTURES));
const Subject = { kind: v.picklist(subjectKinds), id: Id };

/** What a ticket is about. */
const SubjectRow = /*#__PURE__*/ v.object({
  ...Subject,
  /** Its market, or its asset: `BTC-USDT`, `USDT`. */
  what: v.string(),
  at: Moment,
});
/** The order, contract, deposit or withdrawal that a ticket is about. */
export type SubjectRow = v.InferOutput<typeof SubjectRow>;

/** One support ticket without its messages. */
export const TicketRow = /*#__PURE__*/ v.object({
  id: Id,
  title: v.string(),
  state: v.picklist(ticketStates),
  subject: v.nullable(SubjectRow),
  /** Replies of ours that the user has not read. */
  unread: Count,
  messages: Count,
  createdAt: Moment,
  /** When it was written to, or closed, last. */
  updatedAt: Moment,
  version: Id,
});
export type TicketRow = v.InferOutput<typeof TicketRow>;

/** One message of a ticket, by the user or by support. */
export const TicketMessage = /*#__PURE__*/ v.object({
  id: Id,
  author: v.picklist(ticketAuthors),
  content: v.string(),
  /** `id` is what `support.picture` takes. */
  pictures: v.array(v.object({ id: v.string(), width: v.number(), height: v.number() })),
  at: Moment,
});
export type TicketMessage = v.InferOutput<typeof TicketMessage>;

const Thread = /*#__PURE__*/ v.object({
  ticket: TicketRow,
  /** Oldest first; all of them. */
  messages: v.array(TicketMessage),
});

/**
 * Opens a ticket; the same `key` opens one only. Errors: `ticketTitle`, `ticketContent`, `ticketsTooMany`,
 * `ticketSubject`, `ticketPicture`.
 */
export const addTicket = /*#__PURE__*/ defineCall({
  path: '/xb/v1/support/ticket/add',
  access: 'user',
  request: v.strictObject({
    key: Key,
    title: Written,
    content: Written,
    pictures: Pictures,
    subject: v.exactOptional(v.strictObject(Subject)),
  }),
  response: Thread,
});

/** Tickets of the user, the last changed first. */
export const listTickets = /*#__PURE__*/ defineCall({
  path: '/xb/v1/support/ticket/list',
  access: 'user',
  request: v.strictObject({
    state: v.exactOptional(v.picklist(ticketStates)),
    /** `next` of the page before. */
    before: v.exactOptional(v.pipe(v.string(), v.regex(/^\d{1,16}\.\d{1,16}$/))),
    limit: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(200)), 50),
  }),
  /** Newest change first. */
  response: v.object({ rows: v.array(TicketRow), next: v.nullable(v.string()) }),
});

/** One ticket of the user with all messages. Error: `notFound`. */
export const ticketDetail = /*#__PURE__*/ defineCall({
  path: '/xb/v1/support/ticket/detail',
  access: 'user',
  request: v.strictObject({ id: Id }),
  response: Thread,
});

/** Writes to a ticket; one that is replied or closed waits for our reply again. */
export const replyTicket = /*#__PURE__*/ defineCall({
  path: '/xb/v1/support/ticket/reply',
  access: 'user',
  request: v.strictObject({ key: Key, id: Id, content: Written, pictures: Pictures }),
  response: Thread,
});

/** Says that the user has read up to a message. */
export const readTicket = /*#__PURE__*/ defineCall({
  path: '/xb/v1/support/ticket/read',
  access: 'user',
  request: v.strictObject({ id: Id, message: Id }),
  /** Unread replies of all tickets. */
  response: v.object({ ticket: TicketRow, unread: Count }),
});

/** Closes a ticket of the user; one that is closed stays closed, a reply opens it again. */
export const closeTicket = /*#__PURE__*/ defineCall({
  path: '/xb/v1/support/ticket/close',
  access: 'user',
  request: v.strictObject({ id: Id }),
  response: v.object({ ticket: TicketRow }),
});

/** A picture from a message of the user's own tickets. Error: `notFound`. */
export const ticketPicture = /*#__PURE__*/ defineCall({
  path: '/xb/v1/support/ticket/picture',
  access: 'user',
  request: v.strictObject({ id: UploadId }),
  response: PictureContent,
});

/** What a menu shows of tickets, and what a new one could be about. */
export const ticketSummary = /*#__PURE__*/ defineCall({
  path: '/xb/v1/support/ticket/summary',
  access: 'user',
  request: Empty,
  response: v.object({
    unread: Count,
    waiting: Count,
    /** The user's newest order of any kind; null before the first. */
    lastOrder: v.nullable(SubjectRow),
  }),
});
