import { readdir, readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { ContentFolder } from '../../products/content/library.ts';

/** Nobody writes more; a folder with more was set by mistake, and is not read into memory. */
const MOST_FILES = 5_000;
/** Larger files are never opened. */
const MOST_BYTES = 1024 * 1024;

/** A folder of this machine. Links in it are not followed: nothing outside it is ever published. */
export function contentFolder(folder: string): ContentFolder {
  return {
    async list() {
      const entries = await readdir(folder, { withFileTypes: true, recursive: true });
      const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.md'));
      if (files.length > MOST_FILES) throw new Error(`more than ${MOST_FILES} files`);
      const stamped = files.map(async (entry): Promise<[string, string][]> => {
        const path = join(entry.parentPath, entry.name);
        const found = await stat(path).catch(() => undefined);
        const name = path
          .slice(folder.length + 1)
          .split(sep)
          .join('/');
        return found ? [[name, `${found.mtimeMs} ${found.size}`]] : [];
      });
      return new Map((await Promise.all(stamped)).flat());
    },
    async read(path) {
      const full = join(folder, path);
      if ((await stat(full)).size > MOST_BYTES) throw new Error('too large');
      return readFile(full, 'utf8');
    },
  };
}

/**
 * Two folders as one. An article that the upper one has in any language is its own in all of them, so that none is
 * answered from both.
 */
export function laidOver(below: ContentFolder, above: ContentFolder): ContentFolder {
  /** `documents/agreement/de.md` belongs to `documents/agreement`. */
  const articleOf = (path: string): string => path.split('/').slice(0, 2).join('/');
  let own: ReadonlyMap<string, string> = new Map();
  return {
    async list() {
      const [lower, upper] = await Promise.all([below.list(), above.list()]);
      const taken = new Set([...upper.keys()].map(articleOf));
      own = upper;
      return new Map([...[...lower].filter(([path]) => !taken.has(articleOf(path))), ...upper]);
    },
    read: (path) => (own.has(path) ? above : below).read(path),
  };
}
