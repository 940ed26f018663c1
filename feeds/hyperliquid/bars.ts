import type { ReaderOutlet } from '../venues/reader.ts';

/** Emits a bar as closed once a later one has begun, for a venue that does not say so. */
export function closingBars(outlet: ReaderOutlet): ReaderOutlet {
  let open: Extract<Parameters<ReaderOutlet['publish']>[0], { kind: 'candle' }> | undefined;
  return {
    ...outlet,
    publish(event) {
      if (event.kind === 'candle') {
        if (open && event.candle.at > open.candle.at) outlet.publish({ ...open, closed: true, at: event.at });
        open = event.closed ? undefined : event;
      }
      outlet.publish(event);
    },
  };
}
