import { deflateRawSync } from 'node:zlib';
import { PACK_WINDOW } from '../../../domain/contract/index.ts';
import type { Pack } from '../../edge/realtime/message.ts';

/** Texts longer than this are packed quickly rather than well: nothing else is done meanwhile. */
const LONG = 64 * 1024;

/** Raw DEFLATE, by the text before where there is one. */
export const pack: Pack = (text, before) => {
  const level = text.length > LONG ? 1 : 6;
  if (before === undefined) return deflateRawSync(text, { level });
  return deflateRawSync(text, { level, dictionary: Buffer.from(before).subarray(-PACK_WINDOW) });
};
