import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dec, Trail, TrailTerms } from '../../../domain/index.ts';
import {
  changedTrail,
  isSameTrail,
  trailChangeRefusal,
  trailFrom,
  trailRefusal,
  trailTrigger,
  walkTrail,
} from '../../../domain/index.ts';
import { largest, rational } from '../rational.ts';
import { decimal } from './arbitrary.ts';

const TICK = '0.01';
const by = (value: Dec, activation: Dec | null = null): TrailTerms => ({ by: 'rate', value, activation });
const apart = (value: Dec, activation: Dec | null = null): TrailTerms => ({
  by: 'distance',
  value,
  activation,
});
const trail = (terms: TrailTerms, best: Dec | null): Trail => ({ ...terms, best, reached: null });

describe('the price that fires a trailing stop', () => {
  it.each([
    // 5 % below the best price of 101.37: 96.3015, and the tick below it, so that all of the 5 % is lost.
    ['sell', by('0.05'), '101.37', '96.3'],
    // 5 % above 101.37: 106.4385, and the tick above it.
    ['buy', by('0.05'), '101.37', '106.44'],
    ['sell', apart('2.5'), '101.37', '98.87'],
    ['buy', apart('2.5'), '101.37', '103.87'],
    // A thousandth of one tick is rounded to the next one, not to nothing.
    ['sell', by('0.001'), '0.01', '0.01'],
    ['buy', by('0.001'), '0.01', '0.02'],
    // Half of the price at most; a distance of more than a later best price leaves a tick.
    ['sell', by('0.5'), '0.03', '0.01'],
    ['sell', apart('50'), '40', '0.01'],
  ] as const)('to %s, %j behind %s, is %s', (side, terms, best, at) => {
    expect(trailTrigger(side, trail(terms, best), TICK)).toBe(at);
  });
  it('before it follows is the one that its activation will begin with', () => {
    expect(trailTrigger('sell', trail(by('0.1', '200'), null), TICK)).toBe('180');
    expect(trailTrigger('buy', trail(by('0.1', '200'), null), TICK)).toBe('220');
  });
  it('lies on the tick, as far away as was requested and by less than a tick farther', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('buy' as const, 'sell' as const),
        decimal(4, 10, 5_000),
        decimal(2, 1, 10_000_000),
        (side, rate, best) => {
          const at = trailTrigger(side, trail(by(rate), best), TICK);
          const share = side === 'sell' ? rational('1').minus(rate) : rational('1').plus(rate);
          const exact = rational(best).times(share);
          const onTick = exact.onStep(TICK, side === 'sell' ? 'floor' : 'ceil');
          expect(at).toBe(largest(onTick, rational(TICK)).text(2, 'zero'));
        },
      ),
    );
  });
});

describe('a trailing stop is refused', () => {
  it.each([
    // From a thousandth to a half, both included.
    ['sell', by('0.001'), undefined],
    ['sell', by('0.000999'), 'trailInvalid'],
    ['sell', by('0.5'), undefined],
    ['sell', by('0.500001'), 'trailInvalid'],
    // A distance lies on the tick and below the price that it is of.
    ['sell', apart('99.99'), undefined],
    ['sell', apart('100'), 'trailInvalid'],
    ['sell', apart('0.005'), 'trailInvalid'],
    ['sell', apart('0'), 'trailInvalid'],
    ['sell', apart('100', '100.01'), undefined],
    // Its activation is still ahead: above the price to sell, below it to buy.
    ['sell', by('0.1', '100'), 'triggerPassed'],
    ['sell', by('0.1', '100.01'), undefined],
    ['buy', by('0.1', '100'), 'triggerPassed'],
    ['buy', by('0.1', '99.99'), undefined],
  ] as const)('to %s, %j at 100: %s', (side, terms, refusal) => {
    expect(trailRefusal(side, terms, '100', TICK)).toBe(refusal);
  });
});

describe('a change of a trailing stop', () => {
  const follows = trail(by('0.1', '90'), '120');
  it('that follows keeps its best price and the activation that lies behind it', () => {
    expect(changedTrail('sell', follows, by('0.05', '500'), '110')).toEqual(trail(by('0.05', '90'), '120'));
    // The price of now is better than all before: it counts.
    expect(changedTrail('sell', follows, apart('3'), '125')).toEqual(trail(apart('3', '90'), '125'));
    expect(changedTrail('buy', trail(by('0.1'), '80'), by('0.2'), '75').best).toBe('75');
  });
  it('that waits begins from where the price is', () => {
    const waits = trail(by('0.1', '130'), null);
    expect(changedTrail('sell', waits, by('0.2', '140'), '120')).toEqual(trail(by('0.2', '140'), null));
    expect(changedTrail('sell', waits, by('0.2'), '120')).toEqual(trail(by('0.2'), '120'));
    expect(trailFrom('sell', by('0.2', '120'), '120').best).toBe('120');
  });
  it('that has fired counts no more: a change makes it follow again', () => {
    const fired = { ...follows, reached: '108' };
    expect(changedTrail('sell', fired, by('0.2'), '110').reached).toBeNull();
  });
  it.each([
    // Best 120, now 110. 9 % behind is 109.2 and stands; 8 % is 110.4, which 110 has passed; 8.34 % is 109.992 → 109.99.
    ['0.09', undefined],
    ['0.0834', undefined],
    ['0.0833', 'triggerPassed'],
    ['0.08', 'triggerPassed'],
    ['0.6', 'trailInvalid'],
  ] as const)('to %s behind, ten below the best price: %s', (value, refusal) => {
    expect(trailChangeRefusal('sell', follows, by(value), '110', TICK)).toBe(refusal);
  });
  it('of one that follows leaves its activation out, of one that waits does not', () => {
    expect(trailChangeRefusal('sell', follows, by('0.2', '1'), '110', TICK)).toBeUndefined();
    expect(trailChangeRefusal('sell', trail(by('0.1', '130'), null), by('0.2', '1'), '110', TICK)).toBe(
      'triggerPassed',
    );
  });
  it('that is let through never fires at once', () => {
    const rate = decimal(3, 1, 500);
    fc.assert(
      fc.property(
        fc.constantFrom('buy' as const, 'sell' as const),
        rate,
        rate,
        decimal(2, 5_000, 20_000),
        decimal(2, 5_000, 20_000),
        (side, before, after, best, now) => {
          const own = trail(by(before), best);
          if (trailChangeRefusal(side, own, by(after), now, TICK) !== undefined) return;
          const changed = changedTrail(side, own, by(after), now);
          expect(walkTrail(side, changed, [now], TICK).reached).toBeNull();
        },
      ),
    );
  });
});

it('two trailing stops are the same by their terms alone', () => {
  const own = trail(by('0.1', '5'), '7');
  expect(isSameTrail(own, by('0.1', '5'))).toBe(true);
  for (const each of [by('0.2', '5'), by('0.1', '6'), by('0.1'), apart('0.1', '5')])
    expect(isSameTrail(own, each)).toBe(false);
});
