import type { Page } from '@playwright/test';
import type { Box, Printed } from './sight.ts';
import {
  aroundOf,
  brokenWords,
  controlsOf,
  crossing,
  isSeen,
  known,
  nameOf,
  seenPart,
  sightScript,
  textsOf,
} from './sight.ts';

/**
 * What is measured on a screen as it stands: that every control can be hit, every field shows what is typed, and no
 * word or digit is cut or printed over another. The functions run in the page, as one script: they know one another,
 * those of `sight.ts`, the page's globals, and nothing else.
 */
const parts = [
  isInRunningText,
  isLadderRow,
  isInSight,
  reach,
  fieldFaults,
  targetFaults,
  brokenFaults,
  cutFaults,
  tabFaults,
  sidewaysFaults,
  isBadge,
  overlapFaults,
  coveredBy,
  layoutFaults,
];

/** The functions above as a script; `layoutFaults()` in it lists all faults of the page's layout in words. */
export const layoutScript = [sightScript, ...parts].join('\n');

/** What a toast lies over, save the title of a screen: after a toast, nothing there is tapped next. */
export async function underToasts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    `(() => {\n${layoutScript}\nreturn coveredBy(document.querySelectorAll('[role="status"] [data-tone]'));\n})()`,
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

/** Whether all that a thumb needs around a control's middle is in the window and not scrolled away. */
function isInSight(control: Element): boolean {
  const { left, top, width, height } = control.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const clip = aroundOf(control.parentElement ?? control).clip;
  const [right, bottom] = [Math.min(innerWidth, clip.right), Math.min(innerHeight, clip.bottom)];
  return (
    x > Math.max(0, clip.left) + 30 && x < right - 30 && y > Math.max(0, clip.top) + 30 && y < bottom - 30
  );
}

/** How far a tap still finds a control from its middle, both ways, px. What is drawn around it and its label count. */
function reach(control: Element): { wide: number; high: number } {
  const owner = (control as HTMLInputElement).labels?.[0];
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
  // Two of the ticket stand beside each other, and a price fits into each.
  const NARROWEST_FIELD = 88;
  const pen = document.createElement('canvas').getContext('2d');
  return controlsOf(root).flatMap((control) => {
    const isText =
      control.matches('textarea, input') &&
      !/^(checkbox|radio|range|file)$/.test((control as HTMLInputElement).type);
    if (!isText && !control.matches('select')) return [];
    const { width } = control.getBoundingClientRect();
    const found =
      isText && width < NARROWEST_FIELD ? [`a field of ${Math.round(width)} px: ${nameOf(control)}`] : [];
    const { fontWeight, fontSize, fontFamily, letterSpacing, paddingLeft, paddingRight } =
      getComputedStyle(control);
    const field = control as HTMLInputElement;
    const chosen = (control as HTMLSelectElement).selectedOptions?.[0]?.text;
    const shown = chosen ?? (control.localName === 'input' ? field.value || field.placeholder : '');
    if (!pen || field.type === 'date' || field.type === 'password') return found;
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    pen.letterSpacing = letterSpacing === 'normal' ? '0px' : letterSpacing;
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
    const least = isLadderRow(control) ? 24 : 40;
    const isEnough = ({ wide, high }: { wide: number; high: number }) => wide >= 40 && high >= least;
    if (isInSight(control) && isEnough(reach(control))) return [];
    control.scrollIntoView({ block: 'center', inline: 'center' });
    known.clear();
    const far = reach(control);
    return isEnough(far) ? [] : [`a target of ${far.wide} x ${far.high} px: ${nameOf(control)}`];
  });
}

/** Numbers and words that go on in the next line: each half of a number reads as one of its own. */
function brokenFaults(root: Element, texts: readonly Printed[]): string[] {
  const words = brokenWords(root).map(({ word, parent }) => `in two lines: ${word} of ${nameOf(parent)}`);
  const numbers = texts
    .filter(({ text, parent, box }, i) => {
      const next = texts[i + 1];
      const isNumber = /^[+−-]?\$?\d[\d.,  ]*%?$/.test(text);
      return isNumber && next?.parent === parent && next.text === text && next.box.top > box.top + 2;
    })
    .map(({ text, parent }) => `in two lines: ${text} ${nameOf(parent)}`);
  return [...words, ...numbers];
}

/** Text of which a part lies outside of what hides it, and cannot be scrolled to. */
function cutFaults(texts: readonly Printed[]): string[] {
  const found: string[] = [];
  for (const { text, parent, box } of texts) {
    let [across, down] = [true, true];
    // A sheet lies above everything: what is around it does not hide it.
    for (
      let at: Element | null = parent;
      at !== null && (across || down);
      at = at.matches('dialog[open]') ? null : at.parentElement
    ) {
      const around = aroundOf(at);
      if (around.across.scrolls) across = false;
      if (around.down.scrolls) down = false;
      const slack = around.hasEllipsis ? 0.05 : 1;
      const isCutAcross = box.right > around.box.right + slack || box.left < around.box.left - slack;
      const isCutDown = box.bottom > around.box.bottom + 4 || box.top < around.box.top - 4;
      if (
        (across && around.across.isClipped && isCutAcross) ||
        (down && around.down.isClipped && isCutDown)
      ) {
        found.push(`cut: ${text} in ${nameOf(at)}`);
        across = false;
        break;
      }
    }
    if (across && (box.right > innerWidth + 1 || box.left < -1))
      found.push(`beyond the window: ${text} in ${nameOf(parent)}`);
  }
  return found;
}

/** Tabs that can be scrolled to, but are too few to be looked for; and a chosen one that is not wholly in sight. */
function tabFaults(root: Element): string[] {
  return [...root.querySelectorAll('[role="tablist"]')].filter(isSeen).flatMap((list) => {
    const chosen = list.querySelector('[aria-selected="true"]')?.getBoundingClientRect();
    const { left, right } = list.getBoundingClientRect();
    const isFew = list.children.length <= 5;
    return [
      ...(isFew && !list.hasAttribute('data-many') && list.scrollWidth > list.clientWidth + 1
        ? [`cut: a tab of ${nameOf(list)}`]
        : []),
      ...(chosen && (chosen.left < left - 1 || chosen.right > right + 1)
        ? [`out of sight: the chosen of ${nameOf(list)}`]
        : []),
    ];
  });
}

/** What scrolls down and also sideways: its right end is out of sight, and nobody looks for it there. */
function sidewaysFaults(root: Element): string[] {
  return [...root.querySelectorAll('*')]
    .filter((each) => {
      if (each.clientHeight <= 120 || each.scrollWidth <= each.clientWidth + 1) return false;
      const { across, down } = aroundOf(each);
      return across.scrolls && down.scrolls;
    })
    .map((each) => `scrolls sideways by ${each.scrollWidth - each.clientWidth} px: ${nameOf(each)}`);
}

/** A small number that is put on the picture of its own button. */
function isBadge(text: { kind: string; parent: Element }, thing: { kind: string; parent: Element }): boolean {
  const owner = text.parent.closest('a, button');
  return (
    text.kind === 'text' &&
    thing.kind === 'thing' &&
    owner?.contains(thing.parent) === true &&
    getComputedStyle(text.parent).position === 'absolute'
  );
}

/** Text over text, text over a picture or a field that it is no part of, and control over control. */
function overlapFaults(root: Element, texts: readonly Printed[]): string[] {
  // A slider lies over its own scale.
  const things = [...root.querySelectorAll('svg, img, input:not([type="range"]), select, textarea')].filter(
    isSeen,
  );
  const boxes = (elements: readonly Element[], kind: string) =>
    elements.flatMap((parent) =>
      // A link in running text has a box on each of its lines.
      [...parent.getClientRects()].map((box) => ({ kind, parent, text: nameOf(parent), box: box as Box })),
    );
  const all = [
    ...texts.map((each) => ({ ...each, kind: 'text' })),
    ...boxes(things, 'thing'),
    ...boxes(controlsOf(root), 'control'),
  ]
    .map((each) => ({ ...each, layer: aroundOf(each.parent).layer, box: seenPart(each.box, each.parent) }))
    .filter(({ box }) => box.right - box.left > 1 && box.bottom - box.top > 1)
    .sort((a, b) => a.box.top - b.box.top);
  const found: string[] = [];
  all.forEach((a, i) => {
    for (let j = i + 1; j < all.length; j++) {
      const b = all[j];
      if (!b || b.box.top >= a.box.bottom) break;
      const kinds = `${a.kind} ${b.kind}`;
      const isRequested = kinds === 'control control' || (/text/.test(kinds) && !/control/.test(kinds));
      if (!isRequested || a.layer !== b.layer) continue;
      const isOne = a.parent.contains(b.parent) || b.parent.contains(a.parent);
      if (isOne && kinds !== 'text text') continue;
      if (isBadge(a, b) || isBadge(b, a)) continue;
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
    .filter((each) => !over.includes(each) && each.closest('header') === null)
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
  known.clear();
  const sheets = document.querySelectorAll('dialog[open]');
  const root = sheets[sheets.length - 1] ?? document.body;
  const texts = textsOf(root);
  const found = [
    ...cutFaults(texts),
    ...brokenFaults(root, texts),
    ...tabFaults(root),
    ...sidewaysFaults(root),
    ...overlapFaults(root, texts),
    ...fieldFaults(root),
    // Last: it scrolls.
    ...targetFaults(root),
  ];
  return [...new Set(found)];
}
