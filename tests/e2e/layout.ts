import type { Page } from '@playwright/test';

/**
 * What is measured on a screen as it stands: that every control can be hit, every field shows what is typed, and no
 * word or digit is cut or printed over another. The functions run in the page, as one script: they know one another,
 * the page's globals, and nothing else of this file.
 */
const parts = [
  isSeen,
  nameOf,
  layerOf,
  seenPart,
  textsOf,
  controlsOf,
  isInRunningText,
  isLadderRow,
  reach,
  fieldFaults,
  targetFaults,
  brokenFaults,
  cutFaults,
  sidewaysFaults,
  crossing,
  overlapFaults,
  coveredBy,
  layoutFaults,
];

/** All faults of a page's layout, in words: those that are still there when rows have taken their new places. */
export async function measure(page: Page): Promise<string[]> {
  if ((await measureNow(page)).length === 0) return [];
  await page.waitForTimeout(300);
  return measureNow(page);
}

async function measureNow(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {\n${parts.join('\n')}\nreturn layoutFaults();\n})()`);
}

/** What a toast lies over, save the head of a screen: after something is told, nothing there is tapped next. */
export async function underToasts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    `(() => {\n${parts.join('\n')}\nreturn coveredBy(document.querySelectorAll('[role="status"] [data-tone]'));\n})()`,
  );
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A line of text where it is printed, px of the window. */
interface Printed {
  readonly text: string;
  readonly parent: Element;
  readonly box: Box;
}

function isSeen(element: Element): boolean {
  return (
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.closest('.visually-hidden, [inert]') === null &&
    // Words for readers alone.
    !/inset\(50%/.test(getComputedStyle(element).clipPath)
  );
}

/** How a fault names an element: its tag, the name of its style, and its words. */
function nameOf(element: Element): string {
  const style = /^_?([A-Za-z]+)/.exec(element.getAttribute('class') ?? '')?.[1] ?? '';
  const words = element.getAttribute('aria-label') ?? element.textContent ?? '';
  const name = element.getAttribute('name');
  const field = name === null ? '' : `[${name}]`;
  return `<${element.localName}${field}${style && `.${style}`}> ${words.trim().slice(0, 40)}`;
}

/** What lies over the rest: two that are in different layers may cross, since the upper one hides the lower. */
function layerOf(element: Element | null): Element | null {
  if (element === null || element.localName === 'dialog') return element;
  return /fixed|sticky/.test(getComputedStyle(element).position) ? element : layerOf(element.parentElement);
}

/** The part of a box that is in sight now: what can be scrolled is cut by what scrolls it. */
function seenPart(box: Box, element: Element | null): Box {
  let { left, top, right, bottom } = box;
  for (let at = element; at !== null; at = at.parentElement) {
    const { overflowX, overflowY, contain } = getComputedStyle(at);
    const around = at.getBoundingClientRect();
    if (overflowX !== 'visible' || /strict|content|paint/.test(contain)) {
      left = Math.max(left, around.left);
      right = Math.min(right, around.right);
    }
    if (overflowY !== 'visible' || /strict|content|paint/.test(contain)) {
      top = Math.max(top, around.top);
      bottom = Math.min(bottom, around.bottom);
    }
  }
  return { left, top, right, bottom };
}

/** Each line of each text that is shown. */
function textsOf(root: Element): Printed[] {
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

function controlsOf(root: Element): Element[] {
  const all =
    'a[href], button, input, select, textarea, summary, [role="button"], [role="tab"], [role="switch"]';
  return [...root.querySelectorAll(all)].filter(
    (element) => isSeen(element) && element.getBoundingClientRect().width > 0,
  );
}

/** A link among the words of a sentence is as high as its line: to make it higher would tear the lines apart. */
function isInRunningText(control: Element): boolean {
  const around = control.parentElement;
  if (control.localName !== 'a' || !around || !/inline/.test(getComputedStyle(control).display)) return false;
  return [...around.childNodes].some((each) => each.nodeType === Node.TEXT_NODE && each.textContent?.trim());
}

/**
 * A row of the ladder in the ticket. It is as wide as any target and 24 px high, as every exchange's is: at 40 px three
 * levels would be in sight. A tap that misses takes the neighbouring price into the field, and sends nothing.
 */
function isLadderRow(control: Element): boolean {
  return control.matches('[data-area="book"] ol button');
}

/** How far a tap still finds a control from its middle, both ways, px. What is drawn around it and its label count. */
function reach(control: Element): { wide: number; high: number } {
  const owner = (control as HTMLInputElement).labels?.[0];
  control.scrollIntoView({ block: 'center', inline: 'center' });
  const { left, top, width, height } = control.getBoundingClientRect();
  const isHit = (x: number, y: number): boolean => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (control.contains(hit) || owner?.contains(hit) === true);
  };
  const run = (byX: number, byY: number): number => {
    let far = 0;
    while (far < 60 && isHit(left + width / 2 + byX * (far + 1), top + height / 2 + byY * (far + 1))) far++;
    return far;
  };
  return { wide: run(1, 0) + run(-1, 0) + 1, high: run(0, 1) + run(0, -1) + 1 };
}

/** Fields that are too narrow to see what is typed, and choices and hints that do not fit into theirs. */
function fieldFaults(root: Element): string[] {
  const pen = document.createElement('canvas').getContext('2d');
  return controlsOf(root).flatMap((control) => {
    const isText =
      control.matches('textarea, input') &&
      !/^(checkbox|radio|range|file)$/.test((control as HTMLInputElement).type);
    if (!isText && !control.matches('select')) return [];
    const { width } = control.getBoundingClientRect();
    const found = isText && width < 120 ? [`a field of ${Math.round(width)} px: ${nameOf(control)}`] : [];
    const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(control);
    const field = control as HTMLInputElement;
    const chosen = (control as HTMLSelectElement).selectedOptions?.[0]?.text;
    const shown = chosen ?? (control.localName === 'input' ? field.value || field.placeholder : '');
    if (!pen || field.type === 'date' || field.type === 'password') return found;
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    // The arrow of a choice takes its place too.
    const room =
      width - Number.parseInt(paddingLeft, 10) - Number.parseInt(paddingRight, 10) - (chosen ? 16 : 0);
    if (pen.measureText(shown).width > room + 2) found.push(`cut in its field: ${shown} ${nameOf(control)}`);
    return found;
  });
}

/** Controls that a thumb misses. */
function targetFaults(root: Element): string[] {
  return controlsOf(root).flatMap((control) => {
    const { width, height } = control.getBoundingClientRect();
    if ((width >= 39.5 && height >= 39.5) || isInRunningText(control)) return [];
    // A field of a file is opened by the button in its place.
    if ((control as HTMLInputElement).type === 'file') return [];
    const { wide, high } = reach(control);
    const least = isLadderRow(control) ? 24 : 40;
    return wide >= 40 && high >= least ? [] : [`a target of ${wide} x ${high} px: ${nameOf(control)}`];
  });
}

/** Numbers that go on in the next line: each half reads as a number of its own. */
function brokenFaults(texts: readonly Printed[]): string[] {
  return texts
    .filter(({ text, parent, box }, i) => {
      const next = texts[i + 1];
      const isNumber = /^[+−-]?\$?\d[\d.,  ]*%?$/.test(text);
      return isNumber && next?.parent === parent && next.text === text && next.box.top > box.top + 2;
    })
    .map(({ text, parent }) => `in two lines: ${text} ${nameOf(parent)}`);
}

/** Text of which a part lies outside of what hides it, and cannot be scrolled to. */
function cutFaults(texts: readonly Printed[]): string[] {
  const found: string[] = [];
  for (const { text, parent, box } of texts) {
    let [across, down] = [true, true];
    for (let at: Element | null = parent; at !== null && (across || down); at = at.parentElement) {
      const { overflowX, overflowY, contain } = getComputedStyle(at);
      const isPainted = /strict|content|paint/.test(contain);
      if (/auto|scroll/.test(overflowX)) across = false;
      if (/auto|scroll/.test(overflowY)) down = false;
      const around = at.getBoundingClientRect();
      const isClipped = (way: string) => isPainted || /hidden|clip/.test(way);
      const isCut =
        (across && isClipped(overflowX) && (box.right > around.right + 1 || box.left < around.left - 1)) ||
        (down && isClipped(overflowY) && (box.bottom > around.bottom + 4 || box.top < around.top - 4));
      if (isCut) {
        found.push(`cut: ${text} in ${nameOf(at)}`);
        break;
      }
    }
  }
  return found;
}

/** What scrolls down and also sideways: its right end is out of sight, and nobody looks for it there. */
function sidewaysFaults(root: Element): string[] {
  return [...root.querySelectorAll('*')]
    .filter((each) => {
      const { overflowX, overflowY } = getComputedStyle(each);
      const isScroller = /auto|scroll/.test(overflowX) && /auto|scroll/.test(overflowY);
      return isScroller && each.clientHeight > 120 && each.scrollWidth > each.clientWidth + 1;
    })
    .map((each) => `scrolls sideways by ${each.scrollWidth - each.clientWidth} px: ${nameOf(each)}`);
}

function crossing(a: Box, b: Box): { wide: number; high: number } {
  return {
    wide: Math.min(a.right, b.right) - Math.max(a.left, b.left),
    high: Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
  };
}

/** Text over text, text over a picture or a field that it is no part of, and control over control. */
function overlapFaults(root: Element, texts: readonly Printed[]): string[] {
  const things = [...root.querySelectorAll('svg, img, input, select, textarea')].filter(isSeen);
  const boxes = (elements: readonly Element[], kind: string) =>
    elements.map((parent) => ({
      kind,
      parent,
      text: nameOf(parent),
      box: parent.getBoundingClientRect() as Box,
    }));
  const all = [
    ...texts.map((each) => ({ ...each, kind: 'text' })),
    ...boxes(things, 'thing'),
    ...boxes(controlsOf(root), 'control'),
  ]
    .map((each) => ({ ...each, layer: layerOf(each.parent), box: seenPart(each.box, each.parent) }))
    .filter(({ box }) => box.right - box.left > 1 && box.bottom - box.top > 1)
    .sort((a, b) => a.box.top - b.box.top);
  const found: string[] = [];
  all.forEach((a, i) => {
    for (let j = i + 1; j < all.length; j++) {
      const b = all[j];
      if (!b || b.box.top >= a.box.bottom) break;
      const kinds = `${a.kind} ${b.kind}`;
      const isAsked = kinds === 'control control' || (/text/.test(kinds) && !/control/.test(kinds));
      if (!isAsked || a.layer !== b.layer) continue;
      const isOne = a.parent.contains(b.parent) || b.parent.contains(a.parent);
      if (isOne && kinds !== 'text text') continue;
      const { wide, high } = crossing(a.box, b.box);
      // Lines of one text stand as near as its style wants them.
      const least = Math.min(a.box.bottom - a.box.top, b.box.bottom - b.box.top);
      if (wide > 1.5 && high > Math.max(2, least * 0.3))
        found.push(`one over another: ${a.text} | ${b.text}`);
    }
  });
  return found;
}

function coveredBy(toasts: Iterable<Element>): string[] {
  const over = [...toasts];
  if (over.length === 0) return ['there is no toast'];
  return controlsOf(document.body)
    .filter((each) => !over.includes(each) && each.closest('header, [role="tablist"]') === null)
    .filter((each) => {
      const part = seenPart(each.getBoundingClientRect(), each.parentElement);
      return over.some((toast) => {
        const { wide, high } = crossing(part, toast.getBoundingClientRect());
        return wide > 0 && high > 0;
      });
    })
    .map(nameOf);
}

function layoutFaults(): string[] {
  const sheets = document.querySelectorAll('dialog[open]');
  const root = sheets[sheets.length - 1] ?? document.body;
  const texts = textsOf(root);
  const found = [
    ...cutFaults(texts),
    ...brokenFaults(texts),
    ...sidewaysFaults(root),
    ...overlapFaults(root, texts),
    ...fieldFaults(root),
    // Last: it scrolls.
    ...targetFaults(root),
  ];
  return [...new Set(found)];
}
