import { venueName } from '../../state/brand.ts';

/** Room between the card's edge and what stands on it, pixels of the picture. */
export const MARGIN = 48;

/** Draws a card in the page's own colours and type. */
export interface Pen {
  /** One line of text with its foot at `y`. @param weight 400 or 700. @param size pixels. */
  readonly write: (text: string, y: number, token: string, weight: number, size: number) => void;
  readonly fill: (x: number, y: number, width: number, height: number, token: string) => void;
  /** A picture's upper square. @param side pixels. */
  readonly place: (picture: HTMLCanvasElement, x: number, y: number, side: number) => void;
}

/** An empty card with an edge of one colour and the product's name; undefined where nothing can be drawn. */
export function beginCard(canvas: HTMLCanvasElement, edge: string): Pen | undefined {
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  const look = getComputedStyle(document.documentElement);
  const ink = (token: string): string => look.getPropertyValue(token).trim();
  const pen: Pen = {
    write(text, y, token, weight, size) {
      context.fillStyle = ink(token);
      context.font = `${weight} ${size}px ${ink('--font') || 'sans-serif'}`;
      context.fillText(text, MARGIN, y, canvas.width - 2 * MARGIN);
    },
    fill(x, y, width, height, token) {
      context.fillStyle = ink(token);
      context.fillRect(x, y, width, height);
    },
    place(picture, x, y, side) {
      context.drawImage(picture, 0, 0, picture.width, picture.width, x, y, side, side);
    },
  };
  pen.fill(0, 0, canvas.width, canvas.height, '--surface-1');
  pen.fill(0, 0, 12, canvas.height, edge);
  pen.write(venueName(), 66, '--accent', 700, 30);
  return pen;
}
