import { join } from 'node:path';

/** What a bundler reports of modules while it makes chunks. */
interface Chunking {
  getModuleInfo(id: string): { readonly code: string | null; readonly importedIds: readonly string[] } | null;
}

const root = join(import.meta.dirname, '..');
/** Where the page begins, and the screen that most users see first. */
const START = ['src/main.tsx', 'src/screens/home/HomeScreen.tsx'].map((file) => join(root, file));
const DOMAIN = join(root, 'domain/');
/** The page's main thread does no arithmetic on money: what does so is a matter of later screens. */
const DECIMAL = /\/decimal\.js\/|\/valibot\//;
const ICONS = /\/lucide-react\/dist\/esm\/lucide-react\.m?js$/;

/** Fields that need no form: lists and records have them too. */
const PLAIN_FIELDS = '(Range|Calendar|calendarDays|ChoiceSheet|Check|BareRange|places|Inputs)';
/** What most screens need: texts, state, and the parts of a page that are of no one product. */
const OF_ALL = [
  '(state|app)/.*',
  'i18n/[^/]+',
  'ui/[^/]+',
  'ui/(dialog|coin|card|records)/.*',
  `ui/form/${PLAIN_FIELDS}.*`,
];

/**
 * What many later screens share stands in three files, each with what it imports: split by use alone, as the bundler
 * does with the rest, the trade screen came in 73 files of mostly some hundred bytes. A module is in the first that
 * takes it.
 */
export const kits = [
  {
    name: 'kit',
    test: new RegExp(`/src/(${OF_ALL.join('|')})$|/lucide-react/`),
    minShareCount: 6,
    maxModuleSize: 6_000,
  },
  { name: 'forms', test: /\/src\/ui\/form\/|\/react-hook-form\//, minShareCount: 3 },
  { name: 'trading', test: /\/src\/ui\/(ticket|book|trade)\//, minShareCount: 2 },
];

/**
 * Names the chunk of a module that the first screen needs. It comes in two files instead of thirty: what is ours, and
 * the packages, which most releases leave as they are. All else is in kits or split by use.
 */
export function startChunks(): (id: string, chunking: Chunking) => string | null {
  let needed: ReadonlySet<string> | undefined;
  return (id, chunking) => {
    needed ??= neededBy(START, chunking);
    if (!needed.has(id)) return null;
    return id.includes('/node_modules/') ? 'packages' : 'start';
  };
}

/** Modules with all that they import, except what stands in a common index for others alone. */
function neededBy(ids: readonly string[], chunking: Chunking): ReadonlySet<string> {
  const needed = new Set<string>();
  const waiting = [...ids];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (needed.has(id) || DECIMAL.test(id) || (id.startsWith(DOMAIN) && countsMoney(id, chunking))) continue;
    needed.add(id);
    const { code, importedIds } = chunking.getModuleInfo(id) ?? { code: null, importedIds: [] };
    for (const imported of importedIds) {
      if (ICONS.test(imported)) waiting.push(...iconsIn(code ?? '', imported));
      else waiting.push(imported);
    }
  }
  return needed;
}

/** Whether a module of the domain, which is no common index, comes to decimals. */
function countsMoney(id: string, chunking: Chunking, seen = new Set<string>()): boolean {
  if (id.endsWith('/index.ts') && seen.size === 0) return false;
  if (seen.has(id)) return false;
  seen.add(id);
  const imported = chunking.getModuleInfo(id)?.importedIds ?? [];
  return DECIMAL.test(id) || imported.some((each) => countsMoney(each, chunking, seen));
}

/** Modules of the icons that a module names: their index lists every icon of every screen. */
function iconsIn(code: string, index: string): readonly string[] {
  const folder = index.replace(/[^/]+$/, 'icons/');
  const ending = index.replace(/^.*\./, '.');
  return [...code.matchAll(/import\s*{([^}]*)}\s*from\s*["']lucide-react["']/g)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim().replace(/ as .*/, ''))
    .map((name) => name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase())
    .map((name) => `${folder}${name}${ending}`);
}
