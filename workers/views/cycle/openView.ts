import type { CycleRow } from '../../../domain/contract/index.ts';
import { PRIVATE_CHANNEL } from '../../../domain/contract/index.ts';
import { toChartNumber } from '../../../domain/index.ts';
import type { CycleLine, CycleMark, CycleOpenFrame, CycleOpenView } from '../../protocol.ts';
import type { LiveView } from '../live.ts';
import { openChannel } from '../live.ts';
import type { ViewDeps } from '../view.ts';
import { Contracts } from './contracts.ts';
import { cycleLine } from './line.ts';

/** Running contracts, counted down on the server's clock. */
export class CycleOpenViewer implements LiveView<CycleOpenView> {
  readonly #deps: ViewDeps;
  readonly #contracts: Contracts;
  readonly #stops: readonly (() => void)[];
  #view: CycleOpenView;
  #seen = '';

  constructor(view: CycleOpenView, deps: ViewDeps) {
    this.#view = view;
    this.#deps = deps;
    this.#contracts = new Contracts(deps);
    this.#stops = [openChannel(deps, 'tick'), deps.ages.follow(PRIVATE_CHANNEL)];
  }

  update(view: CycleOpenView): void {
    this.#view = view;
    this.refresh();
  }

  refresh(): void {
    this.#seen = '';
  }

  close(): void {
    this.#contracts.close();
    for (const stop of this.#stops) stop();
  }

  frame(): CycleOpenFrame | undefined {
    const contracts = this.#contracts;
    contracts.look();
    const { asset, only } = this.#view;
    const isWanted = (row: CycleRow): boolean => only === undefined || row.asset === only;
    const frame: CycleOpenFrame = {
      kind: 'cycleOpen',
      isKnown: contracts.isKnown,
      ...(contracts.failed ? { failed: contracts.failed } : {}),
      open: contracts.live.filter(isWanted).map((row) => this.#line(row)),
      ended: contracts.ended.filter(isWanted).map((row) => this.#line(row)),
      marks: contracts.live.filter((row) => row.asset === asset).flatMap((row) => this.#mark(row)),
    };
    const seen = JSON.stringify(frame);
    if (seen === this.#seen) return undefined;
    this.#seen = seen;
    return frame;
  }

  #line(row: CycleRow): CycleLine {
    const { rows, words, ages } = this.#deps;
    return cycleLine(row, rows.row(row.asset), words(), ages.serverNow());
  }

  #mark(row: CycleRow): CycleMark[] {
    if (!row.entry) return [];
    const text = this.#deps.words().clockTime(row.endsAt);
    return [{ id: row.id, direction: row.direction, price: toChartNumber(row.entry.price), text }];
  }
}
