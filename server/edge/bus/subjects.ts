/** Names of what is sent, below one prefix, so that several exchanges can share a bus. */
export interface Subjects {
  /** The engine's heartbeat. */
  readonly here: string;
  /** The last word of an engine that ends as it should: its run. */
  readonly left: string;
  /** Questions and commands to the engine. */
  readonly ask: string;
  /** Answers to one gateway. */
  answers(gateway: string): string;
  /** Messages of one log. @param key as `keyOf` makes it. */
  log(key: string): string;
  /** Private logs that have new rows. */
  readonly bell: string;
  /** What the engine says to programs' sockets at one gateway. */
  programs(gateway: string): string;
}

export const subjectsOf = (prefix: string): Subjects => ({
  here: `${prefix}.here`,
  left: `${prefix}.left`,
  ask: `${prefix}.ask`,
  answers: (gateway) => `${prefix}.answer.${gateway}`,
  log: (key) => `${prefix}.log.${key}`,
  bell: `${prefix}.bell`,
  programs: (gateway) => `${prefix}.programs.${gateway}`,
});
