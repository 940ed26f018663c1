// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** A history whose ways back are gone later, as those of browsers are: from wherever the page stands by then. */
class SlowHistory {
  readonly #entries = [
    { state: { idx: 0 } as object, path: '/home' },
    { state: { idx: 1 } as object, path: '/trade' },
  ];
  #place = 1;

  get state(): object {
    return this.#entries[this.#place]?.state ?? {};
  }
  get path(): string {
    return this.#entries[this.#place]?.path ?? '';
  }
  pushState(state: object, _: string, path: string = this.path): void {
    this.#place += 1;
    this.#entries.splice(this.#place, Number.POSITIVE_INFINITY, { state, path });
  }
  replaceState(state: object, _: string, href: string): void {
    this.#entries[this.#place] = { state, path: new URL(href, 'http://page').pathname };
  }
  go(by: number): void {
    setTimeout(() => {
      this.#place += by;
      window.dispatchEvent(new PopStateEvent('popstate'));
    }, 5);
  }
  back(): void {
    this.go(-1);
  }
}

let history: SlowHistory;
let router: string[];
let listening: AbortController;
let addBackEntry: typeof import('../../src/ui/dialog/backEntries.ts').addBackEntry;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  history = new SlowHistory();
  vi.stubGlobal('history', history);
  vi.stubGlobal('location', {
    get pathname() {
      return history.path;
    },
    get href() {
      return `http://page${history.path}`;
    },
  });
  // Each test has a module of its own, and none that listens from before.
  listening = new AbortController();
  const { signal } = listening;
  const add = window.addEventListener.bind(window);
  vi.spyOn(window, 'addEventListener').mockImplementation((type: string, listener: unknown, how?: unknown) =>
    add(type, listener as EventListener, { ...(how as object), signal }),
  );
  const own = await import('../../src/ui/dialog/backEntries.ts');
  addBackEntry = own.addBackEntry;
  own.followBack();
  router = [];
  window.addEventListener('popstate', () => void router.push(history.path));
});
afterEach(() => {
  listening.abort();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A sheet that was opened and closed again, up to where its entry is on its way out. */
async function closing(): Promise<void> {
  const forget = addBackEntry(() => undefined);
  await vi.advanceTimersByTimeAsync(1);
  expect(history.state).toMatchObject({ sheet: 1 });
  forget();
  await vi.advanceTimersByTimeAsync(1);
}

it('the entry of a sheet goes with it, and the router receives no event', async () => {
  await closing();
  await vi.advanceTimersByTimeAsync(10);
  expect([history.path, history.state, router]).toEqual(['/trade', { idx: 1, sheet: 0 }, []]);
});

it('a link that is tapped while the entry of a sheet goes leads where it leads', async () => {
  await closing();
  history.pushState({ idx: 2 }, '', '/property');
  await vi.advanceTimersByTimeAsync(20);
  expect([history.path, history.state]).toEqual(['/property', { idx: 2 }]);
  for (const path of ['/trade', '/home']) {
    history.back();
    await vi.advanceTimersByTimeAsync(20);
    expect([history.path, router.at(-1)]).toEqual([path, path]);
  }
});
