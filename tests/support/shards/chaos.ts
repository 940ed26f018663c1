import type { Command } from './shapes.ts';
import type { Trial } from './trial.ts';
import { randomOf } from './workload.ts';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Does to processes what can happen to them. */
export class Chaos {
  /** What was done, in order. */
  readonly ends: ('killed' | 'cut' | 'stopped')[] = [];
  /** How processes ended that came back after they had been replaced. */
  readonly fenced: (string | number | null)[] = [];
  isOver = false;
  readonly #trial: Trial;
  readonly #random: (below: number) => number;

  constructor(trial: Trial, seed: number) {
    this.#trial = trial;
    this.#random = randomOf(seed);
  }

  /** @param count of ends; the first two are stops, of a process for users and of one for books. */
  async run(count: number): Promise<void> {
    const { users, books, slots } = this.#trial;
    for (let n = 0; n < count; n++) {
      await pause(150 + this.#random(500));
      const slot = n === 0 ? users[0] : n === 1 ? books[0] : slots[this.#random(slots.length)];
      if (!slot) continue;
      const how = n < 2 ? 'stopped' : n % 4 === 3 ? 'cut' : 'killed';
      this.ends.push(how);
      if (how === 'killed') slot.kill();
      else if (how === 'cut') await this.#trial.cutConnections(slot);
      else {
        const goOn = await slot.replaceStopped();
        await pause(500);
        this.fenced.push(await goOn(slot.config.role === 'user' ? this.#late(n) : undefined));
      }
    }
    this.isOver = true;
  }

  /** A command that reaches the old process alone: were it answered, its user would count on it. */
  #late(n: number): Command {
    const user = [1, 2, 3, 4, 5, 6].find((each) => this.#trial.userSlot(each) === this.#trial.users[0]) ?? 1;
    return { kind: 'deposit', key: `late-deposit-${n}`, user, asset: 'USDT', amount: '1000000' };
  }
}
