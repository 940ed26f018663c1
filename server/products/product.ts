import type { CallName } from '../../domain/contract/index.ts';
import type { Dec } from '../../domain/index.ts';
import type { ServerClock } from '../base/clock.ts';
import type { Queries } from '../base/db/database.ts';
import type { Meter } from '../base/meter.ts';
import type { Settings } from '../base/settings.ts';
import type { Handlers } from '../books/users/callHandlers.ts';
import type { AccountDeps, Caller } from '../books/users/context.ts';
import type { OpsCommand } from '../books/users/opsCommand.ts';
import type { PictureReader } from '../books/users/storeUpload.ts';
import type { LiquidationTape } from '../market/liquidations.ts';
import type { MarkBoard } from '../market/marks/board.ts';
import type { MarkBarReader } from '../market/marks/markBars.ts';
import type { IndexSource, MarketSource } from '../market/source.ts';
import type { LoadShedder } from '../matching/loadShedder.ts';
import type { BookKeeper } from '../matching/mergedSource.ts';

/** Where failures go that nobody waits for. */
export type Log = (event: string, detail: Readonly<Record<string, unknown>>) => void;

/** What every product is opened with. */
export interface ProductContext extends AccountDeps {
  readonly settings: Settings;
  /** The market, with what operators have stopped. */
  readonly source: MarketSource;
  /** What an index is made of, as the venues publish it, whatever is stopped here. */
  readonly indexSources: readonly IndexSource[];
  readonly log: Log;
  readonly meter: Meter;
  /** The clock of engines that commit in groups: its pause lets sockets be read before a transaction. */
  readonly orderClock: ServerClock;
  /** A number that nobody can guess. */
  readonly newId: () => string;
  /** Readers of private channels: notifies them of new rows, and says whether a user has one. */
  readonly privateStreams: {
    readonly published: (stream: string) => void;
    readonly isHere: (userId: number) => boolean;
  };
  /** Marks of perpetuals; none before their product is open. */
  readonly marks: () => ReturnType<MarkBoard['rows']>;
  readonly readPicture: PictureReader;
}

/** A product that runs. */
export interface OpenProduct {
  /** Answers of its calls. */
  readonly handlers: Partial<Handlers>;
  /** The queue in which a call waits, if it does. */
  shedderOf?(name: CallName): LoadShedder | undefined;
  /** Its order books, for the market that users see. */
  readonly books?: BookKeeper;
  readonly marks?: MarkBoard;
  /** How marks went. */
  readonly markBars?: MarkBarReader;
  /** What is liquidated, as it is committed. */
  readonly liquidationTape?: LiquidationTape;
  /** What a user can take out of the futures account. @see AccountDeps.futuresFree */
  freeToTake?(tx: Queries, userId: number): Promise<Dec>;
  /** A private stream has new rows. */
  onPublished?(stream: string): void;
  /** Whether a file may be sent for this call, before any of it is read; undefined for calls of others. */
  mayUpload?(name: CallName, caller: Caller): Promise<void> | undefined;
  /** Resolves when what was begun has ended. */
  close(): Promise<void>;
}

/** A product's entry point. `Context` has what the product needs of the host. */
export interface Product<Context extends ProductContext> {
  /** Operator's commands, by name. */
  readonly ops?: Readonly<Record<string, OpsCommand>>;
  open(context: Context): Promise<OpenProduct>;
}
