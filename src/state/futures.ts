import { proxy, ref } from 'valtio';
import type { FuturesAccountLine, FuturesFrame, PositionLine } from '../../workers/api.ts';
import { CellBoard } from './cells.ts';

type Live =
  | 'profit'
  | 'roe'
  | 'net'
  | 'mark'
  | 'liquidation'
  | 'toLiquidation'
  | 'rangesToLiquidation'
  | 'value'
  | 'ratio'
  | 'maintenance';
/** What of a position stands still between two of its changes. */
export interface PositionHead
  extends Omit<PositionLine, Live | 'direction' | 'netDirection' | 'ratioPermille' | 'fundingDue'> {
  /** Funding is settled within minutes. */
  readonly isFundingSoon: boolean;
}

export interface FuturesState
  extends Pick<FuturesFrame, 'orders' | 'positionCount' | 'orderCount' | 'isKnown'> {
  readonly positions: readonly PositionHead[];
  readonly failed?: FuturesFrame['failed'];
  readonly absence?: FuturesFrame['absence'];
  readonly explained?: FuturesFrame['explained'];
  /** The cross side is near its liquidation. */
  readonly isInDanger: boolean;
}

const EMPTY: FuturesState = {
  isKnown: false,
  positions: [],
  orders: [],
  positionCount: 0,
  orderCount: 0,
  isInDanger: false,
};
/** Of the ratio at which liquidation begins, per mille. */
const DANGER_PERMILLE = 800;

/** A futures account on screen: what is rendered, and live figures that are only written. */
export class FuturesModel {
  // Whole or not at all: no part of it is ever written, so that no part is wrapped.
  readonly state = proxy<{ now: FuturesState }>({ now: ref(EMPTY) });
  readonly cells = new CellBoard();
  /** The same object for as long as a position says the same: its card is not drawn again. */
  #heads: ReadonlyMap<number, { readonly text: string; readonly head: PositionHead }> = new Map();
  #seen = '';
  readonly #dangers = new Map<number, number>();
  readonly #bars = new Map<number, (percent: number) => void>();

  /** The only writer of the positions. */
  apply({ kind: _kind, snapshot: _snapshot, account, positions, ...rest }: FuturesFrame): void {
    const { state, cells } = this;
    if (rest.isKnown) {
      this.#writeAccount(account);
      for (const line of positions) this.#write(line);
    } else cells.clear();
    const known = rest.isKnown ? positions.map((line) => this.#storedHead(line)) : [];
    this.#heads = new Map(known.map((each) => [each.head.id, each]));
    const heads = known.map(({ head }) => head);
    const isInDanger = account.ratioPermille >= DANGER_PERMILLE;
    const seen = JSON.stringify({ ...rest, isInDanger });
    const before = state.now.positions;
    const isSame = heads.length === before.length && heads.every((head, place) => head === before[place]);
    if (isSame && seen === this.#seen) return;
    this.#seen = seen;
    state.now = ref({ ...rest, positions: heads, isInDanger });
  }

  /** Subscribes to how near a position is to its liquidation, whole per cent, now and whenever it moves. @returns undo. */
  followDanger(id: number, listener: (percent: number) => void): () => void {
    this.#bars.set(id, listener);
    listener(this.#dangers.get(id) ?? 0);
    return () => {
      if (this.#bars.get(id) === listener) this.#bars.delete(id);
    };
  }

  #storedHead(line: PositionLine) {
    const head = headOf(line);
    const text = JSON.stringify(head);
    const kept = this.#heads.get(line.id);
    return kept?.text === text ? kept : { text, head };
  }

  #writeAccount(account: FuturesAccountLine): void {
    const { cells } = this;
    cells.write('equity', account.equity);
    cells.write('balance', account.balance);
    cells.write('available', account.available);
    cells.write('profit', account.profit, account.direction);
    cells.write('net', account.net, account.netDirection);
    cells.write('positionMargin', account.positionMargin);
    cells.write('maintenance', account.maintenance);
    cells.write('ratio', account.ratio);
  }

  #write(line: PositionLine): void {
    const { id, profit, direction, roe, net, netDirection, mark, liquidation, value, ratio, maintenance } =
      line;
    const { cells } = this;
    cells.write(`${id}:profit`, profit, direction);
    cells.write(`${id}:roe`, roe, direction);
    cells.write(`${id}:net`, net, netDirection);
    cells.write(`${id}:mark`, mark);
    cells.write(`${id}:liquidation`, liquidation);
    cells.write(`${id}:toLiquidation`, line.toLiquidation);
    cells.write(`${id}:rangesToLiquidation`, line.rangesToLiquidation);
    cells.write(`${id}:fundingIn`, line.fundingDue?.in ?? '');
    cells.write(`${id}:fundingDue`, line.fundingDue?.amount ?? '', line.fundingDue?.direction);
    cells.write(`${id}:value`, value);
    cells.write(`${id}:ratio`, ratio);
    cells.write(`${id}:maintenance`, maintenance);
    const danger = Math.min(100, Math.round(line.ratioPermille / 10));
    if (this.#dangers.get(id) === danger) return;
    this.#dangers.set(id, danger);
    this.#bars.get(id)?.(danger);
  }
}

function headOf(line: PositionLine): PositionHead {
  const {
    profit,
    direction,
    roe,
    net,
    netDirection,
    mark,
    liquidation,
    toLiquidation,
    rangesToLiquidation,
    fundingDue,
    value,
    ratio,
    maintenance,
    ratioPermille,
    ...head
  } = line;
  return { ...head, isFundingSoon: fundingDue !== undefined };
}
