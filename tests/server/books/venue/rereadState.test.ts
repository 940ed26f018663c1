import { expect, it } from 'vitest';
import { RereadState } from '../../../../server/books/venue/rereadState.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

/** A state that reads one value of a source, slowly if a test wants so. */
class Mirror extends RereadState {
  value = 0;
  source: () => Promise<number> = async () => 1;

  readonly logged: unknown[];

  constructor(clock: FakeClock, logged: unknown[]) {
    super({ clock, log: (event, detail) => logged.push([event, detail]) }, 'mirror');
    this.logged = logged;
  }
  protected async read(): Promise<void> {
    this.value = await this.source();
  }
}

function opened() {
  const clock = new FakeClock();
  const mirror = new Mirror(clock, []);
  return { clock, mirror };
}

it('holds what another process has written within a second, until it is closed', async () => {
  const { clock, mirror } = opened();
  await clock.advance(999);
  expect(mirror.value).toBe(0);
  await clock.advance(1);
  expect(mirror.value).toBe(1);
  mirror.close();
  mirror.source = async () => 2;
  await clock.advance(5_000);
  expect(mirror.value).toBe(1);
});

it('reads one after the other: a slow read never overwrites a newer one', async () => {
  const { mirror } = opened();
  let finish: (value: number) => void = () => undefined;
  mirror.source = () => new Promise((resolve) => (finish = resolve));
  const slow = mirror.refresh();
  await Promise.resolve();
  mirror.source = async () => 2;
  const newer = mirror.refresh();
  await Promise.resolve();
  finish(1);
  await Promise.all([slow, newer]);
  expect(mirror.value).toBe(2);
});

it('stays as it was when a read fails, says so, and reads again', async () => {
  const { clock, mirror } = opened();
  await mirror.refresh();
  mirror.source = () => Promise.reject(new Error('away'));
  await expect(mirror.refresh()).rejects.toThrow('away');
  expect(mirror.logged).toEqual([]);
  await clock.advance(1_000);
  expect(mirror.logged).toEqual([['mirror', { error: 'Error: away' }]]);
  expect(mirror.value).toBe(1);
  mirror.source = async () => 3;
  await clock.advance(1_000);
  expect(mirror.value).toBe(3);
});
