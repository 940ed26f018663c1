import { useRef, useState } from 'react';

/** Does one thing at a time: while it is on its way, asking again does nothing. */
export function useOnce(): readonly [isBusy: boolean, once: (task: () => Promise<void>) => Promise<void>] {
  const busy = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const once = async (task: () => Promise<void>) => {
    if (busy.current) return;
    busy.current = true;
    setBusy(true);
    try {
      await task();
    } finally {
      busy.current = false;
      setBusy(false);
    }
  };
  return [isBusy, once];
}
