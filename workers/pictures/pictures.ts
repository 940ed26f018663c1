import type { RefusalCode } from '../../domain/index.ts';
import { fitted } from './fitted.ts';
import { isHeic } from './heic.ts';

/** Documents stay readable at this many pixels, and files small. */
const LONGEST_SIDE = 2_000;
const TYPE = 'image/jpeg';
const QUALITY = 0.85;

/** Pixels of a picture, four bytes each. */
export interface Pixels {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

/** Why a file is not sent: it is no picture, or one of a kind that this browser cannot read. */
export type PictureRefusal = Extract<RefusalCode, 'uploadKind' | 'uploadHeic'>;

/** What a worker of its own does with pictures, so that neither the page nor its prices wait for it. */
export interface Pictures {
  /**
   * The picture as a JPEG of at most 2,000 pixels a side, without what the camera wrote into it. Where the browser
   * cannot draw in a worker, the file as it is.
   */
  shrink(file: Blob): Promise<Blob | PictureRefusal>;
  /** The text of the QR code in a picture; undefined when there is none. */
  readCode(pixels: Pixels): Promise<string | undefined>;
}

export function createPictures(): Pictures {
  return { shrink, readCode };
}

async function shrink(file: Blob): Promise<Blob | PictureRefusal> {
  if (typeof OffscreenCanvas !== 'function') return file;
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!picture) return (await isHeic(file)) ? 'uploadHeic' : 'uploadKind';
  const { width, height } = fitted(picture, LONGEST_SIDE);
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d');
  if (!pen) return file;
  // What was transparent is white in a JPEG, not black.
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, width, height);
  pen.drawImage(picture, 0, 0, width, height);
  picture.close();
  return canvas.convertToBlob({ type: TYPE, quality: QUALITY });
}

async function readCode({ data, width, height }: Pixels): Promise<string | undefined> {
  const { default: decode } = await import('qr/decode.js');
  try {
    return decode({ data, width, height }, { format: 'RGBA' }) || undefined;
  } catch {
    // It throws where there is no code, and where one cannot be made out.
    return undefined;
  }
}
