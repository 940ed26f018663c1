import grounds from './grounds.module.css';
import layout from './layout.module.css';
import words from './words.module.css';

const known = new Map<string, string>();

/**
 * The classes of looks that all screens share, by their names in layout, words and grounds.module.css, with spaces between.
 * @param own classes of the screen itself, which win over them.
 */
export function look(names: string, ...own: readonly (string | undefined)[]): string {
  let classes = known.get(names);
  if (classes === undefined) {
    classes = names
      .split(' ')
      .map((name) => layout[name] ?? words[name] ?? grounds[name])
      .join(' ');
    known.set(names, classes);
  }
  return own.length === 0 ? classes : `${classes} ${own.join(' ')}`;
}
