import encodeQr from 'qr';
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
  const TEXT = 'tron:TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
  /** TEXT as another program wrote it: what reads and what writes codes here is one package. */
  const OTHERS = [
    '#######.###.##.#.##...#######',
    '#.....#.#....#...#.##.#.....#',
    '#.###.#.#..###..#.#.#.#.###.#',
    '#.###.#..#.###...#....#.###.#',
    '#.###.#.##.#...#####..#.###.#',
    '#.....#....####.#.#.#.#.....#',
    '#######.#.#.#.#.#.#.#.#######',
    '.........##.###....##........',
    '#..######.##...#.#.#.#..#.###',
    '.#...#.#.##..#.#.###.#.###...',
    '..##..##....#.##..#.#..#.....',
    '###.##.#.##.#..#####.#.##..#.',
    '#..##.#.#...###.#..##.#......',
    '..#..#..##.##.#####...####..#',
    '.##.#.####....##..#####.###.#',
    '#.......#..######..##...###..',
    '.....######.#...........####.',
    '##.....#.......#..#####.##.#.',
    '##.##.#..##..####..#.#.#.##.#',
    '###..#.....#.#....##..#.#.#..',
    '###..##.##.###.....#######..#',
    '........#..#.#.##..##...#..#.',
    '#######.##..##.######.#.#....',
    '#.....#.#.#.##..###.#...##.#.',
    '#.###.#.#.#.##.#.#.######.#.#',
    '#.###.#.####.###.#####...##.#',
    '#.###.#..##...##.##....######',
    '#.....#..##....##.##...####.#',
    '#######.#.#.#..#.#..#..##....',
  ];
  const SCALE = 6;
  /** Pixels of rows, dark where `isDark` says so, with four modules of quiet around them, as a camera would give them. */
  const pixelsOf = (
    size: number,
    isDark: (x: number, y: number) => boolean,
    shade = (_at: number, v: number) => v,
  ) => {
    const side = (size + 8) * SCALE;
    const pixels = new Uint8ClampedArray(side * side * 4);
    for (let i = 0; i < side * side; i++) {
      const [x, y] = [Math.floor((i % side) / SCALE) - 4, Math.floor(i / side / SCALE) - 4];
      const value = shade(i, isDark(x, y) ? 0 : 255);
      pixels.set([value, value, value, 255], i * 4);
    }
    return { data: pixels, width: side, height: side };
  };
  const others = (shade?: (at: number, value: number) => number) =>
    pixelsOf(OTHERS.length, (x, y) => OTHERS[y]?.[x] === '#', shade);

  it('of another program is read from pixels', async () => {
    expect(await createPictures().readCode(others())).toBe(TEXT);
  });
  it('is read in a picture full of noise, and in the dark', async () => {
    // Of a linear congruence: the same noise each time.
    let seed = 7;
    const noise = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return (seed / 2_147_483_648 - 0.5) * 160;
    };
    expect(await createPictures().readCode(others((_, value) => value + noise()))).toBe(TEXT);
    expect(await createPictures().readCode(others((_, value) => 20 + value / 6))).toBe(TEXT);
  });
  it.each(['0x52908400098527886E0F7030069857D2E4169EE7', 'https://x.example/a?b=Zürich#東京'])(
    'as the page writes it is read again: %s',
    async (text) => {
      const rows = encodeQr(text, 'raw', { ecc: 'medium', border: 1 });
      expect(await createPictures().readCode(pixelsOf(rows.length, (x, y) => rows[y]?.[x] === true))).toBe(
        text,
      );
    },
  );
  it('is not found where there is none, nor where half of it is gone', async () => {
    const white = new Uint8ClampedArray(64 * 64 * 4).fill(255);
    expect(await createPictures().readCode({ data: white, width: 64, height: 64 })).toBeUndefined();
    const half = pixelsOf(OTHERS.length, (x, y) => y < 15 && OTHERS[y]?.[x] === '#');
    expect(await createPictures().readCode(half)).toBeUndefined();
  });
});
