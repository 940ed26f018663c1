import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Explanation, FormulaId } from '../../../domain/index.ts';
import {
  crossLiquidations,
  crossTotals,
  D,
  explainCrossLiquidation,
  explainLiquidation,
  explainMaintenance,
  explainMargin,
  explainMarginRatio,
  explainProfit,
  explainRoe,
  formulaIds,
  liquidationPrice,
  positionValue,
} from '../../../domain/index.ts';
import { crossAccount, marked } from './arbitrary.ts';

type Formula = (inputs: (name: string) => D) => D;

/** Each formula as its words say it, apart from the rules. */
const formulas: Readonly<Record<FormulaId, Formula>> = {
  profit: (x) => x('mark').times(x('quantity')).minus(x('cost')).times(x('sign')),
  roe: (x) => x('profit').times(x('leverage')).div(x('cost')),
  marginCross: (x) => x('cost').div(x('leverage')),
  marginIsolated: (x) => x('cost').div(x('leverage')).plus(x('change')),
  maintenance: (x) => D.max(0, x('value').times(x('rate')).minus(x('deduction'))),
  liquidation: (x) =>
    x('wallet')
      .plus(x('deduction'))
      .minus(x('sign').times(x('cost')))
      .div(x('quantity').times(x('rate').plus(x('fee')).minus(x('sign')))),
  crossWallet: (x) => x('balance').minus(x('held')).plus(x('othersProfit')).minus(x('othersRequirement')),
  marginRatio: (x) =>
    x('maintenance')
      .plus(x('closingFee'))
      .div(x('equity').minus(x('held'))),
};

/** Computes an explanation again from its inputs alone, those of its parts too. */
function proves({ formula, inputs, result, parts }: Explanation): void {
  if (result.kind === 'figure') {
    const found = formulas[formula]((name) => new D(inputs[name] ?? Number.NaN));
    const size = D.max(1, found.abs());
    expect(found.minus(result.value).abs().lt(size.times('1e-40'))).toBe(true);
  }
  for (const [name, part] of Object.entries(parts)) {
    expect(part.result).toEqual({ kind: 'figure', value: inputs[name] });
    proves(part);
  }
}

describe('an explained number', () => {
  it('is what its formula makes of its inputs', () => {
    fc.assert(
      fc.property(marked, ({ position, mark, table }) => {
        const value = positionValue(position.quantity, mark);
        for (const each of [
          explainProfit(position, mark),
          explainRoe(position, mark),
          explainMargin(position),
          explainMargin({ ...position, mode: 'cross', margin: '0' }),
          explainMaintenance(value, table),
          explainLiquidation(position, position.margin, mark, table),
        ])
          proves(each);
      }),
    );
  });
  it('is the number that the product shows', () => {
    fc.assert(
      fc.property(marked, ({ position, mark, table }) => {
        const found = liquidationPrice(position, position.margin, mark, table);
        const { result } = explainLiquidation(position, position.margin, mark, table);
        expect(result).toEqual(
          found.kind === 'at' ? { kind: 'figure', value: found.price } : { kind: found.kind },
        );
      }),
    );
  });
  it('of a cross account has the wallet behind the price as its part', () => {
    fc.assert(
      fc.property(crossAccount, (account) => {
        crossLiquidations(account).forEach((found, i) => {
          const each = explainCrossLiquidation(account, i);
          if (each === undefined) throw new Error('explained');
          proves(each);
          expect(each.parts['wallet']?.formula).toBe('crossWallet');
          if (found.kind === 'at') expect(each.result).toEqual({ kind: 'figure', value: found.price });
        });
        const ratio = explainMarginRatio(account);
        proves(ratio);
        expect(ratio.result.kind === 'none').toBe(crossTotals(account).ratio === undefined);
        expect(explainCrossLiquidation(account, account.positions.length)).toBeUndefined();
      }),
    );
  });
  it('says that there is none', () => {
    const nothing = { side: 'long', quantity: '1', cost: '0', leverage: 1 } as const;
    expect(explainRoe(nothing, '1').result).toEqual({ kind: 'none' });
  });
  it('has a formula for each id', () => {
    expect(Object.keys(formulas)).toEqual([...formulaIds]);
  });
});
