import { proxy } from 'valtio';

/** `good`: it was done; `plain`: so it was, at a loss; `part`: only some of it, or not yet; `bad`: it was refused. */
export type ToastTone = 'good' | 'plain' | 'part' | 'bad';

export interface Toast {
  readonly id: string;
  readonly tone: ToastTone;
  readonly title: string;
  readonly text: string;
  /** What a tap does, as long as it stands; absent: a tap takes it away. */
  readonly action?: { readonly text: string; readonly run: () => void };
}

const MOST = 3;

/** Toasts, on whatever screen the user is. */
export const toasts = proxy<{ list: readonly Toast[] }>({ list: [] });

/** Shows a toast; the same id again changes it. */
export function showToast(toast: Toast): void {
  const isShown = toasts.list.some(({ id }) => id === toast.id);
  toasts.list = isShown
    ? toasts.list.map((each) => (each.id === toast.id ? toast : each))
    : [...toasts.list, toast].slice(-MOST);
}

export function dropToast(id: string): void {
  toasts.list = toasts.list.filter((each) => each.id !== id);
}
