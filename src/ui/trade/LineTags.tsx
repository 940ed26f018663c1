import type { ISeriesPrimitive, Time } from 'lightweight-charts';
import type { ReactNode } from 'react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { ChartEngine, ChartParts } from '../chart/engine.ts';
import { look } from '../look.ts';

/** What stands at a line of the chart. */
export interface LineTag {
  readonly id: string;
  /** Where the line stands, for pixels alone. */
  readonly price: number;
  readonly content: ReactNode;
}

/** px: its height, beyond which its buttons reach for fingers, and the room to the left edge. */
const [HIGH, LEFT] = [30, 8];

/** Keeps tags at their lines, however the scale moves: without a render. */
class TagPlaces implements ISeriesPrimitive<Time> {
  readonly #parts: ChartParts;
  readonly #elements = new Map<string, { readonly element: HTMLElement; price: number }>();

  constructor(parts: ChartParts) {
    this.#parts = parts;
    parts.main.attachPrimitive(this);
  }

  put(id: string, element: HTMLElement, price: number): void {
    this.#elements.set(id, { element, price });
    this.updateAllViews();
  }

  drop(id: string): void {
    this.#elements.delete(id);
  }

  updateAllViews(): void {
    const [first] = this.#elements.values();
    if (!first) return;
    const height = this.#parts.chart.panes()[0]?.getHeight() ?? 0;
    // Tags stand in what the chart stands in, below its legend.
    const [own, frame] = [this.#parts.element, first.element.offsetParent].map((each) =>
      each?.getBoundingClientRect(),
    );
    const top = (own?.top ?? 0) - (frame?.top ?? 0);
    for (const { element, price } of this.#elements.values()) {
      const y = this.#parts.main.priceToCoordinate(price);
      const isSeen = y !== null && y > 0 && y < height;
      element.style.visibility = isSeen ? 'visible' : 'hidden';
      if (isSeen) element.style.transform = `translateY(${Math.round(top + y - HIGH / 2)}px)`;
    }
  }

  destroy(): void {
    try {
      this.#parts.main.detachPrimitive(this);
    } catch {
      // The chart is gone, and all that was on it.
    }
  }
}

interface LineTagsProps {
  readonly engine: ChartEngine;
  readonly tags: readonly LineTag[];
}

/** Buttons that stand at lines of the chart. */
export function LineTags({ engine, tags }: LineTagsProps) {
  const places = useRef<TagPlaces>(undefined);
  useLayoutEffect(() => {
    const made = new TagPlaces(engine.parts);
    places.current = made;
    return () => {
      made.destroy();
      places.current = undefined;
    };
  }, [engine]);
  return tags.map((tag) => <Tag key={tag.id} tag={tag} places={places} />);
}

interface TagProps {
  readonly tag: LineTag;
  readonly places: { readonly current: TagPlaces | undefined };
}

function Tag({ tag: { id, price, content }, places }: TagProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current: own } = places;
    if (element.current) own?.put(id, element.current, price);
    return () => own?.drop(id);
  }, [id, price, places]);
  return (
    <div
      ref={element}
      className={look('row ground2 round2 above mini')}
      style={{ left: LEFT, top: 0, height: HIGH }}
      data-tag={id}
    >
      {content}
    </div>
  );
}
