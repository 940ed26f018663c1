import { whenLinked } from '../state/status.ts';
import { followKeyboard } from './keyboard.ts';
import { followPulls } from './pullToRefresh.ts';
import { routes } from './routes.ts';
import { stage } from './shown.ts';
import { together } from './together.ts';

/** After what the first screen asks for, ms. */
const IDLE_MS = 2_000;

/** What answers hands on every screen, and is needed after the first one stands. */
export function followHands(): void {
  followKeyboard();
  followPulls();
  stage.change = together;
  // The screens of the tabs are there before they are tapped.
  const prepare = async () => {
    for (const { tab, ahead } of routes) {
      if (tab === undefined) continue;
      // A script that could not be fetched once is missing for as long as the page lives.
      await new Promise<void>(whenLinked);
      await ahead();
    }
  };
  setTimeout(() => void prepare().catch(() => undefined), IDLE_MS);
}
