import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dec, Fill, Position } from '../../../domain/index.ts';
import { applyFill, averageEntryOf, bookedGain, bookedProfit, closingSide } from '../../../domain/index.ts';
import { rational, total } from '../rational.ts';

const terms = { mode: 'isolated', leverage: 10 } as const;
type Side = Fill['side'];
const other = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');
const fillOf = (side: Side, quantity: Dec, price: Dec, fee: Dec = '0'): Fill => ({
  side,
  quantity,
  price,
  fee,
});

interface Played {
  readonly position: Position | undefined;
  /** Of the position that ended last; empty while none has. */
  readonly ended: Dec;
  /** What each closing booked. */
  readonly booked: readonly Dec[];
}

const NOTHING: Played = { position: undefined, ended: '', booked: [] };

function play(fills: readonly Fill[], from: Played = NOTHING): Played {
  return fills.reduce<Played>(({ position, ended, booked }, each) => {
    const { position: after, closed } = applyFill(position, each, terms);
    return {
      position: after,
      ended: closed?.ended?.price ?? ended,
      booked: closed ? [...booked, bookedProfit(position, closed)] : booked,
    };
  }, from);
}

/** Orders of one size that close all; the last one takes what is left. */
function inParts(open: Position, part: Dec, price: Dec): readonly Fill[] {
  const side = closingSide(open.side);
  const fills: Fill[] = [];
  let left = rational(open.quantity);
  while (left.compare('0') > 0) {
    const taken = left.compare(part) < 0 ? left : rational(part);
    fills.push(fillOf(side, taken.text(18, 'zero'), price));
    left = left.minus(taken);
  }
  return fills;
}

describe('P/L of a position that is closed in parts', () => {
  // In each, the mean entry has no end: thirds and sevenths of a cost cannot be written down.
  it.each([
    // Cost 1·1 + 2·2 = 5; value 3·100,000 = 300,000; 300,000 − 5.
    ['buy', '1', '1', '2', '2', '1', '100000', '299995'],
    ['sell', '1', '1', '2', '2', '1', '100000', '-299995'],
    // Cost 3·61,000.1 + 4·61,000.3 = 427,001.5; value 7·70,000.2 = 490,001.4; 490,001.4 − 427,001.5.
    ['buy', '3', '61000.1', '4', '61000.3', '1', '70000.2', '62999.9'],
    ['sell', '3', '61000.1', '4', '61000.3', '1', '70000.2', '-62999.9'],
    // Cost 0.3·1 + 0.4·2 = 1.1; value 0.7·99,999,999 = 69,999,999.3; 69,999,999.3 − 1.1.
    ['buy', '0.3', '1', '0.4', '2', '0.1', '99999999', '69999998.2'],
    ['sell', '0.3', '1', '0.4', '2', '0.1', '99999999', '-69999998.2'],
    // Cost 0.001·61,000.1 + 0.006·61,000.3 = 427.0019; value 0.007·62,000.2 = 434.0014; the difference.
    ['buy', '0.001', '61000.1', '0.006', '61000.3', '0.001', '62000.2', '6.9995'],
    ['sell', '0.001', '61000.1', '0.006', '61000.3', '0.002', '62000.2', '-6.9995'],
  ] as const)('%s %s at %s and %s at %s, in parts of %s at %s', (side, q1, p1, q2, p2, part, at, brought) => {
    const opened = play([fillOf(side, q1, p1), fillOf(side, q2, p2)]);
    if (!opened.position) throw new Error('open');
    const closed = play(inParts(opened.position, part, at), opened);
    expect(closed.ended).toBe(brought);
    expect(total(closed.booked).text(8, 'floor')).toBe(brought);
  });

  const size = fc
    .integer({ min: 1, max: 5_000 })
    .map((units) => rational(`${units}`).over('1000').text(3, 'zero'));
  const price = fc
    .oneof(
      fc.integer({ min: 1, max: 999 }),
      fc.integer({ min: 6_000_000, max: 7_000_000 }),
      fc.integer({ min: 1, max: 9_999_999_999 }),
    )
    .map((units) => rational(`${units}`).over('100').text(2, 'zero'));
  /** Adds, or closes a part: a share of a thousand of what is open, on the lot. */
  const trade = fc.record({ share: fc.integer({ min: -999, max: 999 }), size, price });

  it('is to the last digit what came in less what went out, however it was opened, added to and closed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Side>('buy', 'sell'),
        size,
        price,
        fc.array(trade, { maxLength: 8 }),
        price,
        (side, first, at, trades, end) => {
          let book = play([fillOf(side, first, at)]);
          const flows = [rational(first).times(at).negated()];
          for (const { share, size: added, price: now } of trades) {
            const open = book.position?.quantity ?? '0';
            const part = rational(open).times(`${-share}`).over('1000').text(3, 'floor');
            const isClosing = share < 0 && rational(part).compare('0') > 0;
            const quantity = isClosing ? part : added;
            book = play([fillOf(isClosing ? other(side) : side, quantity, now)], book);
            flows.push(isClosing ? rational(quantity).times(now) : rational(quantity).times(now).negated());
          }
          const open = book.position?.quantity ?? '0';
          flows.push(rational(open).times(end));
          book = play([fillOf(other(side), open, end)], book);
          const flow = total(flows);
          const exact = side === 'buy' ? flow : flow.negated();
          expect(book.ended).toBe(exact.text(8, 'floor'));
          // Adding up what each closing booked gives what one closing of all would have booked: rounded once, down.
          expect(total(book.booked).text(8, 'floor')).toBe(exact.text(8, 'floor'));
        },
      ),
      { numRuns: 60 },
    );
  });
  it('books no more than there is, and less by less than a unit of the last place', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Side>('buy', 'sell'),
        size,
        price,
        price,
        price,
        fc.integer({ min: 1, max: 999 }),
        (side, q, p, p2, at, share) => {
          const { position: open } = play([fillOf(side, q, p), fillOf(side, q, p2)]);
          if (!open) throw new Error('open');
          const part = rational(open.quantity).times(`${share}`).over('1000');
          const { closed } = applyFill(open, fillOf(other(side), part.text(9, 'zero'), at), terms);
          // (at − (p + p2)/2)·part, for a short the other way round.
          const gained = rational(at).minus(rational(p).plus(p2).over('2')).times(part);
          const exact = side === 'buy' ? gained : gained.negated();
          const booked = rational(bookedProfit(open, closed));
          expect(booked.compare(exact)).toBeLessThanOrEqual(0);
          expect(exact.minus(booked).compare('0.00000001')).toBeLessThan(0);
          expect(bookedGain(closed?.profit ?? '')).toBe(exact.text(8, 'floor'));
        },
      ),
    );
  });
  it('leaves the mean entry of what stays open to forty digits', () => {
    const opened = play([fillOf('buy', '0.3', '1'), fillOf('buy', '0.4', '2')]);
    const entry = rational('1.1').over('0.7').fixed(40, 'zero');
    expect(entry).toBe('1.5714285714285714285714285714285714285714');
    for (const part of ['0.1', '0.2', '0.333', '0.6999']) {
      const { position } = play([fillOf('sell', part, '5')], opened);
      expect(position && averageEntryOf(position).slice(0, 42)).toBe(entry);
    }
  });
});

describe('the margin and the fee of a fill that is cut', () => {
  it('come back to the last unit: a third of a unit that cannot be given back stays until the end', () => {
    // 0.01 at 1 with tenfold leverage: 0.001 set aside. A third of it is 0.000333333…, of which 0.00033333 comes free.
    const opened = play([fillOf('buy', '0.03', '0.33333333')]);
    expect(opened.position?.margin).toBe('0.001');
    const parts = ['0.01', '0.01', '0.01'].reduce<{ position: Position | undefined; freed: Dec[] }>(
      ({ position, freed }, part) => {
        const { position: after, closed } = applyFill(position, fillOf('sell', part, '1'), terms);
        return { position: after, freed: [...freed, closed?.margin ?? ''] };
      },
      { position: opened.position, freed: [] },
    );
    expect(parts.freed).toEqual(['0.00033333', '0.00033333', '0.00033334']);
  });
  it('that turns a position over splits its fee by size, the odd unit with what closed', () => {
    const open = play([fillOf('buy', '1', '100')]).position;
    // 0.00000002 over three: a third is 0.00000000666…, which rounds up to one unit; the other two thirds are the rest.
    const paid = applyFill(open, fillOf('sell', '3', '100', '0.00000002'), terms);
    expect([paid.closed?.fee, paid.opened?.fee]).toEqual(['0.00000001', '0.00000001']);
    const given = applyFill(open, fillOf('sell', '3', '100', '-0.00000002'), terms);
    expect([given.closed?.fee, given.opened?.fee]).toEqual(['-0.00000001', '-0.00000001']);
    expect(paid.position?.realised).toEqual({ price: '0', fees: '-0.00000001', funding: '0' });
  });
  it('is the whole of both shares for any cut', () => {
    const fee = fc
      .integer({ min: -1_000, max: 1_000_000 })
      .map((units) => rational(`${units}`).over('100000000').text(8, 'zero'));
    fc.assert(
      fc.property(size3(), size3(), fee, (open, more, paid) => {
        const position = play([fillOf('sell', open, '7')]).position;
        const whole = rational(open).plus(more).text(3, 'zero');
        const { closed, opened } = applyFill(position, fillOf('buy', whole, '7', paid), terms);
        expect(total([closed?.fee ?? '', opened?.fee ?? '']).compare(paid)).toBe(0);
        // Neither share has another sign than the whole.
        for (const share of [closed?.fee, opened?.fee]) {
          const sign = rational(share ?? '').compare('0');
          expect(sign === 0 || sign === rational(paid).compare('0')).toBe(true);
        }
      }),
    );
  });
});

function size3(): fc.Arbitrary<Dec> {
  return fc.integer({ min: 1, max: 9_999 }).map((units) => rational(`${units}`).over('1000').text(3, 'zero'));
}
