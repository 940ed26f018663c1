// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { readPixels, shrinkPicture } from '../../src/state/pictures.ts';

const workers: SilentWorker[] = [];
class SilentWorker extends EventTarget {
  constructor() {
    super();
    workers.push(this);
  }
  isEnded = false;
  postMessage(): void {}
  terminate(): void {
    this.isEnded = true;
  }
}
afterEach(() => {
  vi.unstubAllGlobals();
  workers.length = 0;
});

it('a worker for pictures that cannot be had leaves nobody waiting, and is asked for again', async () => {
  vi.stubGlobal('Worker', SilentWorker);
  const shrunk = shrinkPicture(new Blob(['x']));
  const read = readPixels({ data: new Uint8ClampedArray(4), width: 1, height: 1 });
  expect(workers).toHaveLength(1);
  workers[0]?.dispatchEvent(new Event('error'));
  await expect(shrunk).rejects.toThrow('has failed');
  await expect(read).rejects.toThrow('has failed');
  const again = shrinkPicture(new Blob(['x']));
  expect(workers).toHaveLength(2);
  workers[1]?.dispatchEvent(new Event('error'));
  await expect(again).rejects.toThrow('has failed');
});

/** Answers each question with an error, as where a part of the worker's script could not be fetched. */
class IncompleteWorker extends SilentWorker {
  override postMessage({ id }: { id?: string } = {}): void {
    const value = { isError: true, value: { name: 'TypeError', message: 'Failed to fetch', stack: '' } };
    const data = { id, type: 'HANDLER', name: 'throw', value };
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
  }
}

it('a worker for pictures that lacks a part of its script is replaced for the next picture', async () => {
  vi.stubGlobal('Worker', IncompleteWorker);
  const pixels = { data: new Uint8ClampedArray(4), width: 1, height: 1 };
  await expect(readPixels(pixels)).rejects.toThrow('Failed to fetch');
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([true]);
  await expect(readPixels(pixels)).rejects.toThrow('Failed to fetch');
  expect(workers).toHaveLength(2);
});
