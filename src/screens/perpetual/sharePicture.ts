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

/** Long enough for a browser that asks the person where to put the file. */
const REVOKE_MS = 60_000;
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

const pictureOf = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));

/** Saves the picture as a file. */
export async function savePicture(canvas: HTMLCanvasElement, name: string): Promise<void> {
  const picture = await pictureOf(canvas);
  if (!picture) return;
  const address = URL.createObjectURL(picture);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_MS);
}

/** Hands the picture to another app; where the browser cannot, saves it. */
export async function sharePicture(canvas: HTMLCanvasElement, name: string): Promise<void> {
  const picture = await pictureOf(canvas);
  if (!picture) return;
  const files = [new File([picture], name, { type: 'image/png' })];
  if (typeof navigator.canShare !== 'function' || !navigator.canShare({ files })) {
    await savePicture(canvas, name);
    return;
  }
  // Somebody who thinks better of it closes the system's sheet.
  await navigator.share({ files }).catch(() => undefined);
}
