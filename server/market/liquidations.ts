import type { Dec, PositionSide } from '../../domain/index.ts';

/** A position, or a part of one, that was closed by liquidation: without whose it was. */
export interface PrintedLiquidation {
  readonly market: string;
  /** Of the position that was closed. */
  readonly side: PositionSide;
  /** Base units, > 0. */
  readonly quantity: Dec;
  readonly price: Dec;
  /** ms UTC. */
  readonly at: number;
}

/** Publishes liquidations once they are committed. */
export interface LiquidationTape {
  /** @returns undo. */
  onLiquidation(listener: (liquidation: PrintedLiquidation) => void): () => void;
}
