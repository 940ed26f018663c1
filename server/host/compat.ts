import type { IncomingMessage } from 'node:http';
import type { Context, Hono } from 'hono';
import type { Logger } from 'pino';
import type { CallName } from '../../domain/contract/index.ts';
import { defined } from '../../domain/index.ts';
import type { Settings } from '../base/settings.ts';
import { apiKeyReader } from '../books/users/apiKeys.ts';
import type { Handlers } from '../books/users/callHandlers.ts';
import type { AccountDeps } from '../books/users/context.ts';
import type { Compat, CompatSockets, Refused } from '../edge/compat/index.ts';
import { COMPAT_BASE, createCompat } from '../edge/compat/index.ts';
import type { PrivateHub } from '../edge/realtime/privateHub.ts';
import { createUdf, UDF_BASE } from '../edge/udf/index.ts';
import type { LiquidationTape } from '../market/liquidations.ts';
import type { MarkBoard } from '../market/marks/board.ts';
import type { MarkBarReader } from '../market/marks/markBars.ts';
import type { MarketSource } from '../market/source.ts';
import { entryMarkets } from '../matching/entryMarkets.ts';
import type { LoadShedder } from '../matching/loadShedder.ts';
import { orderNames } from '../matching/orderNames.ts';
import { deviceClock } from './device/clock.ts';

export const incomingOf = (c: Context): IncomingMessage => (c.env as { incoming: IncomingMessage }).incoming;

/** The text behind the question mark as the socket brought it: frameworks write addresses their own way. */
function queryOf(c: Context): string {
  const { url = '' } = incomingOf(c);
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}

function refusedOf(compat: Compat, { method = '', url = '', headers }: IncomingMessage): Refused | undefined {
  if (!url.startsWith(`${COMPAT_BASE}/`)) return undefined;
  const apiKey = headers['x-mbx-apikey'];
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  return compat.refusedAtDoor(method, path, typeof apiKey === 'string' ? apiKey : undefined);
}

export interface CompatParts {
  readonly settings: Settings;
  readonly deps: AccountDeps;
  readonly handlers: Handlers;
  readonly shown: MarketSource;
  readonly marks: MarkBoard | undefined;
  readonly markBars: MarkBarReader | undefined;
  readonly liquidations: LiquidationTape | undefined;
  readonly privateHub: PrivateHub;
  readonly log: Logger;
  readonly admit: (name: CallName) => () => void;
  /** The queue in which a call waits, if it does. */
  readonly shedderOf: (name: CallName) => Pick<LoadShedder, 'isFull'> | undefined;
  readonly addressOf: (c: Context) => string;
  readonly limitFactor: number | undefined;
}

/** The compatible API for clients of another exchange, on the parts of this one. */
export function openCompat(parts: CompatParts): {
  readonly mounted: Readonly<Record<string, Hono>>;
  readonly sockets: CompatSockets;
  /** @see DoorDeps */
  readonly refused: (request: IncomingMessage) => Refused | undefined;
  close(): void;
} {
  const { settings, deps, handlers, shown, log, admit, shedderOf, addressOf, limitFactor } = parts;
  const { marks, markBars, liquidations, privateHub } = parts;
  const compat = createCompat({
    ...{ handlers, admit, addressOf, queryOf, clock: deviceClock, source: shown },
    keys: apiKeyReader(deps.db, deps.vault, deviceClock),
    names: { spot: orderNames(deps.db, 'spot_order'), futures: orderNames(deps.db, 'futures_order') },
    isFull: (right) => shedderOf(right === 'spot' ? 'spot.place' : 'perpetual.place')?.isFull() ?? false,
    ...{ marks, markBars, liquidations, privateHub, entryMarkets: entryMarkets(deps.db) },
    log: (event, detail) => log.error(detail, event),
    usersPerAddress: settings.usersPerAddress,
    ...defined({ limitFactor }),
  });
  const { app, sockets, close } = compat;
  const refused = (request: IncomingMessage): Refused | undefined => refusedOf(compat, request);
  const udf = createUdf({
    ...{ source: shown, now: deviceClock.now, addressOf, usersPerAddress: settings.usersPerAddress },
    venueName: deps.venueName,
    ...defined({ limitFactor }),
  });
  return { mounted: { [COMPAT_BASE]: app, [UDF_BASE]: udf }, sockets, refused, close };
}
