import { useCallback } from 'react';
import type { CellBoard } from '../state/cells.ts';

export interface LiveTextProps {
  readonly board: CellBoard;
  /** Name of the cell. */
  readonly cell: string;
  readonly className?: string | undefined;
  /** By which another element is read with it. */
  readonly id?: string;
}

/** Text that changes without a render: the board writes it. */
export function LiveText({ board, cell, className, id }: LiveTextProps) {
  const attach = useCallback(
    (element: HTMLSpanElement | null) => (element ? board.attach(cell, element) : undefined),
    [board, cell],
  );
  return <span ref={attach} id={id} className={className} data-cell={cell} />;
}
