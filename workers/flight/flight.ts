import type { Clock, MarketFeed } from '../../feeds/index.ts';
import type { FlightAnswer, FlightAsk } from '../protocol.ts';
import { clockOf } from './player.ts';
import { FlightRing } from './ring.ts';
import type { TapeLine } from './tape.ts';
import { readTape } from './tape.ts';

/** The recorder of one feed: shared by all pages of the worker. */
interface Flight {
  readonly ring: FlightRing;
  stop: (() => void) | undefined;
}
const flights = new WeakMap<MarketFeed, Flight>();
let loaded: readonly TapeLine[] = [];

/** What `load` has read last. */
export const loadedTape = (): readonly TapeLine[] => loaded;

/** Does what the page asks of the recorder. */
export function flight(feed: MarketFeed, clock: Clock, ask: FlightAsk): FlightAnswer {
  const own = flights.get(feed) ?? { ring: new FlightRing(), stop: undefined };
  flights.set(feed, own);
  if (ask.do === 'save') return own.ring.text();
  if (ask.do === 'load') {
    loaded = readTape(ask.text);
    return loaded.length === 0 ? '' : clockOf(loaded.at(-1)?.at ?? 0);
  }
  if (ask.do === 'record') record(own, feed, clock, ask.on);
  else if (own.stop) own.ring.add(clock.now(), { kind: 'tap', path: ask.path, x: ask.x, y: ask.y });
  return '';
}

function record(own: Flight, feed: MarketFeed, clock: Clock, on: boolean): void {
  if (!on) {
    own.stop?.();
    own.stop = undefined;
    own.ring.clear();
  } else if (!own.stop) {
    const reading = feed.events$.subscribe((event) => own.ring.add(clock.now(), event));
    own.stop = () => reading.unsubscribe();
  }
}
