import { filter, Observable } from 'rxjs';
import { PRIVATE_CHANNEL } from '../../domain/contract/index.ts';
import type { FeedEvent } from '../types.ts';

/** The channel that an event is about; undefined for one about the link or about several channels. */
export function channelOf(event: FeedEvent): string | undefined {
  switch (event.kind) {
    case 'tickers':
      return event.channel ?? 'tick';
    case 'book':
      return `book:${event.id}`;
    case 'trades':
      return `trade:${event.id}`;
    case 'candle':
      return `cndl:${event.id}:${event.interval}`;
    case 'marks':
      return 'mark';
    case 'private':
      return PRIVATE_CHANNEL;
    case 'lost':
      return event.channel;
    default:
      return undefined;
  }
}

/**
 * What a feed publishes of one channel. Subscribing opens the channel, and unsubscribing closes it.
 * @param open returns its undo.
 */
export function channelEvents(
  events$: Observable<FeedEvent>,
  channel: string,
  open: () => () => void,
): Observable<FeedEvent> {
  return new Observable((subscriber) => {
    subscriber.add(events$.pipe(filter((event) => channelOf(event) === channel)).subscribe(subscriber));
    subscriber.add(open());
  });
}
