import type { ChannelName } from '../../../domain/contract/index.ts';
import type { MarkBoard } from '../../market/marks/board.ts';
import type { MarketSource } from '../../market/source.ts';
import { bookChannel } from './bookChannel.ts';
import { candleChannel } from './candleChannel.ts';
import type { Channel } from './channel.ts';
import { markChannel } from './markChannel.ts';
import type { MarketEvents } from './marketEvents.ts';
import { rowChannel } from './rowChannel.ts';
import { sortChannel } from './sortChannel.ts';
import { tickChannel } from './tickChannel.ts';
import { tradeChannel } from './tradeChannel.ts';

interface ChannelDeps {
  readonly source: MarketSource;
  readonly events: MarketEvents;
  /** Without, the channel of marks is empty. */
  readonly marks: MarkBoard | undefined;
}

/** Builds the channel of a name. */
export async function openChannel(
  name: ChannelName,
  { source, events, marks }: ChannelDeps,
): Promise<Channel> {
  if (name.kind === 'tick') return tickChannel(source, events);
  if (name.kind === 'sort') return sortChannel(source, events);
  if (name.kind === 'row') return rowChannel(events, name.id);
  if (name.kind === 'mark') return markChannel(marks);
  if (name.kind === 'book') return bookChannel(source, events, name.id);
  if (name.kind === 'cndl') return candleChannel(source, events, name.id, name.interval);
  return tradeChannel(source, events, name.id);
}
