import { mayRefresh, refresh } from '../state/refresh.ts';
import styles from './pullToRefresh.module.css';

/** How far the sign has come down when letting go refreshes, px; the finger goes twice as far. */
const FAR_PX = 56;
/** How long the sign turns at least, ms: what is answered at once would seem not to have been requested. */
const TURNS_MS = 500;

interface Pull {
  readonly x: number;
  readonly y: number;
  isPull?: boolean;
  by: number;
}

/** Pulling a list down that stands at its top refreshes it. The list stays in its place; a sign comes down over it. */
export function followPulls(): void {
  const { document } = window;
  const sign = document.createElement('div');
  sign.className = styles['sign'] ?? '';
  let pull: Pull | undefined;
  const show = (by: number) => sign.style.setProperty('--by', `${by}`);
  const begin = ({ touches: [touch, second], target }: TouchEvent) => {
    pull = undefined;
    if (!touch || second || !(target instanceof Element) || !mayRefresh()) return;
    if (isAtTop(target)) pull = { x: touch.clientX, y: touch.clientY, by: 0 };
  };
  const move = (event: TouchEvent) => {
    const [touch] = event.touches;
    if (!pull || !touch) return;
    const [x, y] = [touch.clientX - pull.x, touch.clientY - pull.y];
    if (x === 0 && y === 0) return;
    pull.isPull ??= y > Math.abs(x);
    if (!pull.isPull) return;
    if (event.cancelable) event.preventDefault();
    pull.by = Math.min(FAR_PX, Math.max(0, y / 2));
    if (!sign.isConnected) document.querySelector('main')?.append(sign);
    show(pull.by / FAR_PX);
  };
  const end = ({ type }: TouchEvent) => {
    const ended = pull;
    pull = undefined;
    if (!ended?.isPull) return;
    const isFar = type === 'touchend' && ended.by >= FAR_PX;
    if (!isFar) return sign.remove();
    sign.toggleAttribute('data-turns', true);
    refresh();
    setTimeout(() => {
      sign.toggleAttribute('data-turns', false);
      sign.remove();
    }, TURNS_MS);
  };
  document.addEventListener('touchstart', begin, { passive: true });
  document.addEventListener('touchmove', move, { passive: false });
  document.addEventListener('touchend', end);
  document.addEventListener('touchcancel', end);
}

/** Whether a place of a screen is at its top. Nothing within sheets is, nor what a finger moves or draws on by itself. */
function isAtTop(from: Element): boolean {
  if (!from.closest('main') || from.closest('input[type="range"], textarea, canvas, [role="img"], dialog'))
    return false;
  for (let each: Element | null = from; each; each = each.parentElement) if (each.scrollTop > 0) return false;
  return true;
}
