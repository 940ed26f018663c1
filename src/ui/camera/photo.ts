/** Documents lose nothing that can be read at this quality; the worker for pictures writes the file that is sent. */
const TYPE = 'image/jpeg';
const QUALITY = 0.95;

interface Size {
  readonly width: number;
  readonly height: number;
}
interface Part extends Size {
  readonly x: number;
  readonly y: number;
}

/** The part of a picture that a box shows which it covers from edge to edge, in the picture's pixels. */
export function seenPart(picture: Size, box: Size): Part {
  const scale = Math.max(box.width / picture.width, box.height / picture.height);
  const width = Math.min(picture.width, Math.round(box.width / scale));
  const height = Math.min(picture.height, Math.round(box.height / scale));
  return {
    x: Math.round((picture.width - width) / 2),
    y: Math.round((picture.height - height) / 2),
    width,
    height,
  };
}

/** What the element shows right now, as a file; undefined while it shows nothing. */
export async function takePhoto(video: HTMLVideoElement): Promise<Blob | undefined> {
  const { videoWidth, videoHeight, clientWidth, clientHeight } = video;
  if (videoWidth === 0 || videoHeight === 0 || clientWidth === 0 || clientHeight === 0) return undefined;
  const part = seenPart(
    { width: videoWidth, height: videoHeight },
    { width: clientWidth, height: clientHeight },
  );
  const canvas = document.createElement('canvas');
  canvas.width = part.width;
  canvas.height = part.height;
  const pen = canvas.getContext('2d');
  if (!pen) return undefined;
  pen.drawImage(video, part.x, part.y, part.width, part.height, 0, 0, part.width, part.height);
  const photo = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, TYPE, QUALITY));
  return photo ?? undefined;
}
