import { followKeyboard } from './keyboard.ts';
import { followPulls } from './pullToRefresh.ts';

/** What answers hands on every screen, and is needed after the first one stands. */
export function followHands(): void {
  followKeyboard();
  followPulls();
}
