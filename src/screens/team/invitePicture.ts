import { beginCard, MARGIN } from '../../ui/card/pen.ts';
import { drawCode } from '../../ui/QrCode.tsx';

/** What stands on the card. */
interface InviteLines {
  readonly title: string;
  readonly code: string;
  readonly link: string;
  /** Empty for none. */
  readonly foot: string;
}

const CODE_PX = 232;

/** Draws an invitation: the code in letters and for cameras. */
export function drawInvitation(canvas: HTMLCanvasElement, { title, code, link, foot }: InviteLines): void {
  const pen = beginCard(canvas, '--accent');
  if (!pen) return;
  pen.write(title, 120, '--text-1', 700, 34);
  pen.write(code, 226, '--accent', 700, 56);
  pen.write(link.replace(/^https?:\/\//, ''), 338, '--text-2', 400, 24);
  pen.write(foot, 374, '--warn', 400, 22);
  const picture = document.createElement('canvas');
  drawCode(picture, link, []);
  // What drawCode leaves below for lines is cut off.
  pen.place(picture, canvas.width - MARGIN - CODE_PX, 48, CODE_PX);
}
