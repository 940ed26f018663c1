/** What an operator's command says. */
export interface OpsAnswer {
  readonly lines: readonly string[];
  /** Whether the command found what it should; else the process ends with 1. */
  readonly ok: boolean;
}

export const said = (...lines: string[]): OpsAnswer => ({ lines, ok: true });
export const refused = (...lines: string[]): OpsAnswer => ({ lines, ok: false });
