/**
 * Where things stand on a screen, as the finders of faults ask for it. These functions run in the page as part of one
 * script: they know one another, the page's globals, and nothing else of this file.
 */

/** What elements are to what lies in them; read once each while nothing moves. */
export const known = new Map<Element, Around>();

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A line of text where it is printed, px of the window. */
export interface Printed {
  readonly text: string;
  readonly parent: Element;
  readonly box: Box;
}

export function isSeen(element: Element): boolean {
  return (
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.closest('.visually-hidden, [inert]') === null &&
    // Words for readers alone.
    !/inset\(50%/.test(getComputedStyle(element).clipPath)
  );
}

/** How a fault names an element: its tag, the name of its style, and its words. */
export function nameOf(element: Element): string {
  const style = /^_?([A-Za-z]+)/.exec(element.getAttribute('class') ?? '')?.[1] ?? '';
  const words = element.getAttribute('aria-label') ?? element.textContent ?? '';
  const name = element.getAttribute('name');
  const field = name === null ? '' : `[${name}]`;
  return `<${element.localName}${field}${style && `.${style}`}> ${words.trim().slice(0, 40)}`;
}

/** What an element is to what lies in it. */
interface Around {
  readonly box: Box;
  /** Whether what lies beyond its edge is hidden, and whether it can be scrolled to. */
  readonly across: { readonly isClipped: boolean; readonly scrolls: boolean };
  readonly down: { readonly isClipped: boolean; readonly scrolls: boolean };
  /** Of what is too long, even by a part of a px, whole letters go. */
  readonly hasEllipsis: boolean;
  /** What of the window is left by all that clips, itself included. */
  readonly clip: Box;
  /** What lies over the rest: two in different layers may cross, since the upper one hides the lower. */
  readonly layer: Element | null;
}

export function aroundOf(element: Element): Around {
  const before = known.get(element);
  if (before) return before;
  const { overflowX, overflowY, textOverflow, contain, position } = getComputedStyle(element);
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const above = element.parentElement ? aroundOf(element.parentElement) : null;
  const isPainted = /strict|content|paint/.test(contain);
  const way = (overflow: string) => ({
    isClipped: isPainted || overflow !== 'visible',
    scrolls: /auto|scroll/.test(overflow),
  });
  const [across, down] = [way(overflowX), way(overflowY)];
  const rest = above?.clip ?? { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
  const around: Around = {
    box: { left, top, right, bottom },
    across,
    down,
    hasEllipsis: textOverflow === 'ellipsis',
    clip: {
      left: across.isClipped ? Math.max(rest.left, left) : rest.left,
      right: across.isClipped ? Math.min(rest.right, right) : rest.right,
      top: down.isClipped ? Math.max(rest.top, top) : rest.top,
      bottom: down.isClipped ? Math.min(rest.bottom, bottom) : rest.bottom,
    },
    layer: element.localName === 'dialog' || /fixed|sticky/.test(position) ? element : (above?.layer ?? null),
  };
  known.set(element, around);
  return around;
}

/** The part of a box that is in sight now: what can be scrolled is cut by what scrolls it. */
export function seenPart(box: Box, element: Element | null): Box {
  const clip = element ? aroundOf(element).clip : box;
  return {
    left: Math.max(box.left, clip.left),
    top: Math.max(box.top, clip.top),
    right: Math.min(box.right, clip.right),
    bottom: Math.min(box.bottom, clip.bottom),
  };
}

/** Each line of each text that is shown. */
export function textsOf(root: Element): Printed[] {
  const found: Printed[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const parent = node.parentElement;
    if (text === '' || !parent || parent.closest('script, style, option, noscript') || !isSeen(parent))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { left, top, right, bottom } of range.getClientRects())
      if (right - left > 1)
        found.push({ text: text.slice(0, 60), parent, box: { left, top, right, bottom } });
  }
  return found;
}

/** Words without a place where a line may end, of which a part stands in the next line. */
export function brokenWords(root: Element): { word: string; parent: Element }[] {
  const found: { word: string; parent: Element }[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement: parent, textContent } = node;
    const range = document.createRange();
    range.selectNodeContents(node);
    if (!parent || range.getClientRects().length < 2 || !isSeen(parent)) continue;
    for (const { 0: word, index } of (textContent ?? '').matchAll(/[\p{Script=Latin}\d]+/gu)) {
      // Addresses and numbers of receipts are longer than any line.
      if (word.length > 24) continue;
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = [...range.getClientRects()];
      const isBroken = lines.some(({ top }) => top > (lines[0]?.top ?? 0) + 4);
      if (isBroken && getComputedStyle(parent).hyphens !== 'auto') found.push({ word, parent });
    }
  }
  return found;
}

export function controlsOf(root: Element): Element[] {
  const all =
    'a[href], button, input, select, textarea, summary, [role="button"], [role="tab"], [role="switch"]';
  return [...root.querySelectorAll(all)].filter(
    (element) => isSeen(element) && element.getBoundingClientRect().width > 0,
  );
}

/** How far two boxes lie over each other, px; below 0 they do not. */
export function crossing(a: Box, b: Box): { wide: number; high: number } {
  return {
    wide: Math.min(a.right, b.right) - Math.max(a.left, b.left),
    high: Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
  };
}

/** The functions above, to be put before those that use them. */
export const sightScript = [
  'const known = new Map();',
  ...[isSeen, nameOf, aroundOf, seenPart, textsOf, brokenWords, controlsOf, crossing],
].join('\n');
