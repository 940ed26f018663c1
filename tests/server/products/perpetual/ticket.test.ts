import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { FuturesState, MarkRow, PositionRow } from '../../../../domain/contract/index.ts';
import type { Dec, OrderSide, PositionSide } from '../../../../domain/index.ts';
import {
  averageEntryOf,
  bookedCost,
  D,
  feeOf,
  gainSum,
  moneyText,
  numberStyleOf,
  openingSide,
  perpetualFees,
  positionMargin,
  signedMoneyText,
  toText,
  tradePriceText,
} from '../../../../domain/index.ts';
import type { Database } from '../../../../server/base/db/database.ts';
import { addAssets } from '../../../../server/books/ledger/ledger.ts';
import type {
  FuturesCloseFrame,
  FuturesCloseView,
  FuturesFrame,
  FuturesTicketFrame,
  FuturesTicketView,
} from '../../../../workers/api.ts';
import '../../../../workers/views/userViews.ts';
import { ownDatabase } from '../../../support/databases.ts';
import { holds } from '../../../support/holds.ts';
import { isLong, times } from '../../../support/often.ts';
import type { Futures } from '../../../support/perpetual.ts';
import { flawsOf, openFutures, perpetualPair } from '../../../support/perpetual.ts';
import { codeOf } from '../../../support/spot.ts';
import { endVisit, open, pass, publish, start, ticker, world, worldForEach } from '../../../workers/world.ts';

worldForEach();

/** Accounts that are tried. */
const RUNS = times('TICKET_RUNS', 2, 40);
/** The usual run is the same each time; one of more runs looks elsewhere, from TICKET_SEED on when it is set. */
const SEED = seedOf(process.env['TICKET_SEED'] ?? (isLong || process.env['TICKET_RUNS'] ? '' : '7'));
const pairs = [perpetualPair(), perpetualPair()];
const ids = pairs.map(([, { id }]) => id);
let db: Database;
let x: Futures;
beforeAll(async () => {
  db = await ownDatabase();
  await addAssets(db, ['USDT']);
  x = await openFutures(db, pairs, { userCount: 1, funds: '3000' });
}, 60_000);
afterAll(async () => {
  expect(await flawsOf(x)).toEqual([]);
  await x.stop();
  await db.close();
}, 60_000);
beforeEach(async () => {
  endVisit();
  world.markets = pairs.map(([, market]) => market);
  await start();
  await pass(20);
  world.feed.subject.next({ kind: 'link', state: 'live' });
  await world.session.setSettings({ token: 'mine' });
});

function seedOf(text: string): { readonly seed?: number } {
  return text === '' ? {} : { seed: Number.parseInt(text, 10) };
}

/** Publishes to the page what the exchange has, as its channels do. */
async function sync(): Promise<void> {
  const at = world.clock.now();
  const state: FuturesState = await x.state(0);
  const [posted, held] = await x.money(0);
  publish(
    ids.map((id) => ticker(id, x.source.tickers().find((each) => each.id === id)?.last ?? '100')),
    true,
    at,
  );
  const marks = ids.map((id): MarkRow => {
    const { mark = '0', index = '0' } = x.engine.marks.of(id) ?? {};
    return [id, mark, index, '0.0001', at + 60_000, 'live'];
  });
  world.feed.subject.next({ kind: 'marks', snapshot: true, rows: marks, at });
  publishBooks();
  const balances = [{ account: 'futures' as const, asset: 'USDT', posted, held, version: 1 }];
  world.feed.subject.next({
    kind: 'private',
    at,
    snapshot: {
      uid: '100000001',
      balances,
      orders: [],
      futures: state,
      positionMargin: '0',
      realizedPl: '0',
      notifications: { readTo: 0, newest: 0, unread: 0, unseen: [], cycleNet: '0' },
    },
  });
  // What is shown of a liquidation price is steadied for a second.
  await world.clock.advance(1_200);
  await pass(60);
}

/** A view that turns to another market receives its book again. */
function publishBooks(): void {
  for (const id of ids) {
    const book = x.engine.book(id) ?? x.source.book(id);
    if (book) world.feed.subject.next({ kind: 'book', id, at: world.clock.now(), book });
  }
}

/** Frames cross a message port, which takes as long as the machine is busy. */
async function until(holds: () => boolean): Promise<void> {
  for (let rounds = 0; !holds(); rounds++) {
    if (rounds > 100) throw new Error('the page does not show what it was told');
    await pass(20);
  }
}

/** Whether the newest frame is of this view, at the best prices of now. */
function isShown<V extends { readonly market: string }>(
  frames: readonly { readonly view: V; readonly quick: { readonly bid?: Dec; readonly ask?: Dec } }[],
  view: V,
): boolean {
  const book = x.engine.book(view.market) ?? x.source.book(view.market);
  const frame = frames.at(-1);
  return (
    frame !== undefined &&
    isDeepStrictEqual(frame.view, view) &&
    frame.quick.bid === book?.bids[0]?.[0] &&
    frame.quick.ask === book?.asks[0]?.[0]
  );
}

const EMPTY: FuturesTicketView = {
  kind: 'futuresTicket',
  market: ids[0] ?? '',
  side: 'long',
  type: 'market',
  isStop: false,
  stopKind: 'stop',
  price: '',
  stopPrice: '',
  source: 'last',
  amount: '1',
  unit: 'base',
  reduceOnly: false,
  postOnly: false,
  tif: 'GTC',
  takeProfit: '',
  guardBy: 'price',
  stopLoss: '',
};

/** The views that a page has open, with the newest frame of each. */
async function openPage() {
  const ticket = await open<FuturesTicketView>(EMPTY);
  const close = await open<FuturesCloseView>({
    kind: 'futuresClose',
    market: EMPTY.market,
    type: 'market',
    price: '',
    percent: 100,
  });
  const cards = await open({ kind: 'futures' });
  const newest = <F>(frames: readonly F[]): F => {
    const frame = frames.at(-1);
    if (!frame) throw new Error('nothing was shown');
    return frame;
  };
  return {
    async ticket(view: FuturesTicketView): Promise<FuturesTicketFrame> {
      await ticket.handle.update(view);
      publishBooks();
      await pass(120);
      await until(() => isShown(ticket.frames as FuturesTicketFrame[], view));
      return newest(ticket.frames as FuturesTicketFrame[]);
    },
    async close(view: Omit<FuturesCloseView, 'kind'>): Promise<FuturesCloseFrame> {
      const wanted: FuturesCloseView = { kind: 'futuresClose', ...view };
      await close.handle.update(wanted);
      publishBooks();
      await pass(120);
      await until(() => isShown(close.frames as FuturesCloseFrame[], wanted));
      return newest(close.frames as FuturesCloseFrame[]);
    },
    cards: (): FuturesFrame => newest(cards.frames as FuturesFrame[]),
  };
}
type Page = Awaited<ReturnType<typeof openPage>>;

const SCALE = { tick: '0.01', quote: 'USDT' };
const english = numberStyleOf('en-US');
const digits = (text: string): D => new D(text.replaceAll(',', '').replace('−', '-').replace('+', ''));
const sumOf = (values: readonly Dec[]): D => values.reduce((sum, each) => sum.plus(each), new D(0));
const kind = fc.constantFrom(
  'market',
  'market',
  'limit',
  'limit',
  'IOC',
  'postOnly',
  'reduce',
  'most',
  'close',
  'reverse',
);
const step = fc.record({
  market: fc.nat(1),
  side: fc.constantFrom('long' as const, 'short' as const),
  kind,
  lots: fc.integer({ min: 1, max: 90_000 }),
  leverage: fc.constantFrom(3, 7, 20, 50),
  mode: fc.constantFrom('cross' as const, 'isolated' as const),
  move: fc.integer({ min: -40, max: 40 }),
  spread: fc.integer({ min: -30, max: 30 }),
  away: fc.integer({ min: -60, max: 60 }),
  percent: fc.integer({ min: 1, max: 100 }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Three levels a side, off the mark by the spread. */
function bookAt(mark: D, spread: number) {
  const middle = mark.plus(new D(spread).div(100));
  const level = (sign: 1 | -1, place: number) =>
    [
      middle.plus(new D('0.01').plus(new D('0.07').times(place)).times(sign)).toFixed(2),
      LEVELS[place],
    ] as const;
  const side = (sign: 1 | -1) => LEVELS.map((_, place) => level(sign, place) as [Dec, Dec]);
  return { bids: side(-1), asks: side(1) };
}
const LEVELS: readonly Dec[] = ['7.301', '23.007', '1000'];

/** What a user types for a step. */
function viewFor({ kind: how, side, lots, away, percent }: Step, market: string, mark: D): FuturesTicketView {
  const position = x.position(0, market);
  const against: PositionSide = position?.side === 'long' ? 'short' : 'long';
  const limit = { type: 'limit', price: mark.plus(new D(away).div(100)).toFixed(2) } as const;
  const view = { ...EMPTY, market, side, amount: new D(lots).div(1_000).toFixed() };
  switch (how) {
    case 'limit':
      return { ...view, ...limit };
    case 'IOC':
      return { ...view, ...limit, tif: 'IOC' };
    case 'postOnly':
      return { ...view, ...limit, postOnly: true };
    case 'reduce':
      return { ...view, side: against, reduceOnly: true };
    case 'most':
      return { ...view, ...limit, amount: '', percent };
    case 'reverse':
      return {
        ...view,
        side: against,
        amount: new D(position?.quantity ?? 1).times(2).toFixed(),
      };
    default:
      return view;
  }
}

/** Sends what the ticket shows, and holds every figure of it against what was booked. */
async function place(page: Page, view: FuturesTicketView): Promise<'done' | 'refused'> {
  const before = x.position(0, view.market);
  const frame = await page.ticket(view);
  const { market, side, type, tif, postOnly, reduceOnly } = view;
  const codes = Object.values(frame.errors);
  const quantity = frame.order?.quantity ?? frame.amount ?? view.amount;
  const request = { market, side, quantity, tif, postOnly, reduceOnly };
  const emitted = type === 'limit' ? { ...request, price: view.price } : request;
  const results: Awaited<ReturnType<Futures['place']>>[] = [];
  const code = await codeOf(x.place(0, emitted).then((answer) => void results.push(answer)));
  if (code === 'positionLiquidating') return 'refused';
  expect([view, codes.length === 0 ? undefined : codes]).toEqual([
    view,
    code === undefined ? undefined : expect.arrayContaining([code]),
  ]);
  const [answer] = results;
  if (!answer) return 'refused';
  const { order, fills } = answer;
  const price = (value: Dec) => tradePriceText(value, SCALE, english);
  const rests = new D(order.quantity ?? 0).minus(order.filled);
  const isResting = order.status === 'open' || order.status === 'partial';
  const roles = isResting ? perpetualFees.maker : '0';
  const expected = bookedCost(feeOf(toText(rests), order.price ?? '0', roles));
  const fee = sumOf([...fills.map((fill) => fill.fee), expected]);
  const shown = { fee: frame.fee, isFeeExpected: frame.isFeeExpected, rest: frame.rest };
  expect(shown).toEqual({
    fee:
      frame.liquidation === undefined && fills.length === 0 && !isResting
        ? frame.fee
        : moneyText(toText(fee), english, 'up'),
    isFeeExpected: isResting,
    rest: rests.isZero() ? '' : moneyLike(rests),
  });
  await sync();
  const after = x.position(0, market);
  const { account, positions } = page.cards();
  if (fills.length > 0 || isResting) {
    const cost = digits(frame.cost).times(frame.isFreed ? -1 : 1);
    expect(digits(frame.fee).plus(cost).plus(digits(frame.left)).eq(digits(frame.available))).toBe(true);
    // What closes rests without its fee being put aside.
    const closing = isResting ? closingFee(after, openingSide(side), rests, order.price, reduceOnly) : '0';
    const beyond = digits(account.available).minus(closing).minus(digits(frame.left));
    // An order that will free margin may put aside more than is available until then, which reads as nothing.
    const isLess = !digits(frame.left).isZero() && beyond.lte('-0.0101');
    expect([frame.left, account.available, !isLess && beyond.lt('0.04')]).toEqual([
      frame.left,
      account.available,
      true,
    ]);
  }
  // What is being liquidated has its orders cancelled.
  if (isResting) await codeOf(x.cancel(0, order.id));
  expect((await x.state(0)).orders).toEqual([]);
  if (isResting || fills.length === 0) return 'done';
  expect(frame.profit).toBe(signedMoneyText(order.profit, english));
  expect(frame.average).toBe(price(toText(new D(order.filledTotal).div(order.filled))));
  const opened = sumOf(
    fills
      .filter((fill) => fill.position === after?.id && (after?.side === 'long') === (fill.side === 'buy'))
      .map(({ price: at, quantity: part }) =>
        bookedCost(toText(new D(part).times(at).div(after?.leverage ?? 1))),
      ),
  );
  expect(frame.margin).toBe(moneyText(toText(opened), english, 'up'));
  const closes = sumOf(
    fills
      .filter((fill) => fill.position === before?.id && before?.side !== side)
      .map((fill) => fill.quantity),
  );
  expect(frame.closes).toBe(closes.isZero() ? '' : moneyLike(closes));
  const card = positions.find((each) => each.market === market);
  expect([card?.liquidation, card?.liquidationKind]).toEqual(
    frame.liquidation ? [frame.liquidation.text, frame.liquidation.kind] : [undefined, undefined],
  );
  if (after)
    expect(card).toMatchObject({
      side: after.side,
      quantity: moneyLike(new D(after.quantity)),
      entry: price(averageEntryOf(after)),
      margin: moneyText(positionMargin(after), english, 'up'),
    });
  return 'done';
}

const moneyLike = (value: D): string => {
  const text = value.toFixed(Math.max(2, value.decimalPlaces()));
  return text.replace(/\B(?=(\d{3})+(?=\.))/g, ',');
};

function closingFee(
  position: { readonly side: PositionSide; readonly quantity: Dec } | undefined,
  side: OrderSide,
  rests: D,
  price: Dec | null,
  reduceOnly: boolean,
): Dec {
  if (!position || openingSide(position.side) === side) return '0';
  const part = reduceOnly ? rests : D.min(rests, position.quantity);
  return bookedCost(feeOf(toText(part), price ?? '0', perpetualFees.maker));
}

/** What the position's record says after a closing that made so much and cost such a fee. */
function recordAfter({ price, fees, funding }: PositionRow['realised'], profit: Dec, fee: Dec) {
  const sums = [toText(new D(price).plus(profit)), toText(new D(fees).minus(fee)), funding];
  const { total, parts } = gainSum(sums, english);
  return { net: total, profit: parts[0], fee: parts[1], interest: parts[2] };
}

/** Closes by the sheet, and holds its figures against what was booked. */
async function shut(page: Page, market: string, percent: number): Promise<'done' | 'refused'> {
  const before = x.position(0, market);
  const frame = await page.close({ market, type: 'market', price: '', percent });
  const results: Awaited<ReturnType<Futures['close']>>[] = [];
  const request = percent === 100 ? { market } : { market, quantity: frame.request?.quantity ?? '0' };
  const code = await codeOf(x.close(0, request).then((answer) => void results.push(answer)));
  expect(frame.error).toBe(code === 'positionLiquidating' || code === 'lossNotCovered' ? undefined : code);
  const [answer] = results;
  if (!answer || !before) return 'refused';
  const { order, fills } = answer;
  const fee = toText(sumOf(fills.map((fill) => fill.fee)));
  const after = x.position(0, market);
  const returned = new D(positionMargin(before)).minus(after ? positionMargin(after) : 0);
  expect(frame).toMatchObject({
    quantity: moneyLike(new D(order.filled)),
    price: tradePriceText(toText(new D(order.filledTotal).div(order.filled)), SCALE, english),
    ...recordAfter(before.realised, order.profit, fee),
    part: after ? signedMoneyText(order.profit, english) : '',
    returned: moneyText(toText(returned), english, 'down'),
  });
  await sync();
  return 'done';
}

it(
  'shows what the exchange then books, in every figure, for accounts with positions on either side',
  async () => {
    const page = await openPage();
    const marks = ids.map(() => new D(100));
    const count = { done: 0, refused: 0 };
    await holds(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 14 }), async (steps) => {
        if (new D((await x.money(0))[0]).lt('1000')) {
          await x.give(x.users[0] ?? 0, '3000');
          x.perpetuals.received(`user:${x.users[0]}`);
        }
        for (const each of steps) {
          const market = ids[each.market] ?? '';
          const mark = D.min(
            130,
            D.max(70, (marks[each.market] ?? new D(100)).plus(new D(each.move).div(20))),
          );
          marks[each.market] = mark;
          x.source.setBook(market, bookAt(mark, each.spread));
          await x.mark(mark.toFixed(2), { id: market, depth: null });
          await codeOf(x.terms(0, { market, mode: each.mode, leverage: each.leverage }));
          await sync();
          const isClosing = each.kind === 'close' && x.position(0, market) !== undefined;
          const end = isClosing
            ? await shut(page, market, each.percent)
            : await place(page, viewFor(each, market, mark));
          count[end] += 1;
        }
      }),
      { numRuns: RUNS, endOnFailure: true, ...SEED },
    );
    expect(count.done).toBeGreaterThan(count.refused / 4);
  },
  120_000 + RUNS * 12_000,
);
