import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../../domain/index.ts';
import { languages, languageTag } from '../../domain/index.ts';
import { lazyChunk } from '../app/chunks.ts';

const namespaces = [
  'app',
  'market',
  'settings',
  'detail',
  'errors',
  'account',
  'funds',
  'trade',
  'orders',
  'cycle',
  'convert',
  'perpetual',
  'wallet',
  'storage',
  'team',
  'shell',
  'content',
  'identity',
  'support',
  'pace',
  'notifications',
] as const;

/** Native names, as people look for their own language. */
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

/** One chunk for each language: all words of it, and of no other. */
const loaders: Record<Language, () => Promise<{ default: Record<string, object> }>> = {
  en_us: () => import('./words/en_us.ts'),
  zh_hk: () => import('./words/zh_hk.ts'),
  zh_cn: () => import('./words/zh_cn.ts'),
  de: () => import('./words/de.ts'),
  fr: () => import('./words/fr.ts'),
  jp: () => import('./words/jp.ts'),
  kr: () => import('./words/kr.ts'),
  tr: () => import('./words/tr.ts'),
};

async function loadWords(language: Language): Promise<void> {
  const tag = languageTag(language);
  if (i18next.hasResourceBundle(tag, 'app')) return;
  const words = (await lazyChunk(loaders[language])()).default;
  for (const namespace of namespaces) i18next.addResourceBundle(tag, namespace, words[namespace] ?? {});
}

/** Starts in a language; nothing is shown before its words are there. */
export async function startWords(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: languageTag(language),
    fallbackLng: false,
    supportedLngs: languages.map(languageTag),
    ns: [...namespaces],
    defaultNS: 'app',
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
    resources: {},
  });
  await changeWords(language);
}

/** Changes the language of everything on screen, without a reload. */
export async function changeWords(language: Language): Promise<void> {
  await loadWords(language);
  const tag = languageTag(language);
  await i18next.changeLanguage(tag);
  document.documentElement.lang = tag;
}
