/** `waiting` for our reply, `replied` by us, `closed` by either side. @see specification §4; closing is ours */
export const ticketStates = ['waiting', 'replied', 'closed'] as const;
export type TicketState = (typeof ticketStates)[number];

/** Who wrote a message of a ticket: its owner, or the exchange. */
export const ticketAuthors = ['person', 'support'] as const;
export type TicketAuthor = (typeof ticketAuthors)[number];

/** What a ticket can be about: a user's own order, contract, deposit or withdrawal, by its number. */
export const subjectKinds = ['spot', 'futures', 'cycle', 'storage', 'deposit', 'withdrawal'] as const;
export type SubjectKind = (typeof subjectKinds)[number];
