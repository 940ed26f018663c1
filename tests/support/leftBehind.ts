import { cleanup } from '@testing-library/react';
import { afterAll, beforeAll } from 'vitest';

/*
 * Files of screens share their modules: what one leaves behind is gone before the next. Modules are read once the file
 * has put its stand-ins into them.
 */
let undo: () => void = () => undefined;

beforeAll(async () => {
  const { settings } = await import('../../src/state/settings.ts');
  const { RecentMap } = await import('../../src/state/recentMap.ts');
  const { status } = await import('../../src/state/status.ts');
  const first = structuredClone({ ...settings });
  const firstStatus = structuredClone({ ...status });
  const used = new Set<{ clear(): void }>();
  const { put } = RecentMap.prototype;
  RecentMap.prototype.put = function (name, value) {
    used.add(this);
    put.call(this, name, value);
  };
  undo = () => {
    RecentMap.prototype.put = put;
    for (const map of used) map.clear();
    Object.assign(settings, first);
    Object.assign(status, firstStatus);
  };
});
afterAll(async () => {
  const [{ forgetWorker }, { toasts }, { signOut }] = await Promise.all([
    import('./page.tsx'),
    import('../../src/state/toasts.ts'),
    import('../../src/state/login.ts'),
  ]);
  cleanup();
  forgetWorker();
  toasts.list = [];
  signOut();
  undo();
  localStorage.clear();
  sessionStorage.clear();
});
