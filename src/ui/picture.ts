import { saveFile } from './records/download.ts';

const pictureOf = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));

/** Saves the picture as a file. */
export async function savePicture(canvas: HTMLCanvasElement, name: string): Promise<void> {
  const picture = await pictureOf(canvas);
  if (picture) saveFile(picture, name);
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
