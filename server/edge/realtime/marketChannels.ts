import type { SourceNotice } from '../../../domain/contract/index.ts';
import type { MarketSource } from '../../market/source.ts';
import type { Reader, ReadOptions, Subscription } from './log.ts';
import type { Message } from './message.ts';
import type { Openings } from './openings.ts';
import type { PublishLoop } from './publishLoop.ts';

/**
 * The market's channels as sockets read them: made in this process, or in another one that sends each message
 * once to all gateways.
 */
export interface MarketChannels {
  /** Changes whenever a market is listed, delisted, opened or stopped. */
  readonly listVersion: string;
  readonly origin: MarketSource['origin'];
  /** What live prices are read from; undefined where prices are not live. */
  readonly notice: SourceNotice | undefined;
  /** What sends together what sockets were given together. */
  readonly rounds: Pick<PublishLoop, 'gather'>;
  /** The queue in which callers wait for channels. */
  readonly openings: Pick<Openings, 'ask'>;
  /** The market's clock, ms UTC. */
  now(): number;
  /** Reads a channel from its snapshot on. @throws {RuleError} `channelUnknown`, `marketUnknown`. */
  subscribe(name: string, reader: Reader, options: ReadOptions): Subscription;
  /** A channel's snapshot, for a reader that fell behind. */
  snapshot(name: string, isSlow?: boolean): Message | undefined;
  /** The head of a log idle for `idleMs` and without pending changes; undefined for one that is not alive. */
  idleHead(name: string, idleMs: number, isSlow?: boolean): readonly [epoch: string, seq: number] | undefined;
  close(): void;
}
