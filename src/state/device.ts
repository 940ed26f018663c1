/** A battery as browsers report it. */
export interface Battery extends EventTarget {
  /** 0 to 1. */
  readonly level: number;
  readonly charging: boolean;
}

/** What a device says of itself, and when it changes; each part is missing in some browser. */
export interface Device {
  saveData(): boolean;
  reducedData(): boolean;
  /** Called when either of the two may have changed. */
  onDataPreference(changed: () => void): void;
  battery(): Promise<Battery | undefined>;
  /** Called with each frame that held the page up: when it ended, monotonic ms, and how long it was. */
  onLongFrame(listener: (at: number, ms: number) => void): void;
  monotonic(): number;
  after(ms: number, run: () => void): () => void;
}

interface DeviceNavigator extends Navigator {
  readonly connection?: EventTarget & { readonly saveData?: boolean };
  getBattery?(): Promise<Battery>;
}

/** This browser's device. */
export function browserDevice(own: DeviceNavigator, view: Window): Device {
  const reduced = view.matchMedia?.('(prefers-reduced-data: reduce)');
  return {
    saveData: () => own.connection?.saveData ?? false,
    reducedData: () => reduced?.matches ?? false,
    onDataPreference: (changed) => {
      own.connection?.addEventListener?.('change', changed);
      reduced?.addEventListener?.('change', changed);
    },
    // A page that may not ask, on plain http or in a frame, is refused.
    battery: async () => own.getBattery?.().catch(() => undefined),
    onLongFrame: (listener) => {
      if (typeof PerformanceObserver !== 'function') return;
      new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries()) listener(startTime + duration, duration);
      }).observe({ type: 'longtask' });
    },
    monotonic: () => performance.now(),
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  };
}
