import { merge, Observable } from 'rxjs';
import type { BarLegend, Frame, View } from '../protocol.ts';
import type { Positions } from '../streams/positions/index.ts';
import { positionsIn } from '../streams/positions/index.ts';
import type { Open, ViewDeps } from './view.ts';

/** One open view: asked for a frame when the page can take one. */
export interface LiveView<V extends View = View> {
  update(view: V): void;
  /** What changed since the last frame, or undefined. */
  frame(): Frame | undefined;
  /** Texts have to be made anew: the language changed, or the page came back. */
  refresh(): void;
  legendAt?(time: number): BarLegend | undefined;
  close(): void;
}

/** A view that keeps what it has told. */
export function live<V extends View, F extends Frame>(
  create: (view: V, deps: ViewDeps) => LiveView<V>,
): Open<V, F> {
  return (view$, deps) =>
    new Observable((subscriber) => {
      let own: LiveView<V> | undefined;
      const frame = () => own?.frame() as F | undefined;
      subscriber.add(
        view$.subscribe((view) => {
          if (own) own.update(view);
          else own = create(view, deps);
        }),
      );
      subscriber.add(deps.refresh$.subscribe(() => own?.refresh()));
      subscriber.add(merge(view$, deps.refresh$, deps.time$).subscribe(() => subscriber.next(frame)));
      subscriber.add(() => own?.close());
    });
}

/** Wants a channel for a view until undone. */
export function openChannel({ streams }: Pick<ViewDeps, 'streams'>, channel: string): () => void {
  const id = channel.slice(channel.indexOf(':') + 1);
  const opened$: Observable<unknown> =
    channel === 'tick' ? streams.tickers$ : channel === 'me' ? streams.balances$ : streams.book$(id);
  const opened = opened$.subscribe();
  return () => opened.unsubscribe();
}

export function followPositions({ streams }: Pick<ViewDeps, 'streams'>): {
  positionsState: Positions;
  leave: () => void;
} {
  let positionsState: Positions | undefined;
  const opened = positionsIn(streams).subscribe((positions) => {
    positionsState = positions;
  });
  return { positionsState: positionsState as unknown as Positions, leave: () => opened.unsubscribe() };
}
