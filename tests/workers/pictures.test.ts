import { encode } from 'uqr';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fitted } from '../../workers/pictures/fitted.ts';
import { isHeic } from '../../workers/pictures/heic.ts';
import { createPictures } from '../../workers/pictures/pictures.ts';

describe('a picture that is made smaller', () => {
  it.each([
    [4_000, 3_000, 2_000, 1_500],
    [3_000, 4_000, 1_500, 2_000],
    [800, 600, 800, 600],
    [100_000, 3, 2_000, 1],
  ])('of %d by %d fits: %d by %d', (width, height, toWidth, toHeight) => {
    expect(fitted({ width, height }, 2_000)).toEqual({ width: toWidth, height: toHeight });
  });
  it('goes as it is where a worker cannot draw', async () => {
    const file = new Blob(['x']);
    expect(await createPictures().shrink(file)).toBe(file);
  });
});

describe('a photo of the kind HEIC', () => {
  const photo = (brand: string) => new Blob([new Uint8Array([0, 0, 0, 24]), `ftyp${brand}`, 'more']);
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ['heic', true],
    ['mif1', true],
    ['isom', false],
  ])('is known by its first bytes: %s %s', async (brand, expected) => {
    expect(await isHeic(photo(brand))).toBe(expected);
  });
  it('is told apart from what is no picture where the browser can read neither', async () => {
    vi.stubGlobal('OffscreenCanvas', class {});
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('cannot be decoded')));
    expect(await createPictures().shrink(photo('heic'))).toBe('uploadHeic');
    expect(await createPictures().shrink(new Blob(['<html>']))).toBe('uploadKind');
    expect(await createPictures().shrink(new Blob([]))).toBe('uploadKind');
  });
});

describe('a QR code', () => {
  const SCALE = 4;
  /** The pixels of a code, as a camera would give them. */
  const pixelsOf = (text: string) => {
    const { data, size } = encode(text, { ecc: 'M', border: 4 });
    const side = size * SCALE;
    const pixels = new Uint8ClampedArray(side * side * 4);
    for (let i = 0; i < side * side; i++) {
      const isDark = data[Math.floor(i / side / SCALE)]?.[Math.floor((i % side) / SCALE)];
      pixels.set([...(isDark ? [0, 0, 0] : [255, 255, 255]), 255], i * 4);
    }
    return { data: pixels, width: side, height: side };
  };
  it('is read from pixels', async () => {
    const text = 'tron:TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
    expect(await createPictures().readCode(pixelsOf(text))).toBe(text);
  });
  it('is not found where there is none', async () => {
    const white = new Uint8ClampedArray(64 * 64 * 4).fill(255);
    expect(await createPictures().readCode({ data: white, width: 64, height: 64 })).toBeUndefined();
  });
});
