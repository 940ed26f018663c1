import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '../../../domain/index.ts';
import { languages } from '../../../domain/index.ts';
import type { MessageWords } from '../../books/users/messages.ts';
import type { ErrorWords } from '../../edge/http/words.ts';
import type { NoticeWords } from '../../products/notifications/push/words.ts';
import type { ShareWords } from './shareHead.ts';

/** Words in all languages. @param root the product's folder, which holds `locales/`. @param venue its name, for words that say it. */
async function readWords(root: string, file: string, venue = ''): Promise<unknown> {
  const read = async (language: Language) => {
    const text = await readFile(join(root, 'locales', language, file), 'utf8');
    // A name has no sign that JSON would have to write otherwise.
    return [language, JSON.parse(text.replaceAll('{{app}}', venue))] as const;
  };
  return Object.fromEntries(await Promise.all(languages.map(read)));
}

export async function readErrorWords(root: string): Promise<ErrorWords> {
  return (await readWords(root, 'errors.json')) as ErrorWords;
}

export async function readMessageWords(root: string, venue: string): Promise<MessageWords> {
  return (await readWords(root, 'messages.json', venue)) as MessageWords;
}

/** The files with notifications' texts, for senders outside of the page. */
export async function readNoticeWords(root: string, venue: string): Promise<NoticeWords> {
  const files = ['notifications', 'shell', 'trade', 'perpetual', 'cycle', 'errors'] as const;
  const read = await Promise.all(files.map((file) => readWords(root, `${file}.json`, venue)));
  const of = (language: Language) =>
    files.map((file, i) => [file, (read[i] as Record<Language, object>)[language]] as const);
  return Object.fromEntries(
    languages.map((language) => [language, Object.fromEntries(of(language))]),
  ) as NoticeWords;
}

export async function readShareWords(root: string, venue: string): Promise<ShareWords> {
  return (await readWords(root, 'share.json', venue)) as ShareWords;
}
