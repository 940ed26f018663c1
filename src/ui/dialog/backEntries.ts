/**
 * Back closes the open sheet and leaves the page where it is: each open sheet has an entry of its own in the browser's
 * history, above that of its page. The router never sees these entries.
 */

/** What the router and a sheet write into an entry. */
interface Entry {
  /** Place of the page in the router's history; entries of its sheets have the same. */
  readonly idx?: number;
  /** How many entries of sheets lie below and with this one. */
  readonly sheet?: number;
}

/** What closes each open sheet, the topmost last. */
const closers: Array<() => void> = [];
const entry = (): Entry => (window.history.state ?? {}) as Entry;
const pageOf = (): string => `${entry().idx} ${window.location.pathname}`;

let page = pageOf();
/** Entries of sheets between the page's own and where the browser stands. */
let above = entry().sheet ?? 0;
/** A way back that nobody requested. */
interface Returning {
  /** What the page's own entry is to say after it. */
  readonly state: Entry;
  readonly href: string;
  /** How many entries it takes away, and how many of sheets are left then. */
  readonly count: number;
  readonly left: number;
}
/** undefined: none is under way. */
let returning: Returning | undefined;

/** Gives an open sheet its entry. @param close what Back does to it. @returns what takes the entry away again. */
export function addBackEntry(close: () => void): () => void {
  closers.push(close);
  later();
  return () => {
    const place = closers.lastIndexOf(close);
    if (place < 0) return;
    closers.splice(place, 1);
    later();
  };
}

/** One sheet that gives way to another keeps the entry, and a route that is gone to at once comes first. */
const later = (): void => void setTimeout(settle, 0);

function settle(): void {
  if (returning) return;
  if (page !== pageOf()) {
    page = pageOf();
    above = entry().sheet ?? 0;
  }
  while (above < closers.length) {
    above += 1;
    window.history.pushState({ ...entry(), sheet: above }, '');
  }
  if (above > closers.length) goBack(above - closers.length);
}

/** Takes entries away. Whatever replaced the uppermost meanwhile is where the page stands now. */
function goBack(count: number): void {
  const state = entry();
  returning = { state, href: window.location.href, count, left: (state.sheet ?? 0) - count };
  window.history.go(-count);
}

function popped(event: PopStateEvent): void {
  const { sheet = 0 } = entry();
  if (page !== pageOf()) {
    page = pageOf();
    above = sheet;
    returning = undefined;
    return;
  }
  if (returning) {
    event.stopImmediatePropagation();
    const { state, href, count, left } = returning;
    returning = undefined;
    above = sheet;
    if (sheet > left) {
      // A link was tapped on the way: its page lies above what was to be taken away, and is where the user is.
      window.history.go(count);
      return;
    }
    window.history.replaceState({ ...state, sheet }, '', href);
    later();
  } else if (sheet > above) {
    // Forward, to a sheet that was closed long ago.
    event.stopImmediatePropagation();
    const ahead = sheet - above;
    above = sheet;
    goBack(ahead);
  } else if (sheet < above) {
    event.stopImmediatePropagation();
    above = sheet;
    // An entry that was left behind when a sheet led to another page is passed by.
    if (closers.length <= sheet) window.history.back();
    for (const close of closers.slice(sheet).reverse()) close();
  }
}

/**
 * Handles each way back before the router does, if it is called before that begins: listeners of the window itself
 * are called in the order in which they came, those that capture too.
 */
export function followBack(): void {
  window.addEventListener('popstate', popped, { capture: true });
}
