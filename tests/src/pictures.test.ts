// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { readPixels, shrinkPicture } from '../../src/state/pictures.ts';

const workers: EventTarget[] = [];
class SilentWorker extends EventTarget {
  constructor() {
    super();
    workers.push(this);
  }
  postMessage(): void {}
}
afterEach(() => vi.unstubAllGlobals());

it('a worker for pictures that cannot be had leaves nobody waiting, and is asked for again', async () => {
  vi.stubGlobal('Worker', SilentWorker);
  const shrunk = shrinkPicture(new Blob(['x']));
  const read = readPixels({ data: new Uint8ClampedArray(4), width: 1, height: 1 });
  expect(workers).toHaveLength(1);
  workers[0]?.dispatchEvent(new Event('error'));
  await expect(shrunk).rejects.toThrow('has failed');
  await expect(read).rejects.toThrow('has failed');
  void shrinkPicture(new Blob(['x'])).catch(() => undefined);
  expect(workers).toHaveLength(2);
});
