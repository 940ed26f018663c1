import { defined } from '../../domain/index.ts';
import type { Fields } from '../venues/fields.ts';
import { isFields, parseJson } from '../venues/fields.ts';
import type { StreamIncoming, StreamPlan } from '../venues/streams.ts';
import type { HyperliquidConfig } from './config.ts';
import { readFrame } from './frames.ts';
import { createBookScan } from './scan.ts';

/** The one name of a stream: its type, then what it is of. */
export const streamName = (type: string, ...of: readonly string[]): string => [type, ...of].join(' ');

/** What a subscription names in the venue's words. */
function subscriptionOf(stream: string): object {
  const [type = '', coin, interval] = stream.split(' ');
  return {
    type,
    ...defined({ coin, interval }),
  };
}

function nameOf(subscription: unknown): string | undefined {
  if (!isFields(subscription) || typeof subscription['type'] !== 'string') return undefined;
  const { type, coin, interval } = subscription;
  const of = [coin, interval].filter((each) => typeof each === 'string');
  return streamName(type, ...of);
}

/** How the venue's socket is spoken with: one subscription a command, answered by repeating it. */
export function hyperliquidPlan(config: HyperliquidConfig, hosts: readonly string[]): StreamPlan {
  const scanBook = createBookScan();
  return {
    hosts,
    path: () => config.paths.socket,
    command: (op, [stream = '']) => JSON.stringify({ method: op, subscription: subscriptionOf(stream) }),
    read: (data) => {
      const book = typeof data === 'string' ? scanBook(data) : undefined;
      return book
        ? { kind: 'data', stream: streamName('l2Book', book.news.coin), message: book }
        : readIncoming(data);
    },
    probe: () => '{"method":"ping"}',
    streams: config.subscriptions,
    batch: 1,
    commands: [config.commands],
    lifetimeMs: Number.POSITIVE_INFINITY,
  };
}

function readIncoming(data: unknown): StreamIncoming | undefined {
  const frame = readFrame(data);
  if (!frame) return undefined;
  if (frame.kind === 'pong') return { kind: 'other' };
  if (frame.kind === 'data') return readData(frame.channel, frame.data);
  const name = nameOf(frame.kind === 'done' ? frame.subscription : inWords(frame.words));
  if (name === undefined) return { kind: 'other' };
  const isDone = frame.kind === 'done' || frame.words.startsWith('Already');
  return { kind: isDone ? 'answered' : 'refused', streams: [name] };
}

/** An error repeats the subscription in its words: `Invalid subscription {"type":…}`. */
function inWords(words: string): unknown {
  const from = words.indexOf('{');
  return from < 0 ? undefined : parseJson(words.slice(from, words.lastIndexOf('}') + 1));
}

function readData(channel: string, data: unknown): StreamIncoming | undefined {
  switch (channel) {
    case 'allMids':
    case 'allDexsAssetCtxs':
      return { kind: 'data', stream: channel, message: data };
    case 'l2Book':
      return ofCoin(channel, data, data);
    case 'trades':
      return Array.isArray(data) && data.length === 0
        ? { kind: 'other' }
        : ofCoin(channel, Array.isArray(data) ? data[0] : undefined, data);
    case 'candle':
      return candleData(data);
    default:
      return { kind: 'other' };
  }
}

function ofCoin(channel: string, source: unknown, message: unknown): StreamIncoming | undefined {
  const coin = isFields(source) ? source['coin'] : undefined;
  return typeof coin === 'string' ? { kind: 'data', stream: streamName(channel, coin), message } : undefined;
}

/** One candle, or a list of them: the newest is the running one. */
function candleData(data: unknown): StreamIncoming | undefined {
  const candle: unknown = Array.isArray(data) ? data.at(-1) : data;
  if (!isFields(candle)) return undefined;
  const { s: coin, i: interval }: Fields = candle;
  if (typeof coin !== 'string' || typeof interval !== 'string') return undefined;
  return { kind: 'data', stream: streamName('candle', coin, interval), message: candle };
}
