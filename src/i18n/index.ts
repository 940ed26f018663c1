import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../../domain/index.ts';
import { languages, languageTag } from '../../domain/index.ts';
import { lazyChunk } from '../app/chunks.ts';
import { venueName } from '../state/brand.ts';

/** Native names, as users look for their own language. */
export const languageNames: Record<Language, string> = {
  en_us: 'English',
  zh_hk: '繁體中文',
  zh_cn: '简体中文',
  de: 'Deutsch',
  fr: 'Français',
  jp: '日本語',
  kr: '한국어',
  tr: 'Türkçe',
};

type Words = () => Promise<{ default: Readonly<Record<string, object>> }>;

/** For each language its words in two chunks, and no words of another: those of the shell and the home screen, and all others. */
const loaders: Record<Language, { readonly first: Words; readonly more: Words }> = {
  en_us: { first: () => import('./words/first/en_us.ts'), more: () => import('./words/more/en_us.ts') },
  zh_hk: { first: () => import('./words/first/zh_hk.ts'), more: () => import('./words/more/zh_hk.ts') },
  zh_cn: { first: () => import('./words/first/zh_cn.ts'), more: () => import('./words/more/zh_cn.ts') },
  de: { first: () => import('./words/first/de.ts'), more: () => import('./words/more/de.ts') },
  fr: { first: () => import('./words/first/fr.ts'), more: () => import('./words/more/fr.ts') },
  jp: { first: () => import('./words/first/jp.ts'), more: () => import('./words/more/jp.ts') },
  kr: { first: () => import('./words/first/kr.ts'), more: () => import('./words/more/kr.ts') },
  tr: { first: () => import('./words/first/tr.ts'), more: () => import('./words/more/tr.ts') },
};

/** The language whose words are shown, or are on their way. */
let current: Language;

async function load(language: Language, part: 'first' | 'more'): Promise<void> {
  const tag = languageTag(language);
  if (i18next.hasResourceBundle(tag, part === 'first' ? 'app' : 'errors')) return;
  const words = (await lazyChunk(loaders[language][part])()).default;
  for (const [namespace, own] of Object.entries(words)) i18next.addResourceBundle(tag, namespace, own);
}

/** Starts in a language with the words of the shell and the home screen; nothing is shown before they are there. */
export async function startFirstWords(language: Language): Promise<void> {
  current = language;
  await i18next.use(initReactI18next).init({
    lng: languageTag(language),
    fallbackLng: false,
    supportedLngs: languages.map(languageTag),
    ns: ['app'],
    defaultNS: 'app',
    interpolation: { escapeValue: false, defaultVariables: { app: venueName() } },
    react: { useSuspense: false },
    resources: {},
  });
  await load(language, 'first');
  await show(language);
}

/** Starts in a language with all its words. */
export async function startWords(language: Language): Promise<void> {
  await startFirstWords(language);
  await allWords();
}

/** Until the words of every screen are there. @throws what the loader throws. */
export const allWords = (): Promise<void> => load(current, 'more');

/** A chunk whose parts speak of more than the home screen: it is there once their words are. */
export const withWords = <T>(chunk: () => Promise<T>): (() => Promise<T>) =>
  lazyChunk(async () => (await Promise.all([chunk(), allWords()]))[0]);

/** Changes the language of everything on screen, without a reload. */
export async function changeWords(language: Language): Promise<void> {
  current = language;
  await Promise.all([load(language, 'first'), load(language, 'more')]);
  // A later choice waits for other words.
  if (current === language) await show(language);
}

async function show(language: Language): Promise<void> {
  const tag = languageTag(language);
  await i18next.changeLanguage(tag);
  document.documentElement.lang = tag;
}
