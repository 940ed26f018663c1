import type { Market } from '../../domain/index.ts';
import { defined } from '../../domain/index.ts';
import type { ReaderStream } from '../venues/reader.ts';
import type { StreamPlan } from '../venues/streams.ts';
import type { VenueKind } from '../venues/types.ts';
import { VenueError } from '../venues/types.ts';
import type { BinanceConfig } from './config.ts';
import { Directory } from './directory.ts';
import type { QuestionsDeps } from './questions.ts';
import { Questions } from './questions.ts';
import { streamPlan } from './sockets.ts';

/** Kinds of sockets: `books` for depth, `market` for everything else. Spot has one for both. */
export type SocketUse = 'books' | 'market';

const MARKS: Readonly<Record<VenueKind, string>> = { spot: '', perpetual: 'um:' };
const ID = /^([^-]+)-([^-]+?)(-PERP)?$/;

/** One kind of market at Binance: its REST hosts, its sockets' protocol, and its symbols. */
export class Part {
  readonly kind: VenueKind;
  readonly questions: Questions;
  readonly directory: Directory;
  /** Its kinds of sockets by name. */
  readonly plans: Readonly<Record<string, StreamPlan>>;

  constructor(
    deps: Omit<QuestionsDeps, 'hosts'>,
    hosts: Readonly<Record<string, readonly string[]>>,
    cachedMs: number,
  ) {
    const { config, kind, clock } = deps;
    const of = (name: keyof BinanceConfig['hosts']) => hosts[name] ?? config.hosts[name];
    const plan = (name: keyof BinanceConfig['hosts'], limits: Parameters<typeof streamPlan>[1]) =>
      streamPlan(of(name), limits, config.streamPath, MARKS[kind]);
    this.kind = kind;
    this.questions = new Questions({ ...deps, hosts: of(kind === 'spot' ? 'spotRest' : 'futuresRest') });
    const { questions } = this;
    this.directory = new Directory({ kind, clock, questions, quotes: config.quotes, cachedMs });
    this.plans =
      kind === 'spot'
        ? { spot: plan('spotStream', config.spotStreams) }
        : {
            futuresBooks: plan('futuresBooks', config.futuresStreams),
            futuresMarket: plan('futuresMarket', config.futuresStreams),
          };
  }

  /** A stream as readers want it. @param quietMs its longest usual silence; absent: it may be silent for ever. */
  stream(use: SocketUse, name: string, quietMs?: number, isSteady = false): ReaderStream {
    const futures = use === 'books' ? 'futuresBooks' : 'futuresMarket';
    const pool = this.kind === 'spot' ? 'spot' : futures;
    return {
      pool,
      stream: `${MARKS[this.kind]}${name}`,
      isSteady,
      ...defined({ quietMs }),
    };
  }

  /** The venue's symbol of a market; undefined when it has none. @throws {VenueError} while that is unknown. */
  async symbol(id: string): Promise<string | undefined> {
    const [, base, quote, perpetual] = ID.exec(id) ?? [];
    if (base === undefined || quote === undefined) return undefined;
    if ((perpetual === undefined) !== (this.kind === 'spot')) return undefined;
    if (!(await this.directory.isReadable())) throw new VenueError('blocked');
    return this.directory.symbol({ base, quote });
  }

  readonly market = (symbol: string): Market | undefined => this.directory.market(symbol);
}
