import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import '../../src/ui/tokens.css';
import '../../src/ui/base.css';
import { followLook } from '../../src/app/look.ts';
import { startWords } from '../../src/i18n/index.ts';

/** Shows a measured page, and says that it can be measured once it shows something. */
export async function show(page: ReactNode, probe: () => string | undefined): Promise<void> {
  const root = document.getElementById('root');
  if (!root) return;
  followLook(() => undefined);
  await startWords('en_us');
  createRoot(root).render(<BrowserRouter>{page}</BrowserRouter>);
  const waiting = setInterval(() => {
    if (!/\d/.test(probe() ?? '')) return;
    clearInterval(waiting);
    Object.assign(window, { __probe: probe, __ready: true, __readyAt: performance.now() });
  }, 50);
}
