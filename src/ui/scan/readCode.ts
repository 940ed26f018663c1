import { readPixels } from '../../state/pictures.ts';

/** What Chromium on phones brings along; TypeScript does not know it yet. */
interface Detector {
  detect(source: ImageBitmapSource): Promise<readonly { readonly rawValue: string }[]>;
}
type DetectorClass = (new (options: {
  formats: string[];
}) => Detector) & {
  getSupportedFormats(): Promise<readonly string[]>;
};
const FORMAT = 'qr_code';

/** Enough for a code that fills a third of a picture, and quick to look through. */
const LONGEST_SIDE = 800;

/** The browser's own reader, where it has one that knows these codes. */
async function ownDetector(): Promise<Detector | undefined> {
  const { BarcodeDetector } = window as unknown as { BarcodeDetector?: DetectorClass };
  if (!BarcodeDetector) return undefined;
  const formats = await BarcodeDetector.getSupportedFormats().catch((): readonly string[] => []);
  return formats.includes(FORMAT) ? new BarcodeDetector({ formats: [FORMAT] }) : undefined;
}

export type Source = HTMLVideoElement | ImageBitmap;

/** Reads QR codes: by the browser's own reader, else by the one of the worker for pictures. */
export async function createCodeReader(): Promise<(source: Source) => Promise<string | undefined>> {
  const detector = await ownDetector();
  if (detector) return async (source) => (await detector.detect(source))[0]?.rawValue;
  const canvas = document.createElement('canvas');
  return async (source) => {
    const pixels = pixelsOf(source, canvas);
    return pixels && readPixels(pixels);
  };
}

/** The text of the code in a picture that the user chose; undefined when there is none. */
export async function readFileCode(file: Blob): Promise<string | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return undefined;
  const read = await createCodeReader();
  const text = await read(picture);
  picture.close();
  return text;
}

function pixelsOf(source: Source, canvas: HTMLCanvasElement) {
  const width = source instanceof HTMLVideoElement ? source.videoWidth : source.width;
  const height = source instanceof HTMLVideoElement ? source.videoHeight : source.height;
  // A camera that has just begun has no picture yet.
  if (width === 0 || height === 0) return undefined;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) return undefined;
  pen.drawImage(source, 0, 0, canvas.width, canvas.height);
  return pen.getImageData(0, 0, canvas.width, canvas.height);
}
