import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { SettingError } from '../../base/config.ts';

/** Larger files are no icon. */
const MOST_BYTES = 2 * 1024 * 1024;
const SHARE = { width: 1_200, height: 630, icon: 320 };
/** Of a maskable icon's side: what phones never cut away. @see https://www.w3.org/TR/appmanifest/#icon-masks */
const SAFE = 0.8;
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

/** Pictures by the paths under which they are served. */
export type Pictures = ReadonlyMap<string, Buffer>;

/** Names of files that a brand may bring, besides what is made of its `icon.svg`. */
const MADE = [
  '/favicon.ico',
  '/icons/apple-180.png',
  '/icons/badge-96.png',
  '/icons/icon-192.png',
  '/icons/icon-512.png',
  '/icons/maskable-512.png',
  '/share.png',
] as const;
/** Pixels that the manifest names and phones count on. */
const SIZES: Readonly<Record<string, readonly [width: number, height: number]>> = {
  '/icons/apple-180.png': [180, 180],
  '/icons/badge-96.png': [96, 96],
  '/icons/icon-192.png': [192, 192],
  '/icons/icon-512.png': [512, 512],
  '/icons/maskable-512.png': [512, 512],
  '/share.png': [SHARE.width, SHARE.height],
  '/screenshots/trade.png': [780, 1_688],
  '/screenshots/chart.png': [780, 1_688],
  '/screenshots/market.png': [780, 1_688],
  '/screenshots/wide.png': [1_280, 800],
};
export const screenshots = ['trade', 'chart', 'market', 'wide'].map((name) => `/screenshots/${name}.png`);

/**
 * A brand's pictures: its own files, and what is made of its `icon.svg`.
 * @param ground colour behind icons that have to have one, as hexadecimal digits. @throws {SettingError} naming the file.
 */
export async function brandPictures(folder: string, ground: string): Promise<Pictures> {
  const found = new Map<string, Buffer>();
  for (const path of ['/icon.svg', ...MADE, ...screenshots]) {
    const file = join(folder, path);
    if (!existsSync(file)) continue;
    const content = readFileSync(file);
    if (content.length > MOST_BYTES) throw new SettingError(`${file} is larger than 2 MB.`);
    if (!path.endsWith('.ico')) await mustBePicture(file, path, content);
    found.set(path, content);
  }
  const icon = found.get('/icon.svg');
  if (icon) for (const path of MADE) if (!found.has(path)) found.set(path, await madeOf(icon, path, ground));
  return found;
}

async function mustBePicture(file: string, path: string, content: Buffer): Promise<void> {
  const format = file.endsWith('.svg') ? 'svg' : 'png';
  const found = await sharp(content)
    .metadata()
    .catch(() => undefined);
  if (found?.format !== format)
    throw new SettingError(`${file} is no picture of the kind that its name says.`);
  const size = SIZES[path];
  if (size && (found.width !== size[0] || found.height !== size[1]))
    throw new SettingError(
      `${file} is ${found.width} by ${found.height} pixels; it must be ${size[0]} by ${size[1]}.`,
    );
}

/** The icon in a square, as sharp as its size allows. */
const drawn = (icon: Buffer, side: number) =>
  sharp(icon, { density: 600 }).resize(side, side, { fit: 'contain', background: CLEAR });

async function madeOf(icon: Buffer, path: (typeof MADE)[number], ground: string): Promise<Buffer> {
  switch (path) {
    case '/favicon.ico':
      return icoOf(await drawn(icon, 32).png().toBuffer(), 32);
    case '/icons/apple-180.png':
      return drawn(icon, 180).flatten({ background: ground }).png().toBuffer();
    case '/icons/badge-96.png':
      return badgeOf(icon, 96);
    case '/icons/icon-192.png':
      return drawn(icon, 192).png().toBuffer();
    case '/icons/icon-512.png':
      return drawn(icon, 512).png().toBuffer();
    case '/icons/maskable-512.png':
      return onGround(
        await drawn(icon, Math.floor(512 * SAFE))
          .png()
          .toBuffer(),
        512,
        512,
        ground,
      );
    case '/share.png':
      return onGround(await drawn(icon, SHARE.icon).png().toBuffer(), SHARE.width, SHARE.height, ground);
  }
}

const onGround = (picture: Buffer, width: number, height: number, background: string): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .composite([{ input: picture }])
    .png()
    .toBuffer();

/** White where the icon differs from its upper left corner, clear elsewhere: phones draw such icons in one colour. */
async function badgeOf(icon: Buffer, side: number): Promise<Buffer> {
  const { data } = await drawn(icon, side).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (i: number): readonly number[] => [...data.subarray(4 * i, 4 * i + 4)];
  // An icon on a square of its own begins a little inside, past round corners.
  const corner = at(Math.floor(side / 2) + side * 4);
  const white = Buffer.alloc(side * side * 4, 255);
  for (let i = 0; i < side * side; i += 1) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = at(i);
    const [r = 0, g = 0, b = 0, a = 0] = corner;
    const differs = Math.max(Math.abs(red - r), Math.abs(green - g), Math.abs(blue - b));
    white[4 * i + 3] = a < 128 ? alpha : Math.min(alpha, 2 * differs, 255);
  }
  return sharp(white, { raw: { width: side, height: side, channels: 4 } })
    .png()
    .toBuffer();
}

/** One picture in the form of the oldest icons, which may hold a PNG. */
function icoOf(png: Buffer, side: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(side, 6);
  head.writeUInt8(side, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
