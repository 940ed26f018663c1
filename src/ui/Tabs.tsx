import { useEffect, useRef } from 'react';
import styles from './Tabs.module.css';

/** More tabs than these are scrolled through; so many go on in the next line where one is too short. */
const MOST_IN_SIGHT = 5;
/** px of the neighbour. */
const PEEK_PX = 24;

interface TabsProps<T extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly id: T; readonly text: string }[];
  readonly selected: T;
  readonly onSelect: (id: T) => void;
  /** `chips`: small filters; default: underlined words. */
  readonly look?: 'chips' | 'words';
  /** They stand in one line, and are scrolled through where they are too long for it. */
  readonly isOneLine?: boolean;
}

/** Tabs that arrow keys move through; of many the chosen one is brought into sight. */
export function Tabs<T extends string>({
  label,
  tabs,
  selected,
  onSelect,
  look = 'words',
  isOneLine,
}: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const names = tabs.map(({ text }) => text).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice, or another name, is another place
  useEffect(() => {
    if (list.current) reveal(list.current);
  }, [selected, names]);
  const move = (by: number) => {
    const index = tabs.findIndex(({ id }) => id === selected);
    const next = tabs[(index + by + tabs.length) % tabs.length];
    if (!next) return;
    onSelect(next.id);
    list.current?.querySelectorAll('button')[tabs.indexOf(next)]?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      className={look === 'chips' ? styles['chips'] : styles['words']}
      data-many={isOneLine || tabs.length > MOST_IN_SIGHT || undefined}
      onKeyDown={({ key }) => {
        if (key === 'ArrowRight') move(1);
        if (key === 'ArrowLeft') move(-1);
      }}
    >
      {tabs.map(({ id, text }) => (
        <button
          key={id}
          type="button"
          role="tab"
          aria-selected={id === selected}
          tabIndex={id === selected ? 0 : -1}
          onClick={() => onSelect(id)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

/** Scrolls the tabs alone, and never the page around them. */
function reveal(list: HTMLElement): void {
  const tab = list.querySelector('[aria-selected="true"]')?.getBoundingClientRect();
  if (!tab) return;
  const { left, right } = list.getBoundingClientRect();
  // Of the neighbour as much is seen as says that there is more.
  if (tab.left - PEEK_PX < left) list.scrollLeft -= left + PEEK_PX - tab.left;
  else if (tab.right + PEEK_PX > right) list.scrollLeft += tab.right + PEEK_PX - right;
}
