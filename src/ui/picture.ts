import { saveFile } from './records/download.ts';

const pictureOf = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));

/** Saves the picture as a file. */
export async function savePicture(canvas: HTMLCanvasElement, name: string): Promise<void> {
  const picture = await pictureOf(canvas);
  if (picture) saveFile(picture, name);
}

/**
 * Hands the picture to another app; where the browser cannot, saves it.
 * @param words what goes with it, for example an address.
 */
export async function sharePicture(
  canvas: HTMLCanvasElement,
  name: string,
  words: Pick<ShareData, 'text' | 'url'> = {},
): Promise<void> {
  const picture = await pictureOf(canvas);
  if (!picture) return;
  const files = [new File([picture], name, { type: 'image/png' })];
  if (typeof navigator.canShare !== 'function' || !navigator.canShare({ files })) {
    saveFile(picture, name);
    return;
  }
  // Somebody who thinks better of it closes the system's sheet.
  await navigator.share({ ...words, files }).catch(() => undefined);
}
