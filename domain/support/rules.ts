import type { RefusalCode } from '../errors.ts';

/** Letters of a title and of a message, inclusive. */
export const MOST_TITLE = 100;
/** Letters of a message, inclusive. */
export const MOST_TEXT = 4_000;
/** Pictures of one message. */
export const MOST_PICTURES = 4;
/** Tickets of one user that are not closed, and messages of one ticket. */
export const MOST_TICKETS = 20;
/** Messages of one ticket, both sides together; a further reply by its owner fails with `ticketFull`. */
export const MOST_MESSAGES = 200;

/** What a user writes. */
export interface TicketDraft {
  readonly title: string;
  readonly content: string;
}

// What cannot be seen and turns the text around it: a title must not pretend to be another one.
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu;
// Joiners that letters of some scripts and emoji are made with.
const JOINERS = /[\u200c\u200d]/;

const visible = (text: string, isKept: (character: string) => boolean): string =>
  text.replace(HIDDEN, (character) => (isKept(character) ? character : ''));

/** A title in its one writing: one line, without what cannot be seen. */
export const normalTitle = (title: string): string =>
  // Breaks are spaces before the hidden go, and two that something hidden stood between are one after it.
  visible(title.replace(/\s+/g, ' '), (character) => JOINERS.test(character))
    .replace(/ +/g, ' ')
    .trim();

/** A message in its one writing: its own lines, without what cannot be seen. */
export const normalContent = (content: string): string =>
  visible(content.replace(/\r\n?/g, '\n'), (each) => each === '\n' || each === '\t' || JOINERS.test(each))
    .replace(/\n{4,}/g, '\n\n\n')
    .trim();

const isWithin = (text: string, most: number): boolean => text !== '' && [...text].length <= most;

/** Why a message cannot be taken; undefined when it can. */
export const contentRefusal = (content: string): RefusalCode | undefined =>
  isWithin(normalContent(content), MOST_TEXT) ? undefined : 'ticketContent';

/** What is wrong with each field; a field that is right is not named. */
export function ticketRefusals({
  title,
  content,
}: TicketDraft): Partial<Record<keyof TicketDraft, RefusalCode>> {
  const refusal = contentRefusal(content);
  return {
    ...(isWithin(normalTitle(title), MOST_TITLE) ? {} : { title: 'ticketTitle' }),
    ...(refusal ? { content: refusal } : {}),
  };
}
