import { subscribe } from 'valtio';
import type { Language } from '../../domain/index.ts';
import { movePair, settings } from '../state/settings.ts';

/** Ties theme, colours and language of the document to the settings. @param onLanguage called when it changes. */
export function followLook(onLanguage: (language: Language) => void): void {
  const light = window.matchMedia('(prefers-color-scheme: light)');
  let language = settings.language;
  const apply = () => {
    const system = light.matches ? 'light' : 'dark';
    const { dataset } = document.documentElement;
    dataset['theme'] = settings.theme === 'system' ? system : settings.theme;
    dataset['moves'] = movePair(settings);
    if (settings.language === language) return;
    language = settings.language;
    onLanguage(language);
  };
  apply();
  light.addEventListener('change', apply);
  subscribe(settings, apply);
}
