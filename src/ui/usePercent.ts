import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { languageTag, numberStyleOf, percentOf, signedPercent } from '../../domain/index.ts';
import { settings } from '../state/settings.ts';

/** Per cents of a language by one of its formatters. */
function usePercentBy(text: typeof percentOf): (percent: number) => string {
  const { language } = useSnapshot(settings);
  return useMemo(() => {
    const style = numberStyleOf(languageTag(language));
    return (percent) => text(`${percent}`, style);
  }, [language, text]);
}

/** Whole per cents as the language writes them. */
export const usePercent = (): ((percent: number) => string) => usePercentBy(percentOf);

/** The same with the sign of a rise, too. */
export const useSignedPercent = (): ((percent: number) => string) => usePercentBy(signedPercent);
