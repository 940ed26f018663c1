import { proxy } from 'valtio';
import type { TradeNote } from '../../workers/api.ts';
import { followStorage, readJson, storageKeys, writeJson } from './storage.ts';

/** Characters of a note and of a tag, and tags of a trade. */
export const MOST_NOTE = 500;
const MOST_TAG = 24;
const MOST_TAGS = 6;

export interface NoteText {
  readonly note: string;
  readonly tags: readonly string[];
}

const NONE: NoteText = { note: '', tags: [] };

/** What is noted of trades, by the number of the position. It stays on this device. */
export const tradeNotes = proxy<{ byId: Readonly<Record<string, NoteText>> }>({ byId: load() });

followStorage(storageKeys.notes, () => {
  tradeNotes.byId = load();
});

/** Tags of a text: words between commas, each once. */
export function tagsOf(text: string): readonly string[] {
  const tags = text.split(/[,;、，]/).map((tag) => tag.trim().slice(0, MOST_TAG));
  return [...new Set(tags.filter((tag) => tag !== ''))].slice(0, MOST_TAGS);
}

export const noteOf = (id: number): NoteText => tradeNotes.byId[id] ?? NONE;

/** Keeps what is noted of a trade; nothing noted is forgotten. @returns whether the device could keep it. */
export function storeNote(id: number, { note, tags }: NoteText): boolean {
  const { [id]: _, ...others } = { ...tradeNotes.byId };
  const own = { note: note.slice(0, MOST_NOTE), tags: tags.slice(0, MOST_TAGS) };
  tradeNotes.byId = own.note === '' && own.tags.length === 0 ? others : { ...others, [id]: own };
  return writeJson(storageKeys.notes, allNotes());
}

/** Every note, as files and storage have it. */
export const allNotes = (): TradeNote[] =>
  Object.entries(tradeNotes.byId).map(([id, { note, tags }]) => [Number.parseInt(id, 10), note, [...tags]]);

/** The tags that are in use, those of most trades first. */
export function tagsInUse(byId: Readonly<Record<string, NoteText>>): readonly string[] {
  const counts = new Map<string, number>();
  for (const { tags } of Object.values(byId))
    for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].sort(([a, own], [b, other]) => other - own || (a < b ? -1 : 1)).map(([tag]) => tag);
}

/** The trades that carry a tag. */
export const idsTagged = (byId: Readonly<Record<string, NoteText>>, tag: string): readonly number[] =>
  Object.entries(byId)
    .filter(([, { tags }]) => tags.includes(tag))
    .map(([id]) => Number.parseInt(id, 10));

function load(): Readonly<Record<string, NoteText>> {
  return readJson(storageKeys.notes, notesFrom) ?? {};
}

function notesFrom(value: unknown): Record<string, NoteText> | undefined {
  if (!Array.isArray(value)) return undefined;
  const notes: Record<string, NoteText> = {};
  for (const entry of value) {
    if (!Array.isArray(entry)) return undefined;
    const [id, note, tags] = entry as unknown[];
    if (!Number.isSafeInteger(id) || typeof note !== 'string' || !Array.isArray(tags)) return undefined;
    if (!tags.every((tag) => typeof tag === 'string')) return undefined;
    notes[`${id}`] = { note, tags };
  }
  return notes;
}
