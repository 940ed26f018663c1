import type { Explanation } from '../../../domain/index.ts';
import {
  explainCrossLiquidation,
  explainLiquidation,
  explainMaintenance,
  explainMargin,
  explainMarginRatio,
  explainProfit,
  explainRoe,
} from '../../../domain/index.ts';
import type { ExplainedFigure, ExplainedNumber } from '../../protocol.ts';
import type { Snapshot } from '../../streams/positions/index.ts';
import type { Joined } from '../../streams/positions/joined.ts';

/** A number of a position with the exact inputs of the snapshot that shows it. */
export function explainedOf(
  snapshot: Snapshot,
  market: string,
  figure: ExplainedFigure,
): ExplainedNumber | undefined {
  const joined = snapshot.joined.get(market);
  const explanation = joined && explanationOf(snapshot, joined, figure);
  return explanation && numberOf(explanation);
}

function explanationOf(snapshot: Snapshot, joined: Joined, figure: ExplainedFigure): Explanation | undefined {
  const { row, mark, table, value } = joined;
  const [, price] = mark;
  switch (figure) {
    case 'profit':
      return explainProfit(row, price);
    case 'roe':
      return explainRoe(row, price);
    case 'margin':
      return explainMargin(row);
    case 'maintenance':
      return explainMaintenance(value, table);
    case 'liquidation':
      return row.mode === 'isolated'
        ? explainLiquidation(row, row.margin, price, table)
        : crossLiquidation(snapshot, joined);
    case 'marginRatio':
      return row.mode === 'isolated' ? isolatedRatio(joined) : ofAccount(snapshot);
  }
}

function crossLiquidation({ account }: Snapshot, { row }: Joined): Explanation | undefined {
  const index = account?.positions.findIndex(({ position }) => position === row) ?? -1;
  return account && index >= 0 ? explainCrossLiquidation(account, index) : undefined;
}

const ofAccount = ({ account }: Snapshot): Explanation | undefined => account && explainMarginRatio(account);

/** The account of an isolated position is its own margin. */
function isolatedRatio({ row, mark, table }: Joined): Explanation {
  return explainMarginRatio({
    balance: row.margin,
    held: '0',
    positions: [{ position: row, mark: mark[1], table }],
  });
}

function numberOf({ formula, inputs, result, parts }: Explanation): ExplainedNumber {
  const named = Object.entries(inputs).map(([name, value]) => ({ name, value }));
  const own = Object.entries(parts).map(([name, part]) => ({ name, explained: numberOf(part) }));
  const value = result.kind === 'figure' ? result.value : '';
  const lines = [
    `${formula} = ${value || result.kind}`,
    ...named.map((input) => `${input.name} = ${input.value}`),
    ...own.map(({ name, explained }) => `${name}: ${explained.copy.split('\n').join('; ')}`),
  ];
  return { formula, kind: result.kind, value, inputs: named, parts: own, copy: lines.join('\n') };
}
