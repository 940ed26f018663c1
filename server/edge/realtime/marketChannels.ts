import type { SourceNotice } from '../../../domain/contract/index.ts';
import type { MarketSource } from '../../market/source.ts';
import type { Reader, Subscription, Wish } from './log.ts';
import type { Message } from './message.ts';
import type { Openings } from './openings.ts';
import type { Rounds } from './rounds.ts';

/**
 * The market's channels as sockets read them, wherever they are made: in this process, or in another one that sends
 * each message once to all who serve sockets.
 */
export interface MarketChannels {
  /** Another text whenever a market comes, goes, opens or is stopped. */
  readonly listVersion: string;
  readonly origin: MarketSource['origin'];
  /** What live prices are read from; undefined where prices are not live. */
  readonly notice: SourceNotice | undefined;
  /** What sends together what sockets were given together. */
  readonly rounds: Pick<Rounds, 'gather'>;
  /** The line in which callers wait for channels. */
  readonly openings: Pick<Openings, 'ask'>;
  /** The market's clock, ms UTC. */
  now(): number;
  /** Reads a channel from its snapshot on. @throws {RuleError} `channelUnknown`, `marketUnknown`. */
  subscribe(name: string, reader: Reader, wish: Wish): Subscription;
  /** A channel's snapshot, for a reader that fell behind. */
  snapshot(name: string, isSlow?: boolean): Message | undefined;
  /** Where a log stands of which nothing was said for `idleMs`, nor waits to be; undefined for one that is not alive. */
  idleHead(name: string, idleMs: number, isSlow?: boolean): readonly [epoch: string, seq: number] | undefined;
  close(): void;
}
