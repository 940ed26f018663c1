import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { languageTag, numberStyleOf, percentOf } from '../../domain/index.ts';
import { settings } from '../state/settings.ts';

/** Whole per cents as the language writes them. */
export function usePercent(): (percent: number) => string {
  const { language } = useSnapshot(settings);
  return useMemo(() => {
    const style = numberStyleOf(languageTag(language));
    return (percent) => percentOf(`${percent}`, style);
  }, [language]);
}
