import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CycleReceipt, Dec, IndexTick, ReceiptCheck } from '../../../domain/index.ts';
import {
  chainBreak,
  D,
  FIRST_LINK,
  nextTick,
  RECEIPT_FORMAT,
  rateOf,
  ruleOf,
  SALE_MARGIN,
  saleValue,
  sameContract,
  tickHash,
  verifyReceipt,
} from '../../../domain/index.ts';

const ASSET = 'BTC-USDT';
const START = 1_800_000_001_000;

/** Ticks of whole seconds from one second before a contract of 30 s to one after it. */
function chainOf(prices: readonly Dec[], from = START - 1_000): IndexTick[] {
  const ticks: IndexTick[] = [];
  for (const [i, price] of prices.entries())
    ticks.push(nextTick(ASSET, ticks.at(-1), from + i * 1_000, price));
  return ticks;
}
const rising = [...Array.from({ length: 29 }, () => '100'), '101', '102', '103'];

function receiptOf(ticks: readonly IndexTick[] = chainOf(rising)): CycleReceipt {
  const volatility = '0.0006';
  return {
    format: RECEIPT_FORMAT,
    contract: {
      id: 7,
      asset: ASSET,
      direction: 'up',
      cycle: '30s',
      stake: '10',
      fee: '0',
      rate: rateOf(volatility, '30s', 'up'),
      volatility,
      acceptedAt: START - 400,
      startsAt: START,
      endsAt: START + 30_000,
    },
    rule: ruleOf('30s'),
    runs: [{ before: FIRST_LINK, ticks }],
    result: {
      outcome: 'win',
      reason: null,
      entry: ticks[1] ?? null,
      settlementPrice: '101',
      points: 3,
      payout: '18.5',
      profit: '8.5',
      settledAt: START + 30_100,
    },
  };
}
/** A copy in which one place is changed. */
const altered = (path: string, value: unknown): CycleReceipt => alteredOf(receiptOf(), path, value);

function alteredOf(receipt: CycleReceipt, path: string, value: unknown): CycleReceipt {
  const copy: CycleReceipt = JSON.parse(JSON.stringify(receipt));
  const names = path.split('.');
  const last = names.pop() ?? '';
  // biome-ignore lint/suspicious/noExplicitAny: the test writes what no type allows
  const place = names.reduce((inner: any, name) => inner[name], copy);
  place[last] = value;
  return copy;
}

describe('the chain', () => {
  it('hashes six lines that anybody can write down', () => {
    const text = `tidemark-index-1\nXAU-USD\n7\n1800000000000\n-36.98\n${FIRST_LINK}`;
    const tick = { seq: 7, at: 1_800_000_000_000, price: '-36.98' };
    expect(tickHash('XAU-USD', tick, FIRST_LINK)).toBe(createHash('sha256').update(text).digest('hex'));
  });
  it('breaks at the tick that does not follow', () => {
    const ticks = chainOf(rising);
    expect(chainBreak(ASSET, FIRST_LINK, ticks)).toBeUndefined();
    expect(chainBreak('ETH-USDT', FIRST_LINK, ticks)).toBe(0);
    expect(chainBreak(ASSET, ticks[0]?.hash ?? '', ticks.slice(1))).toBeUndefined();
    expect(chainBreak(ASSET, FIRST_LINK, ticks.toSpliced(5, 1))).toBe(5);
    const swapped = ticks.with(8, ticks[9] as IndexTick).with(9, ticks[8] as IndexTick);
    expect(chainBreak(ASSET, FIRST_LINK, swapped)).toBe(8);
  });
});

describe('a receipt', () => {
  it('that says what follows from its ticks is right, and whole', () => {
    expect(verifyReceipt(receiptOf())).toEqual({ ok: true, failed: [], isWhole: true });
  });
  it('without the ticks between entry and window is right, not whole', () => {
    const ticks = chainOf(rising);
    const runs = [
      { before: FIRST_LINK, ticks: ticks.slice(0, 3) },
      { before: ticks[26]?.hash ?? '', ticks: ticks.slice(27) },
    ];
    expect(verifyReceipt({ ...receiptOf(), runs })).toEqual({ ok: true, failed: [], isWhole: false });
  });
  it.each<[string, unknown, ReceiptCheck[]]>([
    ['runs.0.ticks.30.price', '99', ['chain', 'window']],
    ['runs.0.ticks.1.price', '500', ['chain', 'entry', 'outcome', 'payout']],
    ['runs.0.ticks.15.price', '101', ['chain']],
    ['runs.0.ticks.15.hash', 'f'.repeat(64), ['chain']],
    ['runs.0.ticks.15.at', START + 14_000 - 1_000, ['chain']],
    ['runs.0.before', 'f'.repeat(64), ['chain']],
    ['contract.direction', 'down', ['outcome', 'payout']],
    ['contract.asset', 'ETH-USDT', ['chain']],
    ['contract.rate', '0.95', ['rate', 'payout']],
    ['contract.volatility', '0.02', ['rate']],
    ['contract.stake', '20', ['payout']],
    ['contract.fee', '1', ['terms']],
    ['contract.cycle', '60s', ['terms']],
    ['contract.acceptedAt', START, ['terms']],
    ['contract.endsAt', START + 29_000, ['terms', 'window']],
    ['rule.windowMs', 1_000, ['terms']],
    ['rule.margin', '0.5', ['terms']],
    ['result.outcome', 'lose', ['outcome']],
    ['result.settlementPrice', '99', ['window']],
    ['result.points', 2, ['window']],
    ['result.payout', '10', ['payout']],
    ['result.profit', '9', ['payout']],
    ['result.reason', 'noIndex', ['outcome']],
    ['result.entry', null, ['entry']],
  ])('with another %s is told to be wrong', (path, value, failed) => {
    const verdict = verifyReceipt(altered(path, value));
    expect(verdict.ok).toBe(false);
    expect(verdict.failed).toEqual(expect.arrayContaining(failed));
  });
  it.each<[string, unknown]>([
    ['format', 'tidemark-cycle-2'],
    ['contract.stake', '-1'],
    ['contract.stake', '1e5'],
    ['contract.cycle', '3s'],
    ['runs.0.ticks.3.price', '0x10'],
    ['runs.0.ticks.3.price', '1e50000000'],
    ['runs.0.ticks.3.seq', 0.5],
    ['runs.0.ticks.3.at', START + 1],
    ['runs.0.ticks.3.hash', 'g'.repeat(64)],
    ['result.payout', 'NaN'],
  ])('with %s of %j has no sound form', (path, value) => {
    expect(verifyReceipt(altered(path, value))).toMatchObject({ ok: false, failed: ['form'] });
  });
  it('whose window was made anew by somebody who cannot change the past is caught by its hashes', () => {
    const honest = chainOf(rising);
    const forged = chainOf([...rising.slice(0, 29), '99', '99', '99']);
    // Both are chains; the head that was shown beforehand distinguishes them.
    expect(chainBreak(ASSET, FIRST_LINK, forged)).toBeUndefined();
    expect(forged[28]?.hash).toBe(honest[28]?.hash);
    expect(forged[31]?.hash).not.toBe(honest[31]?.hash);
    const mixed = [...forged.slice(0, 31), ...honest.slice(31)];
    expect(verifyReceipt(receiptOf(mixed)).failed).toContain('chain');
  });
});

describe('a receipt of a contract that was sold back', () => {
  /** Entry at 100, then a fifth of a cent a second; accepted within second 10, so that second 11 decides. */
  const ticks = chainOf([
    '100',
    ...Array.from({ length: 12 }, (_, i) => new D(i).div(500).plus(100).toFixed()),
  ]);
  const decided = ticks[12] as IndexTick;
  const { contract, rule } = receiptOf();
  const value = saleValue({ ...contract, entry: '100' }, decided, '0.0008');

  function soldReceipt(change: Partial<CycleReceipt['result']> = {}): CycleReceipt {
    return {
      format: RECEIPT_FORMAT,
      contract,
      rule,
      runs: [{ before: FIRST_LINK, ticks }],
      result: {
        outcome: 'sold',
        reason: null,
        entry: ticks[1] ?? null,
        settlementPrice: null,
        points: 0,
        payout: value?.price ?? '',
        profit: new D(value?.price ?? 0).minus('10').toFixed(),
        settledAt: decided.at + 60,
        sale: {
          acceptedAt: START + 10_400,
          tick: decided,
          volatility: '0.0008',
          chance: value?.chance ?? '',
          margin: SALE_MARGIN,
          least: '9',
        },
        ...change,
      },
    };
  }
  const failedOf = (path: string, to: unknown): readonly ReceiptCheck[] =>
    verifyReceipt(alteredOf(soldReceipt(), path, to)).failed;

  it('is right and whole when the first tick after it was accepted gives its price', () => {
    expect(verifyReceipt(soldReceipt())).toEqual({ ok: true, failed: [], isWhole: true });
    const runs = [
      { before: FIRST_LINK, ticks: ticks.slice(0, 3) },
      { before: ticks[10]?.hash ?? '', ticks: ticks.slice(11) },
    ];
    expect(verifyReceipt({ ...soldReceipt(), runs })).toEqual({ ok: true, failed: [], isWhole: false });
  });
  it.each<[string, unknown, ReceiptCheck[]]>([
    ['result.payout', '9.5', ['payout']],
    ['result.profit', '1', ['payout']],
    ['result.outcome', 'win', ['outcome']],
    ['result.settlementPrice', '101', ['window']],
    ['result.points', 3, ['window']],
    ['result.settledAt', START, ['terms']],
    ['result.sale.chance', '0.9', ['sale']],
    ['result.sale.volatility', '0.0006', ['sale', 'payout']],
    ['result.sale.volatility', '0.5', ['sale']],
    ['result.sale.margin', '0.2', ['sale']],
    ['result.sale.least', '18', ['sale']],
    // A tick that was known, a later one, and one that was picked out of several.
    ['result.sale.acceptedAt', START + 11_000, ['sale']],
    ['result.sale.acceptedAt', START + 9_400, ['sale', 'payout']],
    ['result.sale.acceptedAt', START - 500, ['sale']],
    ['result.sale.acceptedAt', START + 17_001, ['sale']],
    ['result.sale.tick', ticks[11], ['sale']],
    ['result.sale.tick.price', '100.5', ['sale']],
    ['runs.0.ticks.12.price', '100.5', ['chain', 'sale', 'payout']],
    ['contract.direction', 'down', ['sale', 'payout']],
    ['contract.stake', '20', ['payout']],
    ['contract.rate', '0.95', ['rate', 'payout']],
    ['result.sale', undefined, ['outcome']],
  ])('with another %s (%j) is found to be wrong', (path, to, failed) => {
    expect(failedOf(path, to)).toEqual(expect.arrayContaining(failed));
  });
  it('that leaves out the tick before the deciding one proves nothing', () => {
    const runs = [
      { before: FIRST_LINK, ticks: ticks.slice(0, 3) },
      { before: ticks[11]?.hash ?? '', ticks: ticks.slice(12) },
    ];
    expect(verifyReceipt({ ...soldReceipt(), runs }).failed).toEqual(['sale']);
  });
  it.each<[string, unknown]>([
    ['result.sale.acceptedAt', 0.5],
    ['result.sale.volatility', '-1'],
    ['result.sale.volatility', '0'],
    ['result.sale.chance', 'NaN'],
    ['result.sale.least', '1e5'],
    ['result.sale.tick.hash', 'g'],
  ])('with %s of %j has no sound form', (path, to) => {
    expect(failedOf(path, to)).toEqual(['form']);
  });
  it('tells another sale of the same contract apart', () => {
    expect(sameContract(soldReceipt(), soldReceipt())).toBe(true);
    expect(sameContract(soldReceipt(), alteredOf(soldReceipt(), 'result.sale.least', '8'))).toBe(false);
    expect(sameContract(receiptOf(), receiptOf())).toBe(true);
  });
});
