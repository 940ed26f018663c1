import encodeQr from 'qr';
import { useMemo } from 'react';
import { look } from './look.ts';
import styles from './QrCode.module.css';

/** Modules of quiet around the code, without which cameras miss it. */
const QUIET = 4;

/** Rows of modules, true where dark: a seventh of them may be covered. */
const modulesOf = (text: string): readonly (readonly boolean[])[] =>
  encodeQr(text, 'raw', { ecc: 'medium', border: QUIET });

/** A text as a picture for cameras: dark on light in both themes. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => drawing(text), [text]);
  return (
    <svg
      className={look('round3', styles['qr'])}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
    >
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  );
}

/** Pixels of a side of a picture that is saved: cameras read it from across a table. */
const PICTURE_SIDE = 720;
const LINE = 40;

/** The code as a picture to keep, with lines below that say what it is. */
export function drawCode(canvas: HTMLCanvasElement, text: string, lines: readonly string[]): void {
  canvas.width = PICTURE_SIDE;
  canvas.height = PICTURE_SIDE + (lines.length + 1) * LINE;
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const look = getComputedStyle(document.documentElement);
  const data = modulesOf(text);
  const side = PICTURE_SIDE / data.length;
  pen.fillStyle = look.getPropertyValue('--qr-paper');
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = look.getPropertyValue('--qr-ink');
  for (const [y, row] of data.entries()) {
    for (const [x, isDark] of row.entries()) {
      // Whole pixels: seams between modules would be read as light.
      if (isDark) pen.fillRect(Math.floor(x * side), Math.floor(y * side), Math.ceil(side), Math.ceil(side));
    }
  }
  pen.font = `26px ${look.getPropertyValue('--font') || 'sans-serif'}`;
  pen.textAlign = 'center';
  for (const [i, line] of lines.entries())
    pen.fillText(line, PICTURE_SIDE / 2, PICTURE_SIDE + (i + 1) * LINE, PICTURE_SIDE - LINE);
}

function drawing(text: string): { size: number; path: string } {
  const data = modulesOf(text);
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { size: data.length, path };
}
