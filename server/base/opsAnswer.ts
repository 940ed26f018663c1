/** The result of an operator's command. */
export interface OpsAnswer {
  readonly lines: readonly string[];
  /** Whether the command found what it should; else the process ends with 1. */
  readonly ok: boolean;
  /** What the command line writes to files of its own, by their names; contents in Base64. */
  readonly files?: readonly { readonly name: string; readonly content: string }[];
}

export const reported = (...lines: string[]): OpsAnswer => ({ lines, ok: true });
export const refused = (...lines: string[]): OpsAnswer => ({ lines, ok: false });

const ID = /^[1-9]\d{0,14}$/;

/** A row's id as typed by an operator; 0, which no row has, for anything else. */
export const numberOf = (text: string): number => (ID.test(text) ? Number.parseInt(text, 10) : 0);

/** To the minute, UTC. */
export const timeOf = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');
