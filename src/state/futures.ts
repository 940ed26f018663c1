import { proxy } from 'valtio';
import type { Result } from '../../domain/index.ts';
import type { FuturesAccountLine, FuturesFilter, FuturesFrame, PositionLine } from '../../workers/api.ts';
import { CellBoard } from './cells.ts';
import { client } from './client.ts';
import { asPerson } from './login.ts';

/** One tab of what was on perpetuals as CSV text, at full precision. */
export function futuresCsv(filter: FuturesFilter): Promise<Result<string>> {
  return asPerson(() => client.exportFutures(filter));
}

type Live = 'profit' | 'roe' | 'mark' | 'liquidation' | 'value' | 'ratio' | 'maintenance';
/** What of a position stands still between two of its changes. */
export interface PositionHead extends Omit<PositionLine, Live | 'direction' | 'ratioPermille'> {
  /** How near liquidation is, whole per cent. */
  readonly danger: number;
}

export interface FuturesState
  extends Pick<FuturesFrame, 'orders' | 'positionCount' | 'orderCount' | 'isKnown' | 'news'> {
  readonly positions: readonly PositionHead[];
  readonly failed?: FuturesFrame['failed'];
  readonly absence?: FuturesFrame['absence'];
  readonly explained?: FuturesFrame['explained'];
  /** Of the cross side, whole per cent. */
  readonly danger: number;
}

const EMPTY: FuturesState = {
  isKnown: false,
  positions: [],
  orders: [],
  positionCount: 0,
  orderCount: 0,
  news: [],
  danger: 0,
};

/** A futures account on screen: what is rendered, and live figures that are only written. */
export class FuturesModel {
  readonly state = proxy<{ now: FuturesState }>({ now: EMPTY });
  readonly cells = new CellBoard();

  /** The only writer of the positions. */
  apply({ kind: _kind, snapshot: _snapshot, account, positions, ...rest }: FuturesFrame): void {
    const { state, cells } = this;
    if (rest.isKnown) {
      this.#writeAccount(account);
      for (const line of positions) this.#write(line);
    } else cells.clear();
    const now = {
      ...rest,
      positions: rest.isKnown ? positions.map(headOf) : [],
      danger: wholePercent(account.ratioPermille),
    };
    if (JSON.stringify(state.now) !== JSON.stringify(now)) state.now = now;
  }

  #writeAccount(account: FuturesAccountLine): void {
    const { cells } = this;
    cells.write('equity', account.equity);
    cells.write('balance', account.balance);
    cells.write('available', account.available);
    cells.write('profit', account.profit, account.direction);
    cells.write('positionMargin', account.positionMargin);
    cells.write('maintenance', account.maintenance);
    cells.write('ratio', account.ratio);
  }

  #write(line: PositionLine): void {
    const { id, profit, direction, roe, mark, liquidation, value, ratio, maintenance } = line;
    const { cells } = this;
    cells.write(`${id}:profit`, profit, direction);
    cells.write(`${id}:roe`, roe, direction);
    cells.write(`${id}:mark`, mark);
    cells.write(`${id}:liquidation`, liquidation);
    cells.write(`${id}:value`, value);
    cells.write(`${id}:ratio`, ratio);
    cells.write(`${id}:maintenance`, maintenance);
  }
}

const wholePercent = (permille: number): number => Math.min(100, Math.round(permille / 10));

function headOf(line: PositionLine): PositionHead {
  const { profit, direction, roe, mark, liquidation, value, ratio, maintenance, ratioPermille, ...head } =
    line;
  return { ...head, danger: wholePercent(ratioPermille) };
}
