import type { CycleRow } from '../../../domain/contract/index.ts';
import type { CycleFilter, CycleHistoryFrame, CycleHistoryView } from '../../protocol.ts';
import { Pages } from '../pages.ts';
import type { LiveView, ViewDeps } from '../view.ts';
import { cycleLine } from './line.ts';

const PAGE = 50;

/** The request's part of a filter. */
export function cyclesRequest({ asset, assetClass, direction, cycle, outcome, from, to }: CycleFilter) {
  return {
    live: false,
    ...(asset === undefined ? {} : { asset }),
    ...(assetClass === undefined ? {} : { kind: assetClass }),
    ...(direction === undefined ? {} : { direction }),
    ...(cycle === undefined ? {} : { cycle }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

/** Contracts that have ended; what ends meanwhile comes by itself. */
export class CycleHistoryViewer implements LiveView<CycleHistoryView> {
  readonly #deps: ViewDeps;
  readonly #pages: Pages<CycleRow, number>;
  readonly #stop: () => void;
  #view: CycleHistoryView;
  #isStale = false;

  constructor(view: CycleHistoryView, deps: ViewDeps) {
    this.#view = view;
    this.#deps = deps;
    this.#pages = new Pages(
      (before) =>
        deps.call('cycle.list', {
          ...cyclesRequest(this.#view),
          limit: PAGE,
          ...(before === undefined ? {} : { before }),
        }),
      view.want,
    );
    const listening = deps.feed.events$.subscribe((event) => {
      if (event.kind !== 'private') return;
      this.#isStale ||=
        'snapshot' in event || (event.row.type === 'cycle' && event.row.body.outcome !== null);
    });
    this.#stop = () => listening.unsubscribe();
    void this.#pages.loadNewest();
  }

  update(view: CycleHistoryView): void {
    const isSame = JSON.stringify(cyclesRequest(view)) === JSON.stringify(cyclesRequest(this.#view));
    this.#view = view;
    if (isSame) this.#pages.more(view.want);
    else this.#pages.restart(view.want);
  }

  refresh(): void {
    this.#pages.isChanged = true;
  }

  close(): void {
    this.#stop();
    this.#pages.close();
  }

  frame(): CycleHistoryFrame | undefined {
    const pages = this.#pages;
    const { rows, words, beats } = this.#deps;
    if (pages.isSettled && this.#isStale) {
      this.#isStale = false;
      void pages.loadNewest();
    }
    if (!pages.isChanged) return undefined;
    pages.isChanged = false;
    return {
      kind: 'cycleHistory',
      lines: pages.rows.map((row) => cycleLine(row, rows.row(row.asset), words(), beats.serverNow())),
      more: pages.hasMore,
      loading: pages.isLoading,
      ...(pages.failed ? { failed: pages.failed } : {}),
    };
  }
}
