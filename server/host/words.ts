import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '../../domain/index.ts';
import { languages } from '../../domain/index.ts';
import type { ErrorWords } from '../http/words.ts';

/** The words of refusals in all languages. @param root the product's folder, which holds `locales/`. */
export async function readErrorWords(root: string): Promise<ErrorWords> {
  const read = async (language: Language) => {
    const text = await readFile(join(root, 'locales', language, 'errors.json'), 'utf8');
    return [language, JSON.parse(text)] as const;
  };
  return Object.fromEntries(await Promise.all(languages.map(read))) as ErrorWords;
}
