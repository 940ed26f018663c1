import type { MouseEvent, PointerEvent } from 'react';
import { useRef } from 'react';

/** How long a finger rests before it means more than a tap, ms. */
const LONG_MS = 500;
/** A finger that has gone farther scrolls, px. */
const MOST_PX = 10;

/**
 * What a button does for a finger that stays on it, beside its tap; a context menu's key does the same. Without
 * `onLong` it has taps alone.
 */
export function useLongPress(onTap: () => void, onLong: (() => void) | undefined) {
  const press = useRef({ timer: 0, x: 0, y: 0, isDown: false, isLong: false });
  const stop = () => window.clearTimeout(press.current.timer);
  const end = () => {
    stop();
    press.current.isDown = false;
  };
  const run = () => {
    stop();
    // A phone's own menu comes after the same wait.
    if (press.current.isDown && press.current.isLong) return;
    press.current.isLong = true;
    onLong?.();
  };
  if (!onLong) return { onClick: onTap };
  return {
    onPointerDown: ({ clientX: x, clientY: y, button }: PointerEvent) => {
      stop();
      const isDown = button === 0;
      press.current = { timer: isDown ? window.setTimeout(run, LONG_MS) : 0, x, y, isDown, isLong: false };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - press.current.x, clientY - press.current.y) > MOST_PX) stop();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: end,
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      run();
    },
    onClick: ({ detail }: MouseEvent) => {
      // The click at the end of a long press; a key's click has no count, and is a tap of its own.
      if (!press.current.isLong || detail === 0) onTap();
      press.current.isLong = false;
    },
  };
}
