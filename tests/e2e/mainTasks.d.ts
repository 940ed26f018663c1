/** What a browser test takes from the benches, which are plain JavaScript. */
declare module '*/bench/mainTasks.mjs' {
  import type { Page } from '@playwright/test';

  /** ms that a task worked, and that it lasted by the clock. */
  interface Task {
    readonly cpu: number;
    readonly wall: number;
  }
  export function tracedTasks(page: Page, cpu: number, act: () => Promise<void>): Promise<readonly Task[]>;
  export function longestOf(
    tasks: readonly Task[],
    clock: keyof Task,
  ): { readonly 'longest ms': number; readonly 'over 50 ms': number };
}
