import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import type { CallName } from '../../domain/contract/index.ts';
import type { Database } from '../base/db/database.ts';
import type { Meter } from '../base/meter.ts';
import { noMeter } from '../base/meter.ts';
import type { Places } from '../base/places.ts';
import type { Settings } from '../base/settings.ts';
import type { AccountDeps, Caller } from '../books/users/context.ts';
import { TradingState } from '../books/venue/trading.ts';
import { marketHandlers } from '../edge/http/marketHandlers.ts';
import { Hub } from '../edge/realtime/hub.ts';
import { operatedSource } from '../market/operated.ts';
import type { Future } from '../market/simulated/future.ts';
import type { MarketSource } from '../market/source.ts';
import { mergedSource } from '../matching/mergedSource.ts';
import type { ContentFolder } from '../products/content/library.ts';
import type { Log } from '../products/product.ts';
import { SIMULATED_BLOCK_MS } from '../products/wallet/chains/simulated.ts';
import { approvedUpTo } from '../products/wallet/withdrawals/approval.ts';
import type { AccountsSetup } from './accounts.ts';
import { openAccounts } from './accounts.ts';
import type { Brand } from './brand/index.ts';
import { brandedFilesOf } from './brand/index.ts';
import { openChains } from './chains.ts';
import { OpenProducts } from './compose.ts';
import { metered } from './database/metered.ts';
import { openDatabase } from './database/openDatabase.ts';
import { deviceClock } from './device/clock.ts';
import { contentFolder, laidOver } from './files/contentFolder.ts';
import { readPicture } from './files/pictures.ts';
import { shareHeads } from './files/shareHead.ts';
import { createStatic } from './files/static.ts';
import { readErrorWords, readMessageWords, readNoticeWords, readShareWords } from './files/words.ts';
import { futureOf } from './market/future.ts';
import { openMarket } from './market/market.ts';
import { warmMarket } from './market/warmMarket.ts';
import { pack } from './net/pack.ts';
import { shortId } from './net/socketSettings.ts';
import { SocketYield } from './net/socketYield.ts';
import { contactOf, createPushSender } from './push/pushSender.ts';
import { readOwnWrites } from './readOwnWrites.ts';
import { ratesSource, signerOf } from './signer.ts';
import { openTerms, operatedBy, stampedBy } from './venueTerms.ts';

/** Callbacks of the process, and settings of tests, which open many exchanges and log in often. */
export interface PartsOptions extends Pick<AccountsSetup, 'hasher' | 'limitFactor'> {
  /** Opens a migrated database in memory. */
  readonly openMemory?: () => Promise<Database>;
  /** Another exchange holds the database: this one waits, not ready, and takes over when that one ends. */
  readonly onStandby?: () => void;
  /** Another exchange has taken the database over: this process must end. */
  readonly onLost?: () => void;
  readonly meter?: Meter;
}

/** What they are opened with. */
export interface PartsSetup extends PartsOptions {
  readonly brand: Brand;
  /** Who has how many sockets, and readers of what is private. */
  readonly places?: Places;
}

/** Readers of private channels in other processes, once there are any. */
export interface Elsewhere {
  published: (stream: string) => void;
  isHere: (userId: number) => boolean;
}

/** Everything that answers, before it is put on the network. */
export async function openParts(settings: Settings, root: string, logger: Logger, given: PartsSetup) {
  const open: { source?: MarketSource } = {};
  const markets = () => open.source?.markets() ?? [];
  const folder = await readFolder(settings, root, given.brand, markets);
  const { words, messageWords, noticeWords, serveStatic } = folder;
  const ground = await openGround(settings, root, logger, given);
  const { db, source, venue, trading, terms, chains } = ground;
  open.source = source;
  const products = new OpenProducts();
  const elsewhere: Elsewhere = { published: () => undefined, isHere: () => false };
  const accounts = await openAccounts({
    settings,
    db,
    source,
    words: messageWords,
    log: logger,
    ...given,
    futuresFree: products.freeToTake,
    received: (stream) => {
      products.onPublished(stream);
      elsewhere.published(stream);
    },
  });
  const socketYield = new SocketYield(deviceClock.pause, deviceClock.now);
  const log: Log = (event, detail) => logger.error(detail, event);
  const orderClock = { ...deviceClock, pause: socketYield.pause };
  const privateStreams = {
    published: (stream: string) => {
      accounts.hub.published(stream);
      elsewhere.published(stream);
    },
    isHere: (userId: number) => accounts.hub.isHere(userId) || elsewhere.isHere(userId),
  };
  await products.open({
    ...accounts.deps,
    ...{
      settings,
      source,
      indexSources: venue.live?.venues ?? [venue],
      log,
      orderClock,
      newId: randomUUID,
      privateStreams,
      readPicture,
      meter: given.meter ?? noMeter,
    },
    ...(await walletParts(settings, accounts.deps)),
    chains,
    noticeWords,
    pushService: pushServiceOf(settings, logger),
    contentFolder: stampedBy(terms, contentOf(settings, root, given.brand)),
  });
  const market = marketParts(settings, logger, ground, { accounts, products });
  const mayUpload = (name: CallName, caller: Caller): Promise<void> =>
    products.mayUpload(accounts.deps, name, caller);
  return {
    ...{ db, source, venue, trading, terms },
    ...market,
    accounts,
    elsewhere,
    products,
    socketYield,
    mayUpload,
    words,
    serveStatic,
  };
}

interface Opened {
  readonly accounts: Awaited<ReturnType<typeof openAccounts>>;
  readonly products: OpenProducts;
}

/** The market as users see it, and every call's answer. */
function marketParts(
  settings: Settings,
  logger: Logger,
  { source, trading }: Awaited<ReturnType<typeof openGround>>,
  { accounts, products }: Opened,
) {
  const { marks } = products;
  const shown = mergedSource(source, products.books);
  const hub = new Hub({
    source: shown,
    clock: deviceClock,
    newEpoch: shortId,
    pack,
    ...(marks ? { marks } : {}),
    money: accounts.deps.isPlay ? 'play' : 'real',
  });
  const { appDownloadUrl: downloadUrl } = settings;
  const handlers = readOwnWrites(accounts.deps.db.log, {
    ...accounts.handlers,
    ...products.handlers,
    ...marketHandlers({
      source,
      notices: () => trading.notices,
      hub,
      config: { openH5AppDownload: downloadUrl !== '', downloadUrl },
      report: (report) => logger.warn({ report }, 'page reported an internal error'),
    }),
  });
  return { shown, hub, handlers };
}

/** What is in the product's folder: read before the database is there, as another exchange may hold it for long. */
async function readFolder(
  settings: Settings,
  root: string,
  brand: Brand,
  markets: () => ReturnType<MarketSource['markets']>,
) {
  const venueName = brand.name;
  const [words, messageWords, noticeWords, shareWords] = await Promise.all([
    readErrorWords(root),
    readMessageWords(root, venueName),
    readNoticeWords(root, venueName),
    readShareWords(root, venueName),
  ]);
  const heads = shareHeads({ words: shareWords, venueName, markets, settings });
  const serveStatic = createStatic(join(root, 'dist/client'), settings, heads, brandedFilesOf(brand));
  return { words, messageWords, noticeWords, serveStatic };
}

/** What all else stands on. @throws what keeps one of them from opening; the database is closed then. */
async function openGround(
  settings: Settings,
  root: string,
  logger: Logger,
  { openMemory, onStandby = () => undefined, onLost = () => undefined, meter }: PartsSetup,
) {
  const openVenue = (future: Future | undefined) =>
    openMarket(settings, (event, detail) => logger.warn(detail, event), future);
  let warm: Promise<MarketSource | undefined> = Promise.resolve(undefined);
  const wait = (): void => {
    onStandby();
    warm = warmMarket(settings, openVenue);
  };
  const opened = await openDatabase(settings, root, {
    lease: {
      ...{ clock: deviceClock, onStandby: wait, onLost },
      orderLog: settings.orderLog ? (event, detail) => logger.error(detail, event) : undefined,
    },
    ...(openMemory ? { openMemory } : {}),
  });
  const db = meter ? metered(opened, meter) : opened;
  const [venue, trading, terms, chains] = await Promise.all([
    warm.then(async (market) => market ?? openVenue(await futureOf(settings, db, deviceClock.now()))),
    TradingState.open({ db, clock: deviceClock, log: (event, detail) => logger.error(detail, event) }),
    openTerms(settings, db, logger),
    openChains(settings, db),
  ]).catch(async (error: unknown) => {
    await db.close();
    throw error;
  });
  return {
    db,
    venue,
    trading,
    source: operatedSource(venue, operatedBy(trading, terms)),
    terms,
    chains,
  };
}

/** The product's texts, with those of the brand in their place. */
function contentOf({ contentDir }: Settings, root: string, brand: Brand): ContentFolder {
  const own = contentFolder(resolve(contentDir ?? join(root, 'content')));
  return brand.contentDir === undefined ? own : laidOver(own, contentFolder(brand.contentDir));
}

/** What sends to push services; where nobody could be written to about it, nothing is sent, and the log says why. */
function pushServiceOf(settings: Settings, logger: Logger) {
  if (settings.webPush && contactOf(settings) === undefined)
    logger.warn(
      'push is off: set SUPPORT_EMAIL, SECURITY_CONTACT or a PUBLIC_URL of https, whom push services may write to',
    );
  return createPushSender(settings);
}

/** What the wallet has from outside, and what articles say of it. */
async function walletParts(settings: Settings, deps: AccountDeps) {
  const approveUpTo = approvedUpTo(settings, deps.isPlay);
  return {
    signer: await signerOf(settings, deps),
    fetchRates: ratesSource(settings),
    walletFacts: { blockMs: SIMULATED_BLOCK_MS, approveUpTo },
  };
}
