import { cleanup } from '@testing-library/react';
import { afterAll, beforeAll } from 'vitest';

/** Settings as the first file found them, for all files that share their modules. */
const first: { settings?: object } = {};

// What a file leaves behind is gone before the next one. Modules are read once that file has put its stand-ins into them.
beforeAll(async () => {
  const { settings } = await import('../../src/state/settings.ts');
  first.settings = structuredClone({ ...settings });
});
afterAll(async () => {
  const [{ forgetWorker }, { toasts }, { signOut }, { settings }] = await Promise.all([
    import('./page.tsx'),
    import('../../src/state/toasts.ts'),
    import('../../src/state/login.ts'),
    import('../../src/state/settings.ts'),
  ]);
  cleanup();
  forgetWorker();
  toasts.list = [];
  signOut();
  Object.assign(settings, first.settings);
  localStorage.clear();
  sessionStorage.clear();
});
