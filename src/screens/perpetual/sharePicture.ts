/** What stands on a card. */
interface CardLines {
  readonly pair: string;
  readonly terms: string;
  readonly roe: string;
  readonly entry: string;
  readonly mark: string;
  readonly foot: string;
  readonly isGain: boolean;
}

const MARGIN = 48;

/** Draws a card in the page's own colours and type. */
export function drawCard(canvas: HTMLCanvasElement, lines: CardLines): void {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const look = getComputedStyle(document.documentElement);
  const ink = (name: string): string => look.getPropertyValue(name).trim();
  const type = (weight: number, size: number): string =>
    `${weight} ${size}px ${ink('--font') || 'sans-serif'}`;
  const write = (text: string, y: number, colour: string, font: string): void => {
    pen.fillStyle = ink(colour);
    pen.font = font;
    pen.fillText(text, MARGIN, y, canvas.width - 2 * MARGIN);
  };
  pen.fillStyle = ink('--surface-1');
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = ink(lines.isGain ? '--up' : '--down');
  pen.fillRect(0, 0, 12, canvas.height);
  write('Tidemark', 66, '--accent', type(700, 30));
  write(lines.pair, 128, '--text-1', type(700, 40));
  write(lines.terms, 168, '--text-2', type(400, 26));
  write(lines.roe, 260, lines.isGain ? '--up' : '--down', type(700, 84));
  write(`${lines.entry}   ${lines.mark}`, 316, '--text-2', type(400, 26));
  write(lines.foot, 364, '--warn', type(400, 22));
}
