import { beginCard } from '../../ui/card/pen.ts';

/** What stands on a card. */
export interface CardLines {
  readonly pair: string;
  readonly terms: string;
  readonly roe: string;
  readonly entry: string;
  readonly mark: string;
  readonly foot: string;
  readonly colour: '--up' | '--down' | '--text-1';
}

/** Draws a position. */
export function drawCard(canvas: HTMLCanvasElement, lines: CardLines): void {
  const { colour } = lines;
  const pen = beginCard(canvas, colour);
  if (!pen) return;
  pen.write(lines.pair, 128, '--text-1', 700, 40);
  pen.write(lines.terms, 168, '--text-2', 400, 26);
  pen.write(lines.roe, 260, colour, 700, 84);
  pen.write(`${lines.entry}   ${lines.mark}`, 316, '--text-2', 400, 26);
  pen.write(lines.foot, 364, '--warn', 400, 22);
}
