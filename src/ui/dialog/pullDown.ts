/** How far down a sheet is pulled until letting it go closes it, as a part of its height. */
const FAR = 0.3;
/** A flick closes it too, px a ms; what is shorter is a tap that slipped, px. */
const QUICK = 0.5;
const FLICK_PX = 40;
/** What a finger moves along, or draws on, by itself. */
const OWN_MOVES = 'input[type="range"], textarea, canvas, select';
const LEAVE_MS = 160;

interface Pull {
  readonly x: number;
  readonly y: number;
  readonly at: number;
  /** Undecided until the finger has moved. */
  isPull?: boolean;
  by: number;
}

/** Lets a finger pull a sheet down. What scrolls within it comes first. @returns what stops it. */
export function pullDown(sheet: HTMLElement, close: () => void): () => void {
  let pull: Pull | undefined;
  const begin = ({ touches: [touch, second], target, timeStamp }: TouchEvent) => {
    pull = undefined;
    if (!touch || second || !(target instanceof Element) || target.closest(OWN_MOVES)) return;
    if (isScrolled(target, sheet) || !lies(sheet)) return;
    pull = { x: touch.clientX, y: touch.clientY, at: timeStamp, by: 0 };
  };
  const move = (event: TouchEvent) => {
    const [touch] = event.touches;
    if (!pull || !touch) return;
    const [x, y] = [touch.clientX - pull.x, touch.clientY - pull.y];
    if (x === 0 && y === 0) return;
    pull.isPull ??= y > Math.abs(x);
    if (!pull.isPull) return;
    if (event.cancelable) event.preventDefault();
    pull.by = Math.max(0, y);
    sheet.style.transform = `translateY(${pull.by}px)`;
  };
  const end = ({ timeStamp, type }: TouchEvent) => {
    const ended = pull;
    pull = undefined;
    if (!ended?.isPull) return;
    const speed = ended.by / Math.max(1, timeStamp - ended.at);
    const isFlick = speed > QUICK && ended.by > FLICK_PX;
    if (type === 'touchend' && (isFlick || ended.by > sheet.offsetHeight * FAR)) close();
    else slide(sheet, '', () => undefined);
  };
  const listening = new AbortController();
  const { signal } = listening;
  sheet.addEventListener('touchstart', begin, { signal, passive: true });
  sheet.addEventListener('touchmove', move, { signal, passive: false });
  sheet.addEventListener('touchend', end, { signal });
  sheet.addEventListener('touchcancel', end, { signal });
  return () => listening.abort();
}

/** Moves a sheet out of the window's lower edge. */
export const slideOut = (sheet: HTMLElement, then: () => void): void =>
  lies(sheet) ? slide(sheet, 'translateY(100%)', then) : then();

/** Moves from where it stands; with reduced motion the end comes at once. */
function slide(sheet: HTMLElement, to: string, then: () => void): void {
  const from = sheet.style.transform;
  sheet.style.transform = to;
  if (!('animate' in sheet) || matchMedia('(prefers-reduced-motion: reduce)').matches) {
    then();
    return;
  }
  const moves = [{ transform: from || 'none' }, { transform: to || 'none' }];
  sheet.animate(moves, { duration: LEAVE_MS, easing: 'ease-out' }).finished.then(then, then);
}

/** On wide windows a sheet stands in the middle, and goes nowhere. */
const lies = (sheet: HTMLElement): boolean => sheet.getBoundingClientRect().bottom >= window.innerHeight - 1;

function isScrolled(from: Element, sheet: Element): boolean {
  for (let each: Element | null = from; each && each !== sheet; each = each.parentElement)
    if (each.scrollTop > 0) return true;
  return false;
}
