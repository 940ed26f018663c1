import sharp from 'sharp';
import { RuleError } from '../../../domain/index.ts';
import type { PictureReader } from '../../books/users/storeUpload.ts';

const KINDS = ['jpeg', 'png', 'webp'];
const MOST_PIXELS = 40_000_000;
/** Documents stay readable, and files small. */
const LONGEST_SIDE = 2_400;

sharp.concurrency(1);
sharp.cache(false);

/** Pictures by libvips: what the bytes say they are counts, and pixels are bounded before any is decoded. */
export const readPicture: PictureReader = async (file) => {
  const bytes = Buffer.from(await file.arrayBuffer());
  const open = () => sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
  const {
    format,
    width = 0,
    height = 0,
    pages = 1,
  } = await open()
    .metadata()
    .catch((error: unknown) => {
      throw new RuleError(/pixel limit/i.test(String(error)) ? 'uploadPixels' : 'uploadKind');
    });
  if (!KINDS.includes(format ?? '') || pages > 1) throw new RuleError('uploadKind');
  if (width * height > MOST_PIXELS) throw new RuleError('uploadPixels');
  const made = await open()
    .rotate()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 85 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw new RuleError('uploadKind');
    });
  return { content: made.data, width: made.info.width, height: made.info.height };
};
